//! Pictures in the requested size: scaled down, as lossy WebP, made once for all servers and stored.

use std::{io::Cursor, sync::Arc};

use bytes::Bytes;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, RgbaImage, imageops::FilterType};
use moxcms::{ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, TransformOptions};
use object_store::{GetResult, ObjectStoreExt, path::Path as Key};
use serde::Deserialize;

use crate::{
    detached::detached,
    error::{Error, Result},
    format,
    storage::store::{Found, Storage, folder_of, not_found, place},
};

/// Side lengths of scaled pictures, in pixels. Requested lengths are rounded up to these, at most to the largest, so
/// that no caller can fill the store.
const SIDES: [u32; 8] = [64, 128, 256, 400, 600, 800, 1200, 1600];

/// Quality of the encoding, of 100.
const QUALITY: f32 = 80.0;

/// The largest side of a picture that is decoded, in pixels: a small file can hold an enormous picture.
const MAX_SIDE: u32 = 8192;

/// Maximum number of bytes of a decoded picture.
const MAX_DECODED: u64 = 128 * 1024 * 1024;

/// Maximum number of bytes of a file that is decoded.
const MAX_FILE: u64 = 32 * 1024 * 1024;

/// Maximum number of bytes of an ICC profile that is read: a text in a profile can be referenced very often, and each
/// reference costs its length. Profiles of cameras and screens have a few kilobytes.
const MAX_PROFILE: usize = 16 * 1024;

/// Size requested by the caller.
#[derive(Debug, Deserialize)]
pub(super) struct RequestedSize {
    w: Option<String>,
    h: Option<String>,
}

impl RequestedSize {
    /// Returns the frame that the picture should fit into, if any.
    ///
    /// # Errors
    /// 422: a side is not a whole number above zero.
    pub(super) fn frame(&self) -> Result<Option<Frame>> {
        let side = |text: &Option<String>| match text.as_deref().map(str::parse::<u32>) {
            None => Ok(None),
            Some(Ok(wanted)) if wanted > 0 => {
                Ok(SIDES.into_iter().find(|side| *side >= wanted).or(SIDES.last().copied()))
            }
            Some(_) => Err(Error::invalid("Ukuran gambar harus berupa bilangan bulat lebih dari nol.")),
        };
        let frame = Frame { width: side(&self.w)?, height: side(&self.h)? };
        Ok((frame.width.is_some() || frame.height.is_some()).then_some(frame))
    }
}

/// Maximum width and height of a picture, in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    width: Option<u32>,
    height: Option<u32>,
}

impl Frame {
    /// Returns the key of this size of the picture under `key`.
    fn key(self, key: &Key) -> Key {
        let side = |side: Option<u32>| side.map_or_else(String::new, |side| side.to_string());
        folder_of(key).join(format!("{}x{}.webp", side(self.width), side(self.height)))
    }

    /// Returns the size of a picture of `width` × `height` in this frame, in proportion; `None` if it already fits.
    fn fit(self, width: u32, height: u32) -> Option<(u32, u32)> {
        let (most_wide, most_high) = (self.width.unwrap_or(u32::MAX), self.height.unwrap_or(u32::MAX));
        if width <= most_wide && height <= most_high {
            return None;
        }
        let scaled = |side: u32, from: u32, to: u32| {
            let rounded = (u64::from(side) * u64::from(to) + u64::from(from) / 2) / u64::from(from);
            u32::try_from(rounded).unwrap_or(u32::MAX).max(1)
        };
        // The side that exceeds the frame by the larger factor decides.
        let by_width = u64::from(width) * u64::from(most_high) >= u64::from(height) * u64::from(most_wide);
        Some(if by_width {
            (most_wide, scaled(height, width, most_wide))
        } else {
            (scaled(width, height, most_high), most_high)
        })
    }
}

/// Picture in a requested size.
pub(super) enum Made {
    /// Scaled earlier, from the store; WebP.
    File(GetResult),
    /// Scaled for this request; WebP.
    Now { bytes: Bytes, tag: Option<String> },
    /// The original file is the best response.
    AsItIs,
    /// The caller already has this version (`If-None-Match`).
    Unchanged,
}

/// Returns the picture under `key` in a frame, from the store or newly made.
///
/// # Errors
/// 404 if there is no file, 422 if it is not a picture or is too large; also fails if the store does.
pub(super) async fn show(storage: &Storage, key: &Key, frame: Frame, known: Option<&str>) -> Result<Made> {
    let target = frame.key(key);
    if let Some(made) = made_before(storage, &target, known).await? {
        return Ok(made);
    }
    let turn = storage.picture_limits.turn(&target).await;
    if let Some(made) = made_before(storage, &target, known).await? {
        return Ok(made);
    }
    // Runs detached, so that the picture is finished and stored even if the caller disconnects.
    let (storage, key) = (storage.clone(), key.clone());
    let work = async move {
        let _turn = turn;
        make(&storage, &key, &target, frame).await
    };
    detached(work).await?
}

async fn made_before(storage: &Storage, target: &Key, known: Option<&str>) -> Result<Option<Made>> {
    Ok(match storage.find(target, known).await? {
        Found::Nothing => None,
        Found::Unchanged => Some(Made::Unchanged),
        // An empty file marks that the original file is the best response.
        Found::File(found) if found.meta.size == 0 => Some(Made::AsItIs),
        Found::File(found) => Some(Made::File(found)),
    })
}

async fn make(storage: &Storage, key: &Key, target: &Key, frame: Frame) -> Result<Made> {
    let unreadable = || Error::invalid("Gambar tidak dapat diolah.");
    let place = place(&storage.picture_limits.resizing).await?;
    let Found::File(found) = storage.find(key, None).await? else {
        return Err(not_found());
    };
    if found.meta.size > MAX_FILE {
        return Err(unreadable());
    }
    let file = found.bytes().await?;
    let scaled = tokio::task::spawn_blocking(move || {
        let _place = place;
        scale(&file, frame)
    });
    let scaled = scaled.await.map_err(Error::internal)?.ok_or_else(unreadable)?;
    let bytes = Bytes::from(scaled.unwrap_or_default());
    let kept = storage.put(target, bytes.clone()).await;
    // If the original was deleted during the work, nothing else would ever remove the resized picture.
    if matches!(storage.files.head(key).await, Err(object_store::Error::NotFound { .. })) {
        storage.delete_one(target).await?;
        return Err(not_found());
    }
    if bytes.is_empty() {
        return Ok(Made::AsItIs);
    }
    // A full store is logged for the operator; the shopper still gets the picture.
    let tag = kept.map_err(Error::from).ok().and_then(|kept| kept.e_tag);
    Ok(Made::Now { bytes, tag })
}

/// Returns a picture as WebP in a frame; `None` if it cannot be decoded.
///
/// `Some(None)` means that the original file is the best response: it already fits, and encoding would not help. Either
/// it is WebP, which another encoding would only make worse, or it would not become smaller.
fn scale(file: &[u8], frame: Frame) -> Option<Option<Vec<u8>>> {
    let picture = decode(file)?;
    let Some((width, height)) = frame.fit(picture.width(), picture.height()) else {
        let is_webp = matches!(image::guess_format(file), Ok(ImageFormat::WebP));
        let smaller = if is_webp { None } else { Some(encode(picture)?) };
        return Some(smaller.filter(|smaller| smaller.len() < file.len()));
    };
    if !picture.color().has_alpha() {
        return Some(Some(encode(picture.resize_exact(width, height, FilterType::Lanczos3))?));
    }
    // Colours are premultiplied by alpha, so that transparent pixels do not tint visible ones.
    let mut whole = picture.into_rgba8();
    weigh(&mut whole, |colour, alpha| colour * alpha / 255);
    let mut small = DynamicImage::from(whole).resize_exact(width, height, FilterType::Lanczos3).into_rgba8();
    weigh(&mut small, |colour, alpha| colour * 255 / alpha.max(1));
    Some(Some(encode(small.into())?))
}

fn weigh(picture: &mut RgbaImage, weighed: fn(u32, u32) -> u32) {
    for pixel in picture.pixels_mut() {
        let alpha = u32::from(pixel[3]);
        for colour in &mut pixel.0[..3] {
            *colour = u8::try_from(weighed((*colour).into(), alpha)).unwrap_or(u8::MAX);
        }
    }
}

/// Returns the message that explains why an uploaded picture could not be decoded: it has too many pixels, or is not a
/// picture.
///
/// # Errors
/// The decoder panicked.
pub async fn decoding_error(storage: &Storage, file: Bytes) -> Result<String> {
    let work = move || {
        let mut reader = ImageReader::new(Cursor::new(&file)).with_guessed_format().ok()?;
        let mut limits = image::Limits::no_limits();
        limits.max_alloc = Some(MAX_DECODED);
        reader.limits(limits);
        let decoder = reader.into_decoder().ok()?;
        let (width, height) = decoder.dimensions();
        let is_large = width.max(height) > MAX_SIDE || decoder.total_bytes() > MAX_DECODED;
        is_large.then(|| [width, height].map(|side| format::number(side.into())))
    };
    Ok(match storage.work(work).await? {
        Some([width, height]) => format!(
            "Gambar ini terlalu besar: {width} × {height} piksel. Perkecil menjadi paling besar 4.000 × 4.000 piksel, lalu \
             unggah lagi."
        ),
        None => "Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).".to_owned(),
    })
}

/// Decodes a picture, rotates it and converts its colours to sRGB, according to its metadata; `None` if it is not a
/// picture or is too large.
pub fn decode(file: &[u8]) -> Option<DynamicImage> {
    let mut reader = ImageReader::new(Cursor::new(file)).with_guessed_format().ok()?;
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODED);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    // The limit above covers only the memory that the decoder needs in addition to the picture itself.
    if decoder.total_bytes() > MAX_DECODED {
        return None;
    }
    // Phones store the rotation of a picture only in its metadata.
    let orientation = decoder.orientation().ok()?;
    let profile = decoder.icc_profile().ok().flatten();
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    if let Some(profile) = profile {
        picture = in_srgb(picture, &profile);
    }
    picture.apply_orientation(orientation);
    Some(picture)
}

/// Returns a picture with its colours converted from its ICC profile to sRGB, the colour space of pictures without a
/// profile. It stays unchanged if the profile is not for RGB or cannot be read. The decoder itself converts the inks of
/// a CMYK file to RGB; profiles of presses are longer than the maximum here.
///
/// Phones photograph in Display P3, and photographers deliver Adobe RGB: without the conversion, skin and goods look
/// pale once the profile is removed.
fn in_srgb(picture: DynamicImage, profile: &[u8]) -> DynamicImage {
    let has_alpha = picture.color().has_alpha();
    let Some(transform) = transform_of(profile, if has_alpha { Layout::Rgba } else { Layout::Rgb }) else {
        return picture;
    };
    let width = picture.width() as usize;
    let in_rows = |pixels: &mut [u8], channels: usize| {
        let mut before = vec![0; width * channels];
        for row in pixels.chunks_exact_mut(width * channels) {
            before.copy_from_slice(row);
            // Fails only for rows of different lengths.
            transform.transform(&before, row).ok();
        }
    };
    if has_alpha {
        let mut whole = picture.into_rgba8();
        in_rows(&mut whole, 4);
        whole.into()
    } else {
        let mut whole = picture.into_rgb8();
        in_rows(&mut whole, 3);
        whole.into()
    }
}

/// Returns the transformation of colours from an ICC profile to sRGB, if the profile is for RGB and can be read.
fn transform_of(profile: &[u8], layout: Layout) -> Option<Arc<Transform8BitExecutor>> {
    if profile.len() > MAX_PROFILE {
        return None;
    }
    let from = ColorProfile::new_from_slice(profile).ok().filter(|from| from.color_space == DataColorSpace::Rgb)?;
    from.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, TransformOptions::default()).ok()
}

/// Encodes a picture as lossy WebP, without metadata; `None` if it cannot be encoded.
pub fn encode(picture: DynamicImage) -> Option<Vec<u8>> {
    let (width, height) = (picture.width(), picture.height());
    let encoded = if picture.color().has_alpha() {
        webp::Encoder::from_rgba(&picture.into_rgba8(), width, height).encode_simple(false, QUALITY)
    } else {
        webp::Encoder::from_rgb(&picture.into_rgb8(), width, height).encode_simple(false, QUALITY)
    };
    Some(encoded.ok()?.to_vec())
}

/// Side of the largest icon that a device requests, in pixels.
pub const ICON_SIDE: u32 = 512;

/// Encodes a picture as PNG, without metadata; `None` if it cannot be encoded.
pub fn png(picture: &DynamicImage) -> Option<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).ok()?;
    Some(bytes.into_inner())
}

/// Returns an icon of `side` pixels as PNG: the picture, scaled to `percent` of the side, on the colour `ground`;
/// `None` if it cannot be encoded.
pub fn icon(picture: &DynamicImage, side: u32, percent: u32, ground: [u8; 4]) -> Option<Vec<u8>> {
    let inner = side * percent / 100;
    let small = picture.resize_exact(inner, inner, FilterType::Lanczos3).into_rgba8();
    let mut whole = RgbaImage::from_pixel(side, side, image::Rgba(ground));
    let edge = i64::from((side - inner) / 2);
    image::imageops::overlay(&mut whole, &small, edge, edge);
    png(&whole.into())
}

impl Storage {
    /// Runs work on a picture on a blocking thread; only a few such works run at once.
    ///
    /// # Errors
    /// The work panics.
    pub async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let place = place(&self.picture_limits.uploads).await?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await.map_err(Error::internal)
    }
}

#[cfg(test)]
mod tests {
    use image::{ImageEncoder, Rgb, RgbImage, codecs::jpeg::JpegEncoder};

    use super::*;

    /// Returns the middle pixel of a picture of one colour, decoded from a JPEG with an ICC profile.
    fn decoded(colour: [u8; 3], profile: Vec<u8>) -> [u8; 3] {
        let mut file = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut file, 100);
        encoder.set_icc_profile(profile).expect("JPEG holds profiles");
        encoder.encode_image(&RgbImage::from_pixel(16, 16, Rgb(colour))).expect("it is encoded");
        decode(&file).expect("it is a picture").to_rgb8().get_pixel(8, 8).0
    }

    fn near(colour: [u8; 3], wanted: [u8; 3]) -> bool {
        colour.iter().zip(wanted).all(|(one, other)| one.abs_diff(other) <= 2)
    }

    #[test]
    fn colour_profiles_are_converted_to_srgb() {
        let colour = [200, 100, 50];
        let p3 = ColorProfile::new_display_p3().encode().expect("a profile");
        let adobe = ColorProfile::new_adobe_rgb().encode().expect("a profile");
        let srgb = ColorProfile::new_srgb().encode().expect("a profile");
        assert!(near(decoded(colour, p3.clone()), [214, 94, 32]), "{:?}", decoded(colour, p3));
        assert!(near(decoded(colour, adobe.clone()), [227, 100, 42]), "{:?}", decoded(colour, adobe));
        assert!(near(decoded(colour, srgb), colour));
        assert!(near(decoded(colour, b"no profile".to_vec()), colour));
        let mut long = ColorProfile::new_display_p3().encode().expect("a profile");
        long.resize(MAX_PROFILE + 1, 0);
        assert!(near(decoded(colour, long), colour), "a long profile is not read");
    }

    #[test]
    fn cmyk_pictures_are_converted_to_rgb() {
        // A JPEG of magenta and yellow, with a little black.
        let colour = decode(include_bytes!("cmyk.jpg")).expect("it is a picture").to_rgb8().get_pixel(8, 8).0;
        assert!(near(colour, [235, 51, 51]), "{colour:?}");
    }

    #[tokio::test]
    async fn busy_uploads_do_not_delay_shown_pictures() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let storage = Storage::open(&format!("file://{}", folder.path().display())).expect("a store");
        let key = Key::from("products/teh.png");
        let png = png(&RgbImage::from_pixel(200, 100, Rgb([9, 9, 9])).into()).expect("it is encoded");
        storage.put(&key, png.into()).await.expect("it is kept");
        let frame = |side| Frame { width: Some(side), height: None };
        let all = |places: &Arc<tokio::sync::Semaphore>| {
            Arc::clone(places).try_acquire_many_owned(u32::try_from(places.available_permits()).unwrap())
        };
        // First all places for uploads are taken, then all places for pictures that are only shown.
        let busy = all(&storage.picture_limits.uploads).expect("places");
        assert!(show(&storage, &key, frame(64), None).await.is_ok());
        drop(busy);
        let _busy = all(&storage.picture_limits.resizing).expect("places");
        assert_eq!(storage.work(|| 1).await.expect("work"), 1);
    }

    fn fit(frame: (Option<u32>, Option<u32>), picture: (u32, u32)) -> Option<(u32, u32)> {
        Frame { width: frame.0, height: frame.1 }.fit(picture.0, picture.1)
    }

    #[test]
    fn pictures_are_scaled_down_in_proportion() {
        assert_eq!(fit((Some(400), Some(400)), (800, 800)), Some((400, 400)));
        assert_eq!(fit((Some(400), Some(400)), (1000, 500)), Some((400, 200)));
        assert_eq!(fit((Some(400), Some(400)), (500, 1000)), Some((200, 400)));
        assert_eq!(fit((Some(400), None), (500, 1000)), Some((400, 800)));
        assert_eq!(fit((None, Some(400)), (1000, 500)), Some((800, 400)));
        assert_eq!(fit((Some(1200), Some(64)), (800, 800)), Some((64, 64)));
        assert_eq!(fit((Some(64), None), (8000, 3)), Some((64, 1)));
        assert_eq!(fit((Some(400), Some(400)), (400, 399)), None);
        assert_eq!(fit((Some(400), None), (300, 8000)), None);
    }
}
