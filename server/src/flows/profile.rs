//! What members change of their own data, with all that is found by it.

use axum::{
    Json,
    extract::{DefaultBodyLimit, FromRef, State},
};
use ksmart_core::fields::{self, ProfileForm};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    foundation::{
        db::Db,
        error::Result,
        extract::Multipart,
        ids::MemberId,
        storage::Storage,
        time::{Clock, Random, jakarta_date},
    },
    identity::{sessions::Sessions, tokens::Member},
    members::accounts::{
        self,
        form::{AccountAnswer, UPLOAD_LIMIT, delete_photo, photo_error, read_form, store_photo},
    },
    shop::orders,
};

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Random: FromRef<S>,
    Sessions: FromRef<S>,
    Storage: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(update)).layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
}

/// Changes the caller's own data; multipart, with an optional new photo.
#[utoipa::path(put, path = "/api/update", responses((status = 200, body = AccountAnswer), (status = 401), (status = 422)))]
async fn update(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(random): State<Random>,
    State(storage): State<Storage>,
    member: Member,
    form: Multipart,
) -> Result<Json<AccountAnswer>> {
    let (text, photo) = read_form(form).await?;
    let field = |name: &str| text.get(name).cloned().unwrap_or_default();
    let form = ProfileForm {
        name: field("name"),
        no_hp: field("no_hp"),
        alamat: field("alamat"),
        bank: field("bank"),
        rekening_bank: field("rekening_bank"),
        jenis_kelamin: field("jenis_kelamin"),
        tanggal_lahir: field("tanggal_lahir"),
        today: jakarta_date(clock.now_ms()),
    };
    let mut errors = fields::check_profile(&form);
    errors.extend(photo.as_deref().and_then(photo_error));
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let picture = match photo {
        Some(photo) => Some(store_photo(&storage, &random, photo).await?),
        None => None,
    };
    // The photo that is not in use any more goes: the old one, or the new one if the change fails.
    match change(&db, member.id, &form, picture.as_deref()).await {
        Ok(old) => {
            if let (Some(old), Some(_)) = (old, picture) {
                delete_photo(&storage, &old).await;
            }
        }
        Err(error) => {
            if let Some(picture) = picture {
                delete_photo(&storage, &picture).await;
            }
            return Err(error.into());
        }
    }
    let user = accounts::show(&mut *db.read().await?, member.id).await?;
    Ok(Json(AccountAnswer { message: "Profile updated successfully!".to_owned(), user }))
}

/// Writes a member's data, and the file of the new photo if there is one; gives the file that was there before.
async fn change(db: &Db, member: MemberId, form: &ProfileForm, picture: Option<&str>) -> sqlx::Result<Option<String>> {
    let mut tx = db.write().await?;
    let changed = accounts::change(&mut tx, member, form, picture).await?;
    orders::rename_member(&mut tx, member, &changed.searched_before, &changed.searched).await?;
    tx.commit().await?;
    Ok(changed.picture_before)
}
