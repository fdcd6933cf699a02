//! Heirs (*ahli waris*) named by a member: at most five, in the member's own order.

use axum::{Json, extract::State};
use ksmart_core::{
    fields::{phone_e164, refused_name},
    text,
};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::Result,
    extract::Body,
    form::refuse,
    format::local_phone,
    ids::MemberId,
};
use ksmart_identity::tokens::Member;
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{MembersState, accounts::account::lock};

/// Maximum number of heirs of a member.
const MOST: usize = 5;

/// Required sum of all shares, in percent.
const WHOLE: i64 = 100;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(show, change))
}

/// An heir.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, FromRow)]
pub struct Heir {
    /// Full name.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    name: String,
    /// Relationship of the heir to the member, such as `Istri`.
    #[schema(min_length = 1, max_length = 50, pattern = r"\S")]
    relation: String,
    /// Mobile number in any usual Indonesian spelling; shown as `08…`.
    #[schema(pattern = r"^(\+?62|0)?8[1-35-9]\d{7,10}$")]
    phone: String,
    /// Share in percent; given for all heirs or for none.
    #[schema(minimum = 1, maximum = 100)]
    share_percent: Option<i64>,
}

/// The heirs of a member, in the member's order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(examples(json!({"heirs": [
    {"name": "Sari Santoso", "relation": "Istri", "phone": "081234567890", "share_percent": 60},
    {"name": "Dimas Santoso", "relation": "Anak", "phone": "081234567891", "share_percent": 40}]})))]
pub struct Heirs {
    /// At most five heirs; their shares add up to 100 percent.
    #[schema(max_items = 5)]
    pub heirs: Vec<Heir>,
}

/// Returns the heirs of a member, in the member's order.
pub async fn heirs(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<Heir>> {
    let sql = "SELECT name, relation, phone, share_percent FROM heirs WHERE member_id = $1 ORDER BY position";
    let mut heirs: Vec<Heir> = query_as(sql).bind(member).fetch_all(conn).await?;
    for heir in &mut heirs {
        heir.phone = local_phone(&heir.phone);
    }
    Ok(heirs)
}

/// Replaces the heirs of a member; returns them as stored.
///
/// # Errors
/// 422 for invalid heirs.
pub async fn set_heirs(conn: &mut Conn, member: MemberId, typed: Vec<Heir>) -> Result<Vec<Heir>> {
    let kept = checked(typed)?;
    lock(conn, member).await?;
    erase(conn, member).await?;
    for (position, heir) in (1_i64..).zip(&kept) {
        let sql = "INSERT INTO heirs (member_id, position, name, relation, phone, share_percent)
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let query = query(sql).bind(member).bind(position).bind(&heir.name).bind(&heir.relation).bind(&heir.phone);
        query.bind(heir.share_percent).execute(&mut *conn).await?;
    }
    Ok(heirs(conn, member).await?)
}

/// Checks heirs and returns them as they are stored: without surrounding white space, and with international phone
/// numbers.
fn checked(typed: Vec<Heir>) -> Result<Vec<Heir>> {
    if typed.len() > MOST {
        return Err(refuse("heirs", "too_many", format!("Ahli waris paling banyak {MOST} orang.")));
    }
    let shared = typed.iter().filter(|heir| heir.share_percent.is_some()).count();
    let sum: i64 = typed.iter().filter_map(|heir| heir.share_percent).fold(0, i64::saturating_add);
    if shared > 0 && (shared < typed.len() || sum != WHOLE) {
        let message = "Isi bagian semua ahli waris sehingga jumlahnya 100%, atau kosongkan semuanya.";
        return Err(refuse("heirs", "shares", message));
    }
    (1..).zip(typed).map(|(number, heir)| check_one(number, heir)).collect()
}

fn check_one(number: usize, heir: Heir) -> Result<Heir> {
    let wrong = |what: &str| refuse("heirs", "invalid", format!("Ahli waris {number}: {what}"));
    let line = |label: &str, text: &str, most: usize| {
        let text = text::line(text);
        match text.chars().count() {
            0 => Err(wrong(&format!("{label} wajib diisi."))),
            length if length > most => Err(wrong(&format!("{label} maksimal {most} karakter."))),
            _ if text.chars().any(char::is_control) => {
                Err(wrong(&format!("{label} berisi karakter yang tidak diperbolehkan.")))
            }
            _ => Ok(text),
        }
    };
    Ok(Heir {
        name: {
            let name = line("nama", &heir.name, 100)?;
            if let Some(message) = refused_name("nama", &name) {
                return Err(wrong(&message));
            }
            name
        },
        relation: line("hubungan", &heir.relation, 50)?,
        phone: phone_e164(&heir.phone).ok_or_else(|| wrong("nomor HP tidak benar."))?,
        share_percent: match heir.share_percent {
            Some(share) if !(1..=WHOLE).contains(&share) => return Err(wrong("bagiannya 1 sampai 100 persen.")),
            share => share,
        },
    })
}

/// Deletes the heirs of a member.
pub(super) async fn erase(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM heirs WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}

/// Returns the caller's heirs.
#[utoipa::path(get, path = "/api/me/heirs", operation_id = "getOwnHeirs", responses((status = 200, body = Heirs)))]
async fn show(State(db): State<Db>, member: Member) -> Result<Json<Heirs>> {
    Ok(Json(Heirs { heirs: heirs(&mut *db.read().await?, member.id).await? }))
}

/// Replaces the caller's heirs.
#[utoipa::path(put, path = "/api/me/heirs", operation_id = "changeOwnHeirs", request_body = Heirs,
    responses((status = 200, body = Heirs), (status = 422)))]
async fn change(State(db): State<Db>, member: Member, Body(form): Body<Heirs>) -> Result<Json<Heirs>> {
    let mut tx = db.write().await?;
    let heirs = set_heirs(&mut tx, member.id, form.heirs).await?;
    tx.commit().await?;
    Ok(Json(Heirs { heirs }))
}
