//! Generated pictures for entries without an uploaded one: soft circles on a gradient, always the same for the same
//! name.

use image::{DynamicImage, Rgb, RgbImage, imageops::FilterType};
use sha2::{Digest, Sha256};

use crate::{
    error::{Error, Result},
    storage::{Storage, pictures},
};

/// Pairs of colours, one of which is chosen for a picture: start and end of its gradient.
const PAIRS: [[[u8; 3]; 2]; 8] = [
    [[0xd6, 0xea, 0xdf], [0x8f, 0xc4, 0xa8]],
    [[0xf6, 0xe3, 0xc5], [0xe0, 0xb0, 0x7a]],
    [[0xd9, 0xe6, 0xf2], [0x93, 0xb7, 0xd8]],
    [[0xf3, 0xd9, 0xd6], [0xd9, 0x9a, 0x92]],
    [[0xe6, 0xde, 0xf0], [0xb2, 0x9f, 0xd0]],
    [[0xe9, 0xec, 0xcf], [0xb9, 0xc2, 0x78]],
    [[0xd3, 0xec, 0xec], [0x84, 0xc0, 0xc2]],
    [[0xf2, 0xe6, 0xea], [0xcf, 0x9f, 0xb3]],
];

/// Number of circles.
const CIRCLES: usize = 4;

/// Percentage of white that a circle adds to the colour below it.
const SHINE: u32 = 22;

/// Draws a picture of `width` × `height` pixels for a name and stores it in `folder`; returns its key.
///
/// # Errors
/// The store cannot be written.
pub async fn draw(storage: &Storage, folder: &str, [width, height]: [u32; 2], name: &str) -> Result<String> {
    let seed: [u8; 32] = Sha256::digest(name.as_bytes()).into();
    let drawn = storage.work(move || pictures::encode(picture(width, height, &seed))).await?;
    let drawn = drawn.ok_or_else(|| Error::internal("a drawn picture could not be encoded"))?;
    storage.store(folder, "gambar", "webp", drawn).await
}

fn picture(width: u32, height: u32, seed: &[u8; 32]) -> DynamicImage {
    // Drawn at twice the size and then scaled down, for smooth edges.
    let (wide, high) = (width * 2, height * 2);
    let [from, to] = PAIRS[usize::from(seed[0]) % PAIRS.len()];
    let part = |byte: u8, of: u32| i64::from(u32::from(byte) * of / 255);
    let circles: [[i64; 3]; CIRCLES] = std::array::from_fn(|circle| {
        let bytes = &seed[1 + circle * 3..];
        [part(bytes[0], wide), part(bytes[1], high), i64::from(high / 5) + part(bytes[2], high / 2)]
    });
    let drawn = RgbImage::from_fn(wide, high, |x, y| {
        let (across, down) = (i64::from(x), i64::from(y));
        let over =
            circles.iter().filter(|[at, below, radius]| (across - at).pow(2) + (down - below).pow(2) < radius.pow(2));
        let shine = over.fold(0, |shine, _| shine + (100 - shine) * SHINE / 100);
        let way = (x + y) * 100 / (wide + high);
        let mixed = |colour: usize| mix(mix(from[colour], to[colour], way), u8::MAX, shine);
        Rgb(std::array::from_fn(mixed))
    });
    DynamicImage::from(drawn).resize_exact(width, height, FilterType::Triangle)
}

/// Mixes `percent` of another shade into one.
fn mix(one: u8, other: u8, percent: u32) -> u8 {
    let sum = u32::from(one) * (100 - percent) + u32::from(other) * percent;
    u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_gets_its_own_picture() {
        let seed = |name: &str| Sha256::digest(name.as_bytes()).into();
        let tea = picture(100, 40, &seed("Teh"));
        assert_eq!((tea.width(), tea.height()), (100, 40));
        assert_eq!(tea, picture(100, 40, &seed("Teh")));
        assert_ne!(tea, picture(100, 40, &seed("Kopi")));
    }
}
