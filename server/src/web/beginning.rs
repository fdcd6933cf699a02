//! What a page shows before the app runs: the bar and what the page is about. It looks as the app's own parts do, so
//! that nothing moves when the app takes its place; each piece names the part that it follows. The app's style sheet
//! reads the classes in this file.

use crate::{
    foundation::addresses::{picture_path, voucher_path},
    web::{
        built::built,
        head::{escape, one_line},
    },
};
use crate::{
    foundation::format::{number, rupiah},
    shop::{
        catalog::{Offer, Product},
        content::Banner,
        vouchers::{VoucherRow, popups::PopupVoucher},
    },
};

/// How many products a list begins with.
const CARDS: usize = 4;

/// How the app shows a picture: another address, or another `srcset` or `sizes`, would fetch it twice.
struct Shown {
    sizes: &'static str,
    widths: &'static [u32],
    /// Width and height of its shape.
    ratio: (u32, u32),
}

/// As `web/src/features/home/BannerCarousel.tsx` has it.
const BANNER: Shown = Shown { sizes: "(min-width: 72rem) 69rem, 100vw", widths: &[400, 800, 1200], ratio: (1560, 531) };

/// As `web/src/features/catalog/Gallery.tsx` has it.
const GALLERY: Shown = Shown { sizes: "(min-width: 48rem) 50vw, 100vw", widths: &[800], ratio: (1, 1) };

/// As `web/src/ui/ProductCard.tsx` has it.
const CARD: Shown = Shown {
    sizes: "(min-width: 80rem) 17rem, (min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 45vw",
    widths: &[256, 400, 600],
    ratio: (1, 1),
};

/// As `VoucherPage.tsx` and `VoucherPicture.tsx` in `web/src/features/vouchers/` have it.
const VOUCHER: Shown = Shown { sizes: "(min-width: 48rem) 45rem, 92vw", widths: &[400, 800, 1200], ratio: (5, 2) };

/// As `web/src/features/home/PopupVoucher.tsx` has it.
const POPUP: Shown = Shown { sizes: "(min-width: 26rem) 24rem, 92vw", widths: &[400, 600, 800], ratio: (4, 5) };

impl Shown {
    /// The picture, as `web/src/ui/Picture.tsx` makes it.
    fn image(&self, picture: &str, alt: &str, first: bool, class: &str) -> String {
        let (wide, high) = self.ratio;
        if picture.is_empty() {
            return format!("<div style=\"aspect-ratio:{wide}/{high}\" class=\"w-full bg-sunken {class}\"></div>");
        }
        let path = escape(&picture_path(picture));
        let url = |width: u32| format!("{path}?w={width}&amp;h={}", (width * high).div_ceil(wide));
        let set: Vec<String> = self.widths.iter().map(|width| format!("{} {width}w", url(*width))).collect();
        let largest = self.widths.last().map_or_else(String::new, |width| url(*width));
        format!(
            "<img src=\"{largest}\" srcset=\"{}\" sizes=\"{}\" alt=\"{}\" width=\"800\" height=\"{}\" \
             style=\"aspect-ratio:{wide}/{high}\"{} class=\"w-full bg-sunken object-cover {class}\">",
            set.join(", "),
            self.sizes,
            escape(&one_line(alt)),
            (800 * high + wide / 2) / wide,
            if first { " fetchpriority=\"high\"" } else { "" },
        )
    }
}

/// A page with this in its main part, below the bar of `web/src/features/shell/Navbar.tsx`.
fn page(main: &str) -> String {
    let logo = |file: &str, class: &str| {
        format!("<img src=\"/{file}\" alt=\"K-Smart\" width=\"115\" height=\"36\" class=\"{class}\">")
    };
    let (light, dark) = built().logos();
    format!(
        "<div class=\"sticky top-0 z-30 border-b border-line bg-paper/95\"><div class=\"page flex h-16 items-center\">\
         {}{}</div></div><main class=\"min-h-dvh\">{main}</main>",
        logo(light, "h-9 w-auto dark:hidden"),
        logo(dark, "hidden h-9 w-auto dark:block"),
    )
}

/// The room of the search box, `web/src/ui/ProductSearch.tsx`.
const SEARCH: &str = "<div class=\"flex h-13 w-full items-center rounded-full border border-edge bg-surface pl-11 \
                      text-muted\">Cari produk</div>";

/// The room of a back link, `web/src/ui/BackLink.tsx`.
const BACK: &str = "<span class=\"-ml-2 size-11 shrink-0\"></span>";

/// The room of the filters, `web/src/features/catalog/ListFilters.tsx`.
const FILTERS: &str =
    "<div class=\"flex flex-wrap gap-2\"><span class=\"h-11 w-33\"></span><span class=\"h-11 w-41\"></span></div>";

/// As `web/src/features/home/HomePage.tsx` begins.
pub fn home(banners: &[Banner], popups: &[PopupVoucher]) -> String {
    let banner = banners.first().map_or_else(String::new, |banner| {
        let controls = if banners.len() > 1 { "pb-9" } else { "" };
        let image = BANNER.image(&banner.picture, &banner.alt, true, "rounded-3xl");
        format!("<div class=\"{controls}\">{image}</div>")
    });
    page(&format!(
        "<div class=\"page pt-4 sm:pt-6\">{banner}\
         <section class=\"grid gap-5 py-6 sm:py-10 lg:grid-cols-2 lg:items-center lg:gap-12\"><div>\
         <h1 class=\"font-display text-3xl leading-tight font-semibold sm:text-4xl\">\
         Sehat setiap hari, dari rumah sendiri.</h1><p class=\"mt-2 text-muted\">Produk kesehatan, kecantikan, dan \
         rumah tangga pilihan. Setiap pembelian mengumpulkan BV.</p></div>{SEARCH}</section></div>{}",
        self::popups(popups)
    ))
}

/// The popups that greet a visitor, of which the page's loader opens one: as `web/src/features/home/PopupVoucher.tsx` and
/// `web/src/ui/Dialog.tsx` have it. The browser fetches the picture of none that stays closed.
fn popups(popups: &[PopupVoucher]) -> String {
    let dialog = |popup: &PopupVoucher| {
        let (id, code) = (popup.id, escape(&popup.code));
        format!(
            "<dialog data-popup=\"{id}\" aria-labelledby=\"popup-{id}\" class=\"m-auto w-[calc(100%-2rem)] rounded-3xl \
             bg-surface text-ink shadow-2xl backdrop:bg-black/50 max-w-sm\"><div class=\"relative\">\
             <h2 id=\"popup-{id}\" class=\"sr-only\">Voucher {code}</h2>\
             <button type=\"button\" aria-label=\"Tutup\" class=\"absolute top-3 right-3 z-10 grid size-11 \
             place-items-center rounded-full bg-surface/90 text-ink shadow hover:text-brand\"><svg aria-hidden=\"true\" \
             width=\"20\" height=\"20\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"><path d=\"M18 6 6 18\"/><path d=\"m6 6 12 12\"/></svg>\
             </button><a href=\"{}\" aria-label=\"Lihat voucher {code}\" \
             class=\"relative block overflow-hidden rounded-3xl bg-sunken\">{}</a></div></dialog>",
            escape(&voucher_path(&popup.code)),
            POPUP.image(&popup.picture, "", true, "relative"),
        )
    };
    if popups.is_empty() {
        return String::new();
    }
    format!("<template id=\"popups\">{}</template>", popups.iter().map(dialog).collect::<String>())
}

/// As `ListPage` in `web/src/features/catalog/listPages.tsx` begins; without products while it is not known which come
/// first.
pub fn list(title: &str, products: &[&Product]) -> String {
    let shown = products.iter().take(CARDS).enumerate();
    let cards: String = shown.map(|(place, product)| card(product, place == 0)).collect();
    let count = match products.len() {
        0 => String::new(),
        count => format!("<span class=\"ml-2 shrink-0 text-sm text-muted\">{count} produk</span>"),
    };
    page(&format!(
        "<div class=\"page py-6 sm:py-10\"><div class=\"mb-6 max-w-2xl\">{SEARCH}</div>\
         <div class=\"mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4\">\
         <div class=\"flex min-w-0 items-center gap-1\">{BACK}\
         <h1 class=\"min-w-0 font-display text-2xl font-semibold sm:text-3xl\">{}</h1>{count}</div>\
         {FILTERS}</div>\
         <div class=\"grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3 lg:grid-cols-4\">{cards}</div></div>",
        escape(title)
    ))
}

/// As `web/src/ui/ProductCard.tsx` has it, with room for the stars.
fn card(product: &Product, first: bool) -> String {
    format!(
        "<div class=\"flex flex-col overflow-hidden card\">{}<div class=\"flex flex-1 flex-col p-3 sm:p-4\">\
         <h3 class=\"line-clamp-2 text-sm leading-snug font-medium sm:text-base\">{}</h3>\
         <p class=\"mt-1.5 flex flex-wrap items-baseline gap-x-1\">\
         <span class=\"font-semibold tabular-nums sm:text-lg\">{}</span>\
         <span class=\"text-xs text-muted\">/ pcs</span></p>\
         <p class=\"mt-1.5 mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted\">\
         <span class=\"h-3.5 w-19.5\"></span><span>Terjual {}</span></p>\
         <span class=\"mt-auto inline-flex min-h-11 items-center justify-center rounded-full border border-edge \
         bg-surface text-sm font-semibold\">Lihat</span>\
         </div></div>",
        CARD.image(&product.picture, "", first, ""),
        escape(&one_line(&product.name)),
        rupiah(product.harga),
        number(product.terjual),
    )
}

/// As `web/src/features/catalog/ProductPage.tsx`, with `Gallery.tsx` and `Purchase.tsx` in it, begins.
pub fn product(offer: &Offer) -> String {
    page(&format!(
        "<div class=\"page pt-4 sm:pt-6\"><div class=\"size-11\"></div>\
         <div class=\"mt-2 grid grid-cols-1 gap-6 md:grid-cols-2 md:gap-10\"><div class=\"min-w-0\">\
         <div class=\"overflow-hidden rounded-3xl border border-line\">{}</div><div class=\"mt-3 h-18\"></div></div>\
         <div class=\"min-w-0\"><div class=\"flex flex-wrap items-start gap-x-4 gap-y-3\">\
         <h1 class=\"min-w-0 flex-1 basis-48 font-display text-2xl leading-tight font-semibold sm:text-4xl\">{}</h1>\
         <div class=\"h-11 w-37 shrink-0\"></div></div><p class=\"mt-3 h-5\"></p>\
         <p class=\"mt-4 flex items-baseline gap-1.5\"><span class=\"text-3xl font-semibold tabular-nums\">{}</span>\
         <span class=\"text-muted\">/ pcs</span></p></div></div></div>",
        GALLERY.image(&offer.picture, &offer.name, true, ""),
        escape(&one_line(&offer.name)),
        rupiah(offer.price_rp),
    ))
}

/// As `web/src/features/vouchers/VouchersPage.tsx` begins.
pub fn vouchers() -> String {
    page(&format!(
        "<div class=\"page max-w-5xl py-6 sm:py-10\"><div class=\"flex items-center gap-1 sm:min-h-12\">{BACK}\
         <h1 class=\"font-display text-2xl font-semibold sm:text-3xl\">Voucher</h1></div></div>"
    ))
}

/// As `web/src/features/vouchers/VoucherPage.tsx` begins.
pub fn voucher(row: &VoucherRow, valid: bool) -> String {
    let pale = if valid { "" } else { "opacity-45 grayscale" };
    page(&format!(
        "<div class=\"page max-w-3xl py-6 sm:py-10\"><div class=\"size-11\"></div><div class=\"mt-2\">{}\
         <h1 class=\"mt-6 font-display text-3xl font-semibold sm:text-4xl\">{}</h1></div></div>",
        VOUCHER.image(&row.picture, "", true, &format!("rounded-3xl {pale}")),
        escape(&row.title),
    ))
}

/// As `web/src/features/content/StaticPage.tsx` begins.
pub fn text(title: &str) -> String {
    page(&format!(
        "<article class=\"page max-w-3xl py-8 sm:py-12\"><div class=\"flex items-center gap-2\">{BACK}\
         <h1 class=\"font-display text-3xl font-semibold sm:text-4xl\">{}</h1></div></article>",
        escape(title)
    ))
}
