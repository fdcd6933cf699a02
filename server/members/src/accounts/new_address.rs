//! Links sent to e-mail addresses: they prove the account's own address, or replace it by another that was requested
//! with the password.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{fields::check_account, text};
use ksmart_foundation::{
    config::RateLimits,
    db::{Conn, Db, is_duplicate},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, ClientAddress},
    form::refuse,
    ids::MemberId,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    factors,
    outbox::{self, Kind, Recipient},
    sessions::{Session, Sessions},
    tokens::Member,
};
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::{query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    accounts::{
        account::{contact_text, email_exists, lock},
        own_password::OwnPassword,
        tries::Tries,
        verification::{AddressAnswer, AddressLinks, digest, mark_verified, wait},
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(ask)).routes(routes!(verify))
}

/// New e-mail address for the caller's account.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"email": "budi.baru@example.com", "password": "ksmart-demo"})))]
struct NewAddress {
    /// New e-mail address.
    #[schema(format = Email, max_length = 254)]
    email: String,
    /// The password of the account.
    #[schema(max_length = 1024)]
    password: String,
}

/// Requests another e-mail address for the account: a link is sent to the new address, and opening the link changes the
/// address.
///
/// If another account has the new address, the response is the same, but nothing is sent. In a shop that sends no
/// e-mail, the address changes at once and every other session is ended.
///
/// 422 for the password, or, in a shop that sends no e-mail, for an address that another account has. 429 if a link was
/// sent a short time ago, or after too many wrong passwords.
#[utoipa::path(post, path = "/api/me/email", operation_id = "changeOwnEmail", request_body = NewAddress,
    responses((status = 200, description = "Changed", body = AddressAnswer),
              (status = 202, description = "Accepted; the result is sent by e-mail", body = AddressAnswer),
              (status = 403), (status = 422), (status = 429)))]
async fn ask(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(links): State<AddressLinks>,
    State(passwords): State<OwnPassword>,
    State(sessions): State<Sessions>,
    own: Session,
    Body(form): Body<NewAddress>,
) -> Result<(StatusCode, Json<AddressAnswer>)> {
    let (now_ms, member) = (clock.now_ms(), own.member.id);
    let email = text::plain(&form.email).to_lowercase();
    let errors = check_account(&email, None);
    if !errors.is_empty() {
        return Err(errors.into());
    }
    if email == own.member.email {
        return Err(refuse("email", "unchanged", "Ini sudah email akun Anda."));
    }
    factors::check(&mut *db.read().await?, &own, false, now_ms).await?;
    passwords.check(&own.member, form.password, "password", now_ms).await?;
    let mut tx = db.write().await?;
    if !links.sends_mail {
        lock(&mut tx, member).await?;
        let from_ms = change(&mut tx, &sessions, &own, &email, now_ms).await?;
        let from_ms = from_ms.ok_or_else(|| refuse("email", "email_taken", "Email sudah terdaftar."))?;
        tx.commit().await?;
        sessions.end(member, from_ms);
        let message = "Email akun Anda sudah diganti. Pakai email baru ini bila Anda login.";
        return Ok((StatusCode::OK, Json(AddressAnswer { message })));
    }
    let sql = "SELECT l.expires_ms FROM email_links l JOIN members m ON m.id = l.member_id
               WHERE l.member_id = $1 AND l.session_id IS NOT NULL AND l.since_ms >= m.sessions_from_ms";
    wait(query_scalar(sql).bind(member).fetch_optional(&mut *tx).await?, now_ms)?;
    let payload = links.make(&mut tx, member, &email, Some(&own.id), now_ms).await?;
    // If another account has the address, the stored link is never sent: neither that account's owner nor the caller
    // learns anything.
    if !email_exists(&mut tx, &email).await? {
        let to = Recipient::MemberAt(member, email);
        outbox::notify(&mut tx, now_ms, to, Kind::EmailVerification, payload).await?;
    }
    tx.commit().await?;
    let message = "Buka tautan yang kami kirim ke email baru itu untuk menggantinya. Sampai saat itu email lama tetap \
                   berlaku. Bila email itu sudah dipakai akun lain, tautannya tidak dikirim.";
    Ok((StatusCode::ACCEPTED, Json(AddressAnswer { message })))
}

/// Token of a link that proves an e-mail address.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"token": "kD3kq0Vb6yXw2LrT9sPz"})))]
struct AddressProof {
    /// Part of the link after `#token=`.
    #[schema(max_length = 100)]
    token: String,
}

/// Proves an e-mail address by its one-time link, regardless of who is logged in. If the member requested a new
/// address, it replaces the old one, and every other session is ended.
///
/// 410 for a link that is invalid or no longer valid, for example because the session that requested it is over. 429
/// after too many failures from the IP address.
#[utoipa::path(post, path = "/api/email-verification", operation_id = "verifyEmail", request_body = AddressProof,
    responses((status = 200, body = AddressAnswer), (status = 410), (status = 429)))]
async fn verify(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(limits): State<RateLimits>,
    State(sessions): State<Sessions>,
    ClientAddress(address): ClientAddress,
    Body(AddressProof { token }): Body<AddressProof>,
) -> Result<Json<AddressAnswer>> {
    let now_ms = clock.now_ms();
    let tries = Tries::of_address(address);
    tries.take(&db, limits, now_ms).await?;
    let mut tx = db.write().await?;
    let sql =
        "SELECT l.member_id, m.email, l.email, l.session_id FROM email_links l JOIN members m ON m.id = l.member_id
               WHERE l.token_hash = $1 AND l.expires_ms > $2
                 AND (l.session_id IS NULL OR l.since_ms >= m.sessions_from_ms)";
    let query = query_as(sql).bind(digest(&token)).bind(now_ms);
    let found: Option<(MemberId, String, String, Option<String>)> = query.fetch_optional(&mut *tx).await?;
    let message = match found {
        Some((id, email, wished, Some(session))) => {
            let own = Session { id: session, member: Member { id, email } };
            lock(&mut tx, id).await?;
            if !sessions.is_active(&mut tx, &own, now_ms).await? {
                return Err(void());
            }
            let from_ms = change(&mut tx, &sessions, &own, &wished, now_ms).await?;
            tx.commit().await?;
            sessions.end(id, from_ms.ok_or_else(void)?);
            "Email akun Anda sudah diganti. Pakai email baru ini bila Anda login."
        }
        // A link sent before the address changed proves nothing.
        Some((member, now, then, None)) if now == then => {
            mark_verified(&mut tx, member).await?;
            tx.commit().await?;
            "Email Anda sudah terverifikasi. Terima kasih."
        }
        _ => return Err(void()),
    };
    tries.undo_attempt(&db, limits).await?;
    Ok(Json(AddressAnswer { message }))
}

fn void() -> Error {
    let message = "Tautan ini sudah dipakai, diganti, atau kedaluwarsa. Kirim ulang dari halaman Akun saya.";
    Error::new(StatusCode::GONE, Code::LinkInvalid, message)
}

/// Changes the e-mail address of an account that the transaction has locked ([`lock`]). Notifies the member at both
/// addresses, and ends every session except the one that requested the change.
///
/// Returns the time to pass to [`Sessions::end`] after the commit. Changes nothing and returns `None` if another
/// account has the address.
///
/// # Errors
/// 401: the session that requested the change has ended in the meantime.
async fn change(conn: &mut Conn, sessions: &Sessions, own: &Session, email: &str, now_ms: i64) -> Result<Option<i64>> {
    let member = own.member.id;
    let sql = "SELECT email, uid, search_text, phone FROM members WHERE id = $1";
    let (before, uid, searched, phone): (String, String, String, String) =
        query_as(sql).bind(member).fetch_one(&mut *conn).await?;
    // If two accounts request the same address at once, one gets it.
    let sql = "UPDATE members SET email = $2, contact_text = $3
               WHERE id = $1 AND NOT EXISTS (SELECT o.id FROM members o WHERE o.email = $2)";
    match query(sql).bind(member).bind(email).bind(contact_text(&searched, email, &phone)).execute(&mut *conn).await {
        Ok(done) if done.rows_affected() == 0 => return Ok(None),
        Err(error) if is_duplicate(&error) => return Ok(None),
        done => done?,
    };
    mark_verified(conn, member).await?;
    let payload = json!({"at_ms": now_ms, "email": email});
    for to in [Recipient::MemberAt(member, before.clone()), Recipient::Member(member)] {
        outbox::notify(conn, now_ms, to, Kind::EmailChanged, payload.clone()).await?;
    }
    audit::rename(conn, member, &before, email).await?;
    let change = Change::new("change_email", Subject::Member, uid, Value::Null, Value::Null);
    let own_now = Member { id: member, email: email.to_owned() };
    audit::record(conn, &own_now, now_ms, change).await?;
    Ok(Some(sessions.end_others(conn, own, now_ms).await?.0))
}
