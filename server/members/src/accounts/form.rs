//! Form of an account, at registration and later: its fields, its photo, and the response.

use std::{collections::HashMap, io::Cursor};

use axum::extract::multipart::Field;
use bytes::{Bytes, BytesMut};
use image::{
    DynamicImage, ImageFormat, Rgb, RgbImage,
    imageops::{self, FilterType},
};
use ksmart_core::fields::{self, FieldError, MAX_PHOTO_BYTES, PhotoHead};
use ksmart_foundation::{
    error::{Error, Result},
    extract::Multipart,
    storage::{Storage, pictures},
    time::Random,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::account::User;

/// Maximum size of a request with a photo, in bytes: the photo, and room for the text fields.
pub const UPLOAD_LIMIT: usize = MAX_PHOTO_BYTES + 64 * 1024;

/// The longest side of a stored profile picture, in pixels.
const PROFILE_PICTURE_SIDE: u32 = 512;

/// Response to a change of an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountAnswer {
    /// Message to show.
    pub message: String,
    /// Account after the change.
    pub user: User,
}

/// Deletes a photo that no account shows any longer. A failure is logged, and only costs storage space.
pub async fn delete_photo(storage: &Storage, file: &str) {
    let _ = storage.delete(&format!("profile/{file}")).await;
}

/// Reads a form: its text fields by name, and the photo if one was chosen.
///
/// # Errors
/// 400 for an invalid form, 413 for one that is too large.
pub async fn read_form(Multipart(mut form): Multipart) -> Result<(HashMap<String, String>, Option<Bytes>)> {
    let (mut text, mut photo) = (HashMap::new(), None);
    while let Some(field) = form.next_field().await? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "profile_picture" {
            photo = Some(read_photo(field).await?).filter(|bytes| !bytes.is_empty());
        } else {
            text.insert(name, field.text().await?);
        }
    }
    Ok((text, photo))
}

/// Reads a photo up to the maximum size.
async fn read_photo(mut field: Field<'_>) -> Result<Bytes> {
    let mut photo = BytesMut::new();
    while let Some(part) = field.chunk().await? {
        photo.extend_from_slice(&part);
        // The rest of the upload is not awaited.
        if photo.len() > MAX_PHOTO_BYTES {
            let said = photo_error(&photo).map(|refused| refused.message.to_string());
            return Err(Error::too_large().with_message(said.unwrap_or_default()));
        }
    }
    Ok(photo.freeze())
}

/// Returns the error of a photo, if there is one.
pub fn photo_error(photo: &[u8]) -> Option<FieldError> {
    let head = photo[..photo.len().min(16)].to_vec();
    fields::check_photo(&PhotoHead { size: photo.len(), head })
}

/// Decodes a photo, shrinks it, and stores it as JPEG without its metadata; returns its file name.
///
/// The name has a random part besides the hash: two members with the same photo have separate files. Replacing one
/// deletes nothing of the other, and no one can discover who else uploaded a photo.
///
/// # Errors
/// 422 for an invalid picture; also fails if the storage fails.
pub async fn store_photo(storage: &Storage, random: &Random, photo: Bytes) -> Result<String> {
    let uploaded = photo.clone();
    let work = move || {
        let picture = pictures::decode(&photo)?;
        let side = PROFILE_PICTURE_SIDE.min(picture.width().max(picture.height()));
        let small = picture.resize(side, side, FilterType::Lanczos3);
        // JPEG has no transparency: transparent areas become white.
        let mut flat = DynamicImage::from(RgbImage::from_pixel(small.width(), small.height(), Rgb([255; 3])));
        imageops::overlay(&mut flat, &small, 0, 0);
        let mut jpeg = Cursor::new(Vec::new());
        flat.to_rgb8().write_to(&mut jpeg, ImageFormat::Jpeg).ok()?;
        Some(jpeg.into_inner())
    };
    let Some(jpeg) = storage.work(work).await? else {
        return Err(Error::invalid(pictures::decoding_error(storage, uploaded).await?));
    };
    let key = storage.store("profile", &random.token(16).to_lowercase(), "jpg", jpeg).await?;
    Ok(key.trim_start_matches("profile/").to_owned())
}
