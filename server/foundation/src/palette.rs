//! Colour palette derived from one accent colour, with legible text in the light and the dark theme.

use std::fmt;

/// Colour in sRGB: red, green and blue, each 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour([u8; 3]);

/// Minimum contrast of text with its background (WCAG 2.2, AA).
const CONTRAST: f64 = 4.5;

const BLACK: Colour = Colour([0; 3]);
const WHITE: Colour = Colour([255; 3]);
const GREY: Colour = Colour([128; 3]);

/// Backgrounds of links and buttons, as in `web/src/style.css`: `--paper`, `--surface` and `--sunken`.
const LIGHT: [Colour; 3] = [Colour([0xfa, 0xf8, 0xf4]), WHITE, Colour([0xf3, 0xf0, 0xe9])];
const DARK: [Colour; 3] = [Colour([0x0d, 0x17, 0x14]), Colour([0x14, 0x22, 0x1d]), Colour([0x0f, 0x1b, 0x17])];

/// Shades of an accent in one theme.
#[derive(Debug, Clone, Copy)]
pub struct Shades {
    /// Colour of links and buttons.
    pub brand: Colour,
    /// Colour of links and buttons under the pointer.
    pub strong: Colour,
    /// Colour of the text on buttons.
    pub on_brand: Colour,
    /// Soft background of a link or a mark.
    pub soft: Colour,
}

/// Shades of an accent in both themes.
#[derive(Debug, Clone, Copy)]
pub struct Palette {
    /// Shades in the light theme.
    pub light: Shades,
    /// Shades in the dark theme.
    pub dark: Shades,
}

impl Colour {
    /// Reads a colour such as `#0f7b5c`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |from: usize| u8::from_str_radix(digits.get(from..from + 2)?, 16).ok();
        digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
        Some(Self([part(0)?, part(2)?, part(4)?]))
    }

    /// Mixes `percent` percent of another colour into this one.
    fn mixed(self, other: Self, percent: u32) -> Self {
        let mix = |one: u8, other: u8| {
            let sum = u32::from(one) * (100 - percent) + u32::from(other) * percent;
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        Self([mix(self.0[0], other.0[0]), mix(self.0[1], other.0[1]), mix(self.0[2], other.0[2])])
    }

    /// Returns the relative luminance as WCAG 2.2 defines it, 0 to 1.
    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Whether the colour is a red that could be mistaken for the colour of errors.
    fn is_reddish(self) -> bool {
        let [red, green, blue] = self.0.map(i32::from);
        let (most, least) = (green.max(blue), green.min(blue));
        // Up to 30 degrees from pure red on the colour wheel, and not too pale or dark to have a hue.
        red - least > 40 && (most - least) * 2 < red - least
    }

    /// Returns the contrast ratio of the two colours as WCAG 2.2 defines it, 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if one > other { one / other } else { other / one }
    }

    /// Returns this colour with as little of `towards` mixed in as makes it legible on all backgrounds in `on`.
    fn legible(self, towards: Self, on: &[Self]) -> Self {
        let fits = |colour: &Self| on.iter().all(|behind| colour.contrast(*behind) >= CONTRAST);
        (0..=50).map(|step| self.mixed(towards, step * 2)).find(fits).unwrap_or(towards)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Palette {
    /// Returns the palette of an accent, darkened for the light theme and lightened for the dark one as far as
    /// legibility requires. A reddish accent gets a grey background: pale red is the background of errors.
    pub fn of(accent: Colour) -> Self {
        let tint = if accent.is_reddish() { GREY } else { accent };
        let soft = WHITE.mixed(tint, 10);
        let brand = accent.legible(BLACK, &[LIGHT[0], LIGHT[1], LIGHT[2], soft]);
        let light = Shades { brand, strong: brand.mixed(BLACK, 20), on_brand: WHITE, soft };
        let soft = DARK[1].mixed(tint, 22);
        let brand = accent.legible(WHITE, &[DARK[0], DARK[1], DARK[2], soft]);
        let on_brand = BLACK.mixed(accent, 15).legible(BLACK, &[brand]);
        let dark = Shades { brand, strong: brand.mixed(WHITE, 20), on_brand, soft };
        Self { light, dark }
    }

    /// Returns the style sheet rules that override the program's own colours with this palette.
    pub fn css(&self) -> String {
        let rule = |selector: &str, Shades { brand, strong, on_brand, soft }: Shades| {
            format!(
                "html{selector}{{--brand:{brand};--brand-strong:{strong};--on-brand:{on_brand};--brand-soft:{soft}}}"
            )
        };
        rule(":root", self.light) + &rule(".dark", self.dark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_parsed_from_hex() {
        assert_eq!(Colour::parse("#0f7B5c").unwrap().to_string(), "#0f7b5c");
        for text in ["", "#fff", "0f7b5c", "#0f7b5", "#0f7b5c0", "#+f7b5c", "#0f7b5é", "red"] {
            assert_eq!(Colour::parse(text), None, "{text}");
        }
        let contrast = Colour::parse("#777777").unwrap().contrast(WHITE);
        assert!((contrast - 4.478).abs() < 0.001, "{contrast}");
    }

    #[test]
    fn every_accent_is_readable_in_both_themes() {
        // All combinations of these values of red, green and blue.
        let steps = [0, 40, 90, 128, 170, 215, 255];
        for place in 0..steps.len().pow(3) {
            let part = |power: u32| steps[place / steps.len().pow(power) % steps.len()];
            let accent = Colour([part(0), part(1), part(2)]);
            let Palette { light, dark } = Palette::of(accent);
            for (Shades { brand, strong, on_brand, soft }, behind) in [(light, LIGHT), (dark, DARK)] {
                for other in behind.into_iter().chain([soft, on_brand]) {
                    assert!(brand.contrast(other) >= CONTRAST, "{accent}: {brand} on {other}");
                    assert!(strong.contrast(other) >= CONTRAST, "{accent}: {strong} on {other}");
                }
            }
        }
    }

    #[test]
    fn a_red_accent_gets_a_grey_background() {
        let grounds = |accent: Colour| {
            let Palette { light, dark } = Palette::of(accent);
            [light.soft, dark.soft]
        };
        for red in ["#b3261e", "#e53935", "#c2185b", "#8b0000", "#ff7043"] {
            assert_eq!(grounds(Colour::parse(red).unwrap()), grounds(GREY), "{red}");
        }
        for other in ["#0f7b5c", "#f2a922", "#7b1fa2", "#1f5fa6"] {
            assert_ne!(grounds(Colour::parse(other).unwrap()), grounds(GREY), "{other}");
        }
    }

    #[test]
    fn a_readable_accent_stays_unchanged() {
        let green = Colour::parse("#0f7b5c").unwrap();
        assert_eq!(Palette::of(green).light.brand, green);
        let css = Palette::of(green).css();
        assert!(css.starts_with("html:root{--brand:#0f7b5c;") && css.contains("}html.dark{--brand:#"), "{css}");
    }

    #[test]
    fn background_colours_match_the_style_sheet() {
        let sheet = include_str!("../../../web/src/style.css");
        let (light, dark) = sheet.split_once("\n.dark {").unwrap();
        for (theme, colours) in [(light, LIGHT), (dark, DARK)] {
            for (name, colour) in ["paper", "surface", "sunken"].into_iter().zip(colours) {
                assert!(theme.contains(&format!("--{name}: {colour};")), "--{name}: {colour}");
            }
        }
    }
}
