//! Pictures uploaded by administrators, before the item that uses them is saved.

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
};
use image::imageops::FilterType;
use ksmart_foundation::{
    db::{Db, TextEnum},
    document::routes,
    error::{Error, Result},
    extract::{Multipart, Path, Query},
    storage::{self, Storage, pictures},
    text_enum,
    time::Random,
};
use ksmart_identity::roles::{self, Admin, CATALOGUE, FINANCE, OWNER};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Maximum size of an upload, in bytes.
const MAX_UPLOAD: usize = 12 * 1024 * 1024;

/// Maximum side length of a stored picture, in pixels.
const MAX_SIDE: u32 = 1600;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(upload)).layer(DefaultBodyLimit::max(MAX_UPLOAD)).routes(routes!(show_proof))
}

/// Purpose of an uploaded picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Folder {
    Products,
    Categories,
    Vouchers,
    Banners,
    PopupVouchers,
    Proofs,
    Brand,
}

impl Folder {
    /// Rights for this folder as bits, of which an administrator needs one; an owner may write everywhere.
    fn rights(self) -> u8 {
        match self {
            Self::Proofs => FINANCE,
            Self::Brand => OWNER,
            _ => CATALOGUE,
        }
    }

    /// Maximum side length of a stored picture, in pixels.
    fn max_side(self) -> u32 {
        match self {
            Self::Brand => pictures::ICON_SIDE,
            _ => MAX_SIDE,
        }
    }
}

text_enum!(Folder {
    Products => "products", Categories => "categories", Vouchers => "vouchers", Banners => "banners",
    PopupVouchers => "popup-vouchers", Proofs => "proofs", Brand => "brand",
});

#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct UploadFor {
    /// Purpose of the picture.
    #[param(inline)]
    folder: Folder,
}

/// A stored picture.
#[derive(Debug, Serialize, ToSchema)]
struct Uploaded {
    /// Path below `/storage/`, by which forms refer to the picture.
    picture: String,
    /// Width in pixels.
    width: u32,
    /// Height in pixels.
    height: u32,
}

/// The part of a multipart upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the part is read by its name")]
struct Upload {
    /// JPEG, PNG or WebP, up to 12 MB.
    #[schema(value_type = String, content_media_type = "application/octet-stream")]
    picture: Vec<u8>,
}

/// Stores a picture (multipart field `picture`; JPEG, PNG or WebP, up to 12 MB): turned upright, at most 1600 pixels a
/// side, encoded again as WebP, without its metadata; a logo or an icon at most 512, as PNG. 403 for a folder of
/// another desk.
#[utoipa::path(post, path = "/api/admin/pictures", request_body(content = Upload, content_type = "multipart/form-data"), operation_id = "uploadPicture",
    responses((status = 201, body = Uploaded), (status = 422)))]
async fn upload(
    State(db): State<Db>,
    State(random): State<Random>,
    State(storage): State<Storage>,
    Admin(admin): Admin<{ CATALOGUE | FINANCE }>,
    Query(wanted): Query<UploadFor>,
    Multipart(mut form): Multipart,
) -> Result<(axum::http::StatusCode, Json<Uploaded>)> {
    if roles::rights(&mut *db.read().await?, admin.id).await? & wanted.folder.rights() == 0 {
        return Err(Error::forbidden());
    }
    let mut file = None;
    while let Some(field) = form.next_field().await? {
        if field.name() == Some("picture") {
            file = Some(field.bytes().await?);
        }
    }
    let file = file.ok_or_else(|| Error::invalid("Pilih gambarnya."))?;
    let (folder, side) = (wanted.folder, wanted.folder.max_side());
    let uploaded = file.clone();
    let work = move || {
        let picture = pictures::decode(&file)?;
        let large = picture.width().max(picture.height()) > side;
        let picture = if large { picture.resize(side, side, FilterType::Lanczos3) } else { picture };
        let (width, height) = (picture.width(), picture.height());
        // Lossy encoding visibly damages flat colours and fine edges.
        let encoded = if folder == Folder::Brand { pictures::png(&picture) } else { pictures::encode(picture) };
        encoded.map(|bytes| (bytes, width, height))
    };
    let Some((bytes, width, height)) = storage.work(work).await? else {
        return Err(Error::invalid(pictures::decoding_error(&storage, uploaded).await?));
    };
    let name = random.token(8).to_lowercase();
    let extension = if folder == Folder::Brand { "png" } else { "webp" };
    let picture = storage.store(folder.text(), &name, extension, bytes).await?;
    Ok((axum::http::StatusCode::CREATED, Json(Uploaded { picture, width, height })))
}

/// Returns an uploaded proof of payment, for administrators of finance.
#[utoipa::path(get, path = "/api/admin/proofs/{file}", operation_id = "showProof",
    responses((status = 200, content_type = "image/webp", body = String)))]
async fn show_proof(
    State(storage): State<Storage>,
    _: Admin<FINANCE>,
    Path(file): Path<String>,
) -> Result<axum::response::Response> {
    let key = format!("{}/{file}", storage::PROOFS);
    storage::check_key(storage::PROOFS, &key).map_err(|_| Error::not_found("Berkas tidak ditemukan."))?;
    storage::show_private(&storage, &key).await
}
