//! Permissions of every call, headers of every answer, and clients that do harm by being slow or numerous.

use std::{collections::BTreeMap, time::Duration};

use axum::{Router, body::Body, routing::get};
use futures_util::{StreamExt, stream, stream::FuturesUnordered};
use ksmart_foundation::config::{Config, TrustedProxies};
use ksmart_identity::roles::{ANY_ADMIN, CATALOGUE, FINANCE, FULFILMENT, OWNER, Role};
use ksmart_ops::serving::{self, Timeouts};
use reqwest::{Method, multipart};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
};

use crate::shop::Shop;

/// Callers whom a call serves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Served {
    Everyone,
    /// Members, each only for themselves: `privacy` tests their access to others.
    Members,
    /// Members whose session has recently confirmed their identity.
    Confirmed,
    /// Administrators at these desks, and the owner.
    Desks(u8),
}

use Served::{Confirmed, Desks, Everyone, Members};

/// Every call of the shop with its permitted callers.
const CALLS: &[(&str, Served)] = &[
    ("get /api/products", Everyone),
    ("get /api/product/{id}", Everyone),
    ("get /api/product/{id}/variants", Everyone),
    ("get /api/product/{id}/images", Everyone),
    ("get /api/product/{id}/augmented", Everyone),
    ("get /api/categories", Everyone),
    ("get /api/banners", Everyone),
    ("get /api/popup-voucher", Everyone),
    ("get /api/reviews", Everyone),
    ("post /api/reviews", Members),
    ("get /api/reviews/user/{user_id}", Members),
    ("get /api/reviews/highlights", Everyone),
    ("get /api/questions", Everyone),
    ("post /api/questions", Members),
    ("get /api/questions/mine", Members),
    ("post /api/chat", Everyone),
    ("post /api/page-faults", Everyone),
    ("get /api/me", Members),
    ("put /api/me/password", Members),
    ("post /api/me/logout-others", Members),
    ("post /api/login", Everyone),
    ("post /api/logout", Members),
    ("get /api/sessions", Members),
    ("delete /api/sessions", Members),
    ("delete /api/sessions/{id}", Members),
    ("get /api/me/bank-account", Members),
    ("post /api/me/bank-account/confirm", Members),
    ("get /api/me/privacy", Members),
    ("get /api/me/export", Members),
    ("get /api/me/erasure", Members),
    ("post /api/me/erasure", Members),
    ("get /api/admin/sessions", Desks(OWNER)),
    ("get /api/admin/staff/{uid}/sessions", Desks(OWNER)),
    ("delete /api/admin/staff/{uid}/sessions", Desks(OWNER)),
    ("delete /api/admin/sessions/{id}", Desks(OWNER)),
    ("post /api/login/factor", Everyone),
    ("post /api/login/passkey", Everyone),
    ("post /api/password-forgotten", Everyone),
    ("post /api/email-verification", Everyone),
    ("post /api/me/email", Members),
    ("post /api/me/email-verification", Members),
    ("post /api/me/confirmation", Members),
    ("post /api/me/confirmation/passkey", Members),
    ("get /api/me/factors", Members),
    ("post /api/me/factors/totp", Confirmed),
    ("delete /api/me/factors/totp", Confirmed),
    ("post /api/me/factors/totp/proof", Confirmed),
    ("post /api/me/factors/passkeys", Confirmed),
    ("post /api/me/factors/passkeys/answer", Confirmed),
    ("delete /api/me/factors/passkeys/{id}", Confirmed),
    ("post /api/me/factors/recovery-codes", Confirmed),
    ("post /api/register", Everyone),
    ("put /api/update", Members),
    ("get /api/leaders/{uid}", Everyone),
    ("get /api/downlines", Members),
    ("get /api/cart", Members),
    ("post /api/cart", Members),
    ("put /api/cart/decrease", Members),
    ("delete /api/cart/{id}", Members),
    ("get /api/wishlist", Members),
    ("post /api/wishlist", Members),
    ("delete /api/wishlist/{id}", Members),
    ("get /api/vouchers", Everyone),
    ("get /api/vouchers/{code}", Everyone),
    ("get /api/search-destination", Everyone),
    ("get /api/shipping-methods", Everyone),
    ("get /api/calculate-shipping", Everyone),
    ("get /api/transactions/{order_id}/tracking", Members),
    ("get /api/plans", Everyone),
    ("get /api/plan-choice", Everyone),
    ("get /api/seller", Members),
    ("get /api/active-bv-periods", Everyone),
    ("get /api/bv-periods", Everyone),
    ("get /api/history-bv", Members),
    ("get /api/downline-bv-summary", Members),
    ("get /api/bv-report", Members),
    ("get /api/bv-summary", Members),
    ("get /api/rank-card", Members),
    ("get /api/bonuses", Members),
    ("get /api/bonuses/", Members),
    ("get /api/bonuses/{id}/lines", Members),
    ("get /storage/proofs/{id}", Members),
    ("get /api/admin/proofs/{file}", Desks(FINANCE)),
    ("post /api/checkout-temp", Members),
    ("get /api/checkout-temp/{token}", Members),
    ("delete /api/checkout-temp/{token}", Members),
    ("post /api/create-transaction", Members),
    ("get /api/transactions/user/{user_id}", Members),
    ("get /api/transactions/{order_id}", Members),
    ("post /api/transactions/{order_id}/complete", Members),
    ("post /api/transactions/{order_id}/cancel", Members),
    ("post /api/admin/orders/{order_id}/release", Desks(FULFILMENT)),
    ("post /api/admin/orders/{order_id}/pack", Desks(FULFILMENT)),
    ("post /api/admin/orders/{order_id}/ship", Desks(FULFILMENT)),
    ("post /api/admin/orders/{order_id}/complete", Desks(FULFILMENT)),
    ("post /api/admin/orders/{order_id}/cancel", Desks(FULFILMENT)),
    ("post /api/admin/orders/{order_id}/refund", Desks(FINANCE)),
    ("delete /api/admin/orders/{order_id}/refund", Desks(FINANCE)),
    ("post /api/admin/orders/{order_id}/refund/approve", Desks(FINANCE)),
    ("post /api/admin/orders/{order_id}/return", Desks(FULFILMENT)),
    ("post /api/admin/orders/{order_id}/discard", Desks(OWNER)),
    ("post /api/admin/orders/{order_id}/cash", Desks(FINANCE)),
    ("post /api/admin/orders/{order_id}/transfer", Desks(FINANCE)),
    ("get /api/admin/orders/{order_id}/address", Desks(FULFILMENT)),
    ("put /api/admin/orders/{order_id}/address", Desks(FULFILMENT)),
    ("post /api/admin/cod-settlements", Desks(FINANCE)),
    ("get /api/transactions/{order_id}/returns", Members),
    ("post /api/transactions/{order_id}/returns", Members),
    ("post /api/transactions/{order_id}/returns/quote", Members),
    ("post /api/returns/{id}/withdraw", Members),
    ("get /api/return-pictures/{id}", Members),
    ("get /api/admin/orders/{order_id}/returns", Desks(FULFILMENT | FINANCE)),
    ("post /api/admin/orders/{order_id}/returns", Desks(FULFILMENT)),
    ("post /api/admin/orders/{order_id}/returns/quote", Desks(FULFILMENT)),
    ("get /api/admin/returns", Desks(FULFILMENT | FINANCE)),
    ("get /api/admin/returns/{id}", Desks(FULFILMENT | FINANCE)),
    ("post /api/admin/returns/{id}/approve", Desks(FULFILMENT)),
    ("post /api/admin/returns/{id}/refuse", Desks(FULFILMENT)),
    ("post /api/admin/returns/{id}/receive", Desks(FULFILMENT)),
    ("post /api/admin/returns/{id}/replace", Desks(FULFILMENT)),
    ("post /api/admin/returns/{id}/refund", Desks(FINANCE)),
    ("post /api/admin/returns/{id}/transfer", Desks(FINANCE)),
    ("post /api/admin/returns/{id}/transfer/approve", Desks(FINANCE)),
    ("get /api/admin/orders", Desks(FULFILMENT | FINANCE)),
    ("get /api/admin/orders/print", Desks(FULFILMENT)),
    ("get /api/admin/orders.csv", Desks(FULFILMENT | FINANCE)),
    ("get /api/admin/orders.xlsx", Desks(FULFILMENT | FINANCE)),
    ("get /api/admin/members.csv", Desks(FINANCE)),
    ("get /api/admin/members.xlsx", Desks(FINANCE)),
    ("post /api/admin/orders/{order_id}/notes", Desks(FULFILMENT | FINANCE)),
    ("delete /api/admin/order-notes/{id}", Desks(FULFILMENT | FINANCE)),
    ("put /api/admin/orders/{order_id}/tags", Desks(FULFILMENT | FINANCE)),
    ("get /api/admin/order-tags", Desks(FULFILMENT | FINANCE)),
    ("get /api/admin/order-views", Desks(FULFILMENT | FINANCE)),
    ("put /api/admin/order-views", Desks(FULFILMENT | FINANCE)),
    ("delete /api/admin/order-views/{id}", Desks(FULFILMENT | FINANCE)),
    ("get /api/admin/orders/{order_id}", Desks(FULFILMENT | FINANCE)),
    ("put /api/admin/orders/{order_id}/resi", Desks(FULFILMENT)),
    ("post /api/admin/payment-problems/{id}/solve", Desks(FINANCE)),
    ("post /api/admin/payment-problems/{id}/accept", Desks(FINANCE)),
    ("put /api/admin/me", Desks(ANY_ADMIN)),
    ("get /api/admin/today", Desks(ANY_ADMIN)),
    ("get /api/admin/live", Desks(ANY_ADMIN)),
    ("get /api/admin/books", Desks(FINANCE)),
    ("get /api/admin/books.csv", Desks(FINANCE)),
    ("get /api/admin/reports/sales", Desks(FINANCE)),
    ("get /api/admin/reports/sales.csv", Desks(FINANCE)),
    ("get /api/admin/reports/sales/orders", Desks(FINANCE)),
    ("get /api/admin/reports/stock", Desks(CATALOGUE | FINANCE)),
    ("get /api/admin/reports/stock.csv", Desks(CATALOGUE | FINANCE)),
    ("get /api/admin/reports/lapsed", Desks(FINANCE)),
    ("get /api/admin/reports/lapsed.csv", Desks(FINANCE)),
    ("get /api/admin/reports/cohorts", Desks(FINANCE)),
    ("get /api/admin/reports/cohorts.csv", Desks(FINANCE)),
    ("get /api/admin/sales", Desks(FINANCE)),
    ("get /api/admin/sales/periods", Desks(FINANCE)),
    ("get /api/admin/setup", Desks(ANY_ADMIN)),
    ("put /api/admin/setup/open", Desks(OWNER)),
    ("get /api/admin/audit", Desks(OWNER)),
    ("get /api/admin/page-faults", Desks(OWNER)),
    ("get /api/admin/jobs", Desks(OWNER)),
    ("get /api/admin/products", Desks(CATALOGUE | FULFILMENT)),
    ("post /api/admin/products", Desks(CATALOGUE)),
    ("get /api/admin/products/{id}", Desks(CATALOGUE | FULFILMENT)),
    ("put /api/admin/products/{id}", Desks(CATALOGUE)),
    ("delete /api/admin/products/{id}", Desks(CATALOGUE)),
    ("post /api/admin/products/{id}/archive", Desks(CATALOGUE)),
    ("post /api/admin/products/{id}/restore", Desks(CATALOGUE)),
    ("post /api/admin/products/{id}/stock", Desks(CATALOGUE | FULFILMENT)),
    ("post /api/admin/products/changes", Desks(CATALOGUE)),
    ("post /api/admin/products/import", Desks(CATALOGUE)),
    ("post /api/admin/products/pictures/matches", Desks(CATALOGUE)),
    ("get /api/admin/products.csv", Desks(CATALOGUE)),
    ("get /api/admin/products.xlsx", Desks(CATALOGUE)),
    ("get /api/admin/products-template.csv", Desks(CATALOGUE)),
    ("get /api/admin/categories", Desks(CATALOGUE)),
    ("post /api/admin/categories", Desks(CATALOGUE)),
    ("put /api/admin/categories/order", Desks(CATALOGUE)),
    ("put /api/admin/categories/{id}", Desks(CATALOGUE)),
    ("delete /api/admin/categories/{id}", Desks(CATALOGUE)),
    ("get /api/admin/stock-movements", Desks(CATALOGUE | FULFILMENT)),
    ("get /api/admin/periods", Desks(FINANCE)),
    ("post /api/admin/periods", Desks(FINANCE)),
    ("get /api/admin/periods/recurrence", Desks(FINANCE)),
    ("put /api/admin/periods/recurrence", Desks(FINANCE)),
    ("get /api/admin/periods/{id}", Desks(FINANCE)),
    ("put /api/admin/periods/{id}", Desks(FINANCE)),
    ("delete /api/admin/periods/{id}", Desks(FINANCE)),
    ("post /api/admin/periods/{id}/close", Desks(FINANCE)),
    ("post /api/admin/periods/{id}/reopen", Desks(FINANCE)),
    ("get /api/admin/periods/{id}/calculation", Desks(FINANCE)),
    ("post /api/admin/periods/{id}/calculate", Desks(FINANCE)),
    ("get /api/admin/compensation-plans", Desks(FINANCE)),
    ("post /api/admin/compensation-plans", Desks(FINANCE)),
    ("post /api/admin/compensation-plans/example", Desks(FINANCE)),
    ("get /api/admin/compensation-plan-templates", Desks(FINANCE)),
    ("get /api/admin/compensation-plan-drafts", Desks(FINANCE)),
    ("post /api/admin/compensation-plan-drafts", Desks(FINANCE)),
    ("get /api/admin/compensation-plan-drafts/{id}", Desks(FINANCE)),
    ("put /api/admin/compensation-plan-drafts/{id}", Desks(FINANCE)),
    ("delete /api/admin/compensation-plan-drafts/{id}", Desks(FINANCE)),
    ("post /api/admin/compensation-plan-drafts/{id}/publish", Desks(FINANCE)),
    ("post /api/admin/compensation-plan-drafts/{id}/confirm", Desks(OWNER)),
    ("post /api/admin/compensation-plans/safeguards", Desks(FINANCE)),
    ("post /api/admin/compensation-plans/replay", Desks(FINANCE)),
    ("post /api/admin/compensation-plans/replay.csv", Desks(FINANCE)),
    ("get /api/admin/bonuses/{id}/lines", Desks(FINANCE)),
    ("get /api/admin/payouts", Desks(FINANCE)),
    ("post /api/admin/payouts", Desks(FINANCE)),
    ("get /api/admin/payouts/due", Desks(FINANCE)),
    ("get /api/admin/payouts/formats", Desks(FINANCE)),
    ("put /api/admin/payouts/formats", Desks(FINANCE)),
    ("get /api/admin/payouts/preview", Desks(FINANCE)),
    ("get /api/admin/payouts/left-out", Desks(FINANCE)),
    ("get /api/admin/payouts/{id}", Desks(FINANCE)),
    ("get /api/admin/payouts/{id}/items", Desks(FINANCE)),
    ("get /api/admin/payouts/{id}/proof", Desks(FINANCE)),
    ("get /api/admin/payouts/{id}/bank.csv", Desks(FINANCE)),
    ("get /api/admin/payouts/{id}/file.csv", Desks(FINANCE)),
    ("get /api/admin/payouts/{id}/transfers.xlsx", Desks(FINANCE)),
    ("post /api/admin/payouts/{id}/approve", Desks(FINANCE)),
    ("post /api/admin/payouts/{id}/cancel", Desks(FINANCE)),
    ("post /api/admin/payouts/{id}/fail-transfer", Desks(FINANCE)),
    ("post /api/admin/payouts/{id}/leave-out", Desks(FINANCE)),
    ("post /api/admin/payouts/{id}/pay", Desks(FINANCE)),
    ("get /api/me/tax-number", Members),
    ("put /api/me/tax-number", Members),
    ("get /api/tax-slips", Members),
    ("get /api/tax-slips/{month}", Members),
    ("post /api/admin/members/{uid}/tax-number", Desks(FINANCE)),
    ("put /api/admin/members/{uid}/tax-number", Desks(FINANCE)),
    ("post /api/admin/members/{uid}/dismiss-double", Desks(FINANCE)),
    ("put /api/admin/members/{uid}/heirs", Desks(FINANCE)),
    ("get /api/me/heirs", Members),
    ("put /api/me/heirs", Members),
    ("get /api/admin/tax/months", Desks(FINANCE)),
    ("get /api/admin/tax/rules", Desks(FINANCE)),
    ("post /api/admin/tax/rules", Desks(FINANCE)),
    ("delete /api/admin/tax/rules/{id}", Desks(FINANCE)),
    ("get /api/admin/tax/{month}", Desks(FINANCE)),
    ("get /api/admin/tax/{month}/slips", Desks(FINANCE)),
    ("get /api/admin/tax/{month}/slips.csv", Desks(FINANCE)),
    ("get /api/admin/tax/{month}/bp21.xml", Desks(FINANCE)),
    ("post /api/admin/pictures", Desks(CATALOGUE | FINANCE)),
    ("post /api/password-reset", Everyone),
    ("get /api/admin/members", Desks(FINANCE)),
    ("post /api/admin/members", Desks(FINANCE)),
    ("post /api/admin/members/{uid}/views", Desks(FINANCE)),
    ("post /api/admin/member-views", Desks(FINANCE)),
    ("delete /api/admin/member-views/{id}", Desks(FINANCE)),
    ("get /api/admin/members/{uid}", Desks(FINANCE)),
    ("put /api/admin/members/{uid}", Desks(FINANCE)),
    ("get /api/admin/members/{uid}/notes", Desks(FINANCE)),
    ("post /api/admin/members/{uid}/notes", Desks(FINANCE)),
    ("delete /api/admin/member-notes/{id}", Desks(FINANCE)),
    ("put /api/admin/members/{uid}/tags", Desks(FINANCE)),
    ("get /api/admin/member-tags", Desks(FINANCE)),
    ("get /api/admin/members/{uid}/path", Desks(FINANCE)),
    ("get /api/admin/network", Desks(FINANCE)),
    ("get /api/admin/members/{uid}/leader", Desks(OWNER)),
    ("post /api/admin/members/{uid}/leader", Desks(OWNER)),
    ("post /api/admin/members/{uid}/suspend", Desks(OWNER)),
    ("post /api/admin/members/{uid}/unsuspend", Desks(OWNER)),
    ("post /api/admin/members/{uid}/password-link", Desks(OWNER)),
    ("get /api/admin/staff", Desks(OWNER)),
    ("post /api/admin/staff", Desks(OWNER)),
    ("get /api/admin/staff/candidate", Desks(OWNER)),
    ("put /api/admin/staff/{uid}", Desks(OWNER)),
    ("delete /api/admin/members/{uid}/factors", Desks(OWNER)),
    ("get /api/admin/vouchers", Desks(CATALOGUE)),
    ("post /api/admin/vouchers", Desks(CATALOGUE)),
    ("get /api/admin/vouchers/{id}", Desks(CATALOGUE)),
    ("put /api/admin/vouchers/{id}", Desks(CATALOGUE)),
    ("delete /api/admin/vouchers/{id}", Desks(CATALOGUE)),
    ("post /api/admin/vouchers/{id}/end", Desks(CATALOGUE)),
    ("get /api/admin/banners", Desks(CATALOGUE)),
    ("post /api/admin/banners", Desks(CATALOGUE)),
    ("put /api/admin/banners/order", Desks(CATALOGUE)),
    ("get /api/admin/banners/{id}", Desks(CATALOGUE)),
    ("put /api/admin/banners/{id}", Desks(CATALOGUE)),
    ("delete /api/admin/banners/{id}", Desks(CATALOGUE)),
    ("get /api/admin/popup-vouchers", Desks(CATALOGUE)),
    ("post /api/admin/popup-vouchers", Desks(CATALOGUE)),
    ("put /api/admin/popup-vouchers/order", Desks(CATALOGUE)),
    ("get /api/admin/popup-vouchers/{id}", Desks(CATALOGUE)),
    ("put /api/admin/popup-vouchers/{id}", Desks(CATALOGUE)),
    ("delete /api/admin/popup-vouchers/{id}", Desks(CATALOGUE)),
    ("get /api/admin/reviews", Desks(CATALOGUE)),
    ("put /api/admin/reviews/{id}/answer", Desks(CATALOGUE)),
    ("post /api/admin/reviews/{id}/hide", Desks(CATALOGUE)),
    ("post /api/admin/reviews/{id}/show", Desks(CATALOGUE)),
    ("get /api/admin/questions", Desks(CATALOGUE)),
    ("put /api/admin/questions/{id}/answer", Desks(CATALOGUE)),
    ("post /api/admin/questions/{id}/hide", Desks(CATALOGUE)),
    ("post /api/admin/questions/{id}/show", Desks(CATALOGUE)),
    ("get /api/pages/{slug}", Everyone),
    ("get /api/agreements", Everyone),
    ("get /api/agreements/{slug}", Everyone),
    ("get /api/me/agreements", Members),
    ("post /api/me/agreements", Members),
    ("get /api/admin/agreements", Desks(OWNER)),
    ("get /api/admin/agreements/{slug}", Desks(OWNER)),
    ("post /api/admin/agreements/{slug}", Desks(OWNER)),
    ("get /api/admin/pages", Desks(CATALOGUE)),
    ("get /api/admin/pages/{slug}", Desks(CATALOGUE)),
    ("put /api/admin/pages/{slug}", Desks(CATALOGUE)),
    ("post /api/admin/pages/{slug}/reset", Desks(CATALOGUE)),
    ("get /api/admin/brand", Desks(OWNER)),
    ("put /api/admin/brand", Desks(OWNER)),
    ("get /api/admin/brand/palette", Desks(OWNER)),
    ("get /api/admin/shipping", Desks(OWNER)),
    ("put /api/admin/shipping", Desks(OWNER)),
    ("get /api/admin/settings", Desks(OWNER)),
    ("put /api/admin/settings/contact", Desks(OWNER)),
    ("put /api/admin/settings/origin", Desks(OWNER)),
    ("put /api/admin/settings/sales", Desks(OWNER)),
    ("put /api/admin/settings/returns", Desks(OWNER)),
    ("put /api/admin/settings/registration", Desks(OWNER)),
    ("put /api/admin/settings/privacy", Desks(OWNER)),
    ("put /api/admin/settings/payouts", Desks(OWNER)),
    ("put /api/admin/settings/security", Desks(OWNER)),
    ("put /api/admin/settings/taxes", Desks(OWNER)),
    ("get /api/bonuses/missed", Members),
    ("get /api/me/notifications", Members),
    ("put /api/me/notifications", Members),
    ("post /api/push-subscriptions", Members),
    ("delete /api/push-subscriptions", Members),
    ("get /api/admin/messages", Desks(ANY_ADMIN)),
    ("get /api/admin/messages/{id}", Desks(ANY_ADMIN)),
    ("post /api/admin/messages/{id}/send-again", Desks(ANY_ADMIN)),
    ("get /api/admin/message-texts", Desks(OWNER)),
    ("put /api/admin/message-texts/{kind}", Desks(OWNER)),
    ("post /api/admin/message-texts/{kind}/preview", Desks(OWNER)),
    ("get /api/admin/backups", Desks(OWNER)),
    ("post /api/admin/backups", Desks(OWNER)),
    ("get /api/admin/backups/{file}", Desks(OWNER)),
    ("get /api/admin/webhooks", Desks(OWNER)),
    ("post /api/admin/webhooks", Desks(OWNER)),
    ("put /api/admin/webhooks/{id}", Desks(OWNER)),
    ("delete /api/admin/webhooks/{id}", Desks(OWNER)),
    ("post /api/admin/webhooks/{id}/test", Desks(OWNER)),
    ("get /api/admin/webhooks/{id}/tries", Desks(OWNER)),
    ("post /api/payments/notification", Everyone),
    ("post /api/payments/{order_id}/check", Members),
    ("post /api/payments/{order_id}/reopen", Members),
];

fn served(call: &str) -> Served {
    let found = CALLS.iter().find(|(name, _)| *name == call);
    found.unwrap_or_else(|| panic!("whom does {call} serve? Say it in this table")).1
}

/// Returns the path of a call, with unknown keys, except for the user id `own`.
pub fn address(path: &str, own: i64) -> String {
    let own = own.to_string();
    [
        ("{slug}", "tidak-ada"),
        ("{id}", "999999999"),
        ("{user_id}", &own),
        ("{token}", "x"),
        ("{order_id}", "x"),
        ("{uid}", "x"),
        ("{code}", "x"),
        ("{month}", "2026-11"),
        ("{file}", "x"),
        ("{kind}", "x"),
    ]
    .into_iter()
    .fold(path.to_owned(), |path, (name, value)| path.replace(name, value))
}

#[tokio::test]
async fn each_call_allows_only_the_listed_roles() {
    let shop = Shop::start().await;
    // This test checks who may listen to the office, not for how long.
    shop.app.live.end();
    let (guest, budi, siti) = (shop.guest(), shop.member("budi").await, shop.member("siti").await);
    let (admin, forged) = (shop.admin().await, shop.guest().with_token(Some("a.b.c")));
    let (packer, banker) = (shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
    let keeper = shop.staff(Role::Catalogue).await;
    let actors = [
        ("nobody", &guest, 0),
        ("forged", &forged, 0),
        ("member", &budi, 0),
        ("other", &siti, 0),
        ("owner", &admin, ANY_ADMIN),
        ("fulfilment", &packer, FULFILMENT),
        ("finance", &banker, FINANCE),
        ("catalogue", &keeper, CATALOGUE),
    ];
    let document: Value = serde_json::from_str(&ksmart::app::openapi()).unwrap();
    let mut calls: BTreeMap<&str, usize> = CALLS.iter().map(|(call, _)| (*call, 0)).collect();
    let mut paths: Vec<_> = document["paths"].as_object().unwrap().iter().collect();
    // This call ends the sessions that the other calls need, so it comes last.
    paths.sort_by_key(|(path, _)| *path == "/api/logout");
    for (path, methods) in paths {
        for name in methods.as_object().unwrap().keys() {
            let call = format!("{name} {path}");
            let served = served(&call);
            *calls.get_mut(call.as_str()).unwrap() += 1;
            let method = Method::from_bytes(name.to_uppercase().as_bytes()).unwrap();
            for (who, actor, desks) in actors {
                // The other member sends Budi's key in place of their own.
                let own = if who == "other" { budi.id } else { actor.id };
                let request = actor.request(method.clone(), &address(path, own)).json(&json!({}));
                let status = actor.send(request).await.status.as_u16();
                let right = match (served, who) {
                    (Members | Confirmed | Desks(_), "nobody" | "forged") => status == 401,
                    // No caller here has confirmed their identity.
                    (Confirmed, _) => status == 403,
                    (Desks(served), _) if served & desks == 0 => status == 403,
                    (Members, "other") if path.contains("{user_id}") => status == 403,
                    // This call requires a signature instead of a session.
                    (Everyone, _) if call == "post /api/payments/notification" => status == 403,
                    // An invalid token is reported even where no token is needed.
                    (Everyone, "forged") => status != 403,
                    _ => status != 401 && status != 403,
                };
                assert!(right, "{call} answers {status} to {who}");
            }
        }
    }
    let gone: Vec<_> = calls.into_iter().filter(|(_, seen)| *seen != 1).collect();
    assert!(gone.is_empty(), "calls that the shop has not: {gone:?}");
}

#[tokio::test]
async fn every_answer_has_security_headers() {
    let shop = Shop::start().await;
    let guest = shop.guest();
    for path in ["/", "/api/products", "/api/nothing", "/storage/none.webp", "/robots.txt", "/api/me", "/profile"] {
        let answer = guest.request(Method::GET, path).send().await.unwrap();
        let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"), "{path}");
        assert_eq!(header("referrer-policy").as_deref(), Some("strict-origin-when-cross-origin"), "{path}");
        assert!(header("x-request-id").is_some(), "{path}");
        assert_eq!(header("permissions-policy").as_deref(), Some("camera=(), geolocation=(), payment=()"), "{path}");
        let policy = header("content-security-policy").expect("a policy");
        assert!(
            policy.contains("frame-ancestors 'none'")
                && policy.contains("base-uri 'none'")
                && policy.contains("default-src 'self'"),
            "{path}: {policy}"
        );
        let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).expect("a rule for scripts");
        assert!(!scripts.contains("unsafe-inline") && !scripts.contains("'unsafe-eval'"), "{path}: {scripts}");
        assert_eq!(header("strict-transport-security"), None, "a shop without https must not promise it");
    }
    let shop = Shop::start_with(&["--public-url=https://toko.example"]).await;
    let answer = shop.guest().request(Method::GET, "/").send().await.unwrap();
    assert_eq!(answer.headers()["strict-transport-security"], "max-age=31536000");
    let shop = Shop::start_with(&["--public-url=https://toko.example", "--hsts-subdomains=on"]).await;
    let answer = shop.guest().request(Method::GET, "/api/me").send().await.unwrap();
    assert_eq!(answer.headers()["strict-transport-security"], "max-age=31536000; includeSubDomains");
}

#[tokio::test]
async fn many_registrations_do_not_block_logins() {
    let shop = Shop::start().await;
    let (guest, budi) = (shop.guest(), shop.member("budi").await);
    let busy = shop.app.hashing.block().await.unwrap();
    let register = |place: usize| {
        let email = format!("orang{place}@example.com");
        let mut form = multipart::Form::new();
        for (name, value) in crate::accounts::registration::form(&[]) {
            form = form.text(name, if name == "email" { email.clone() } else { value.to_owned() });
        }
        let request = guest.request(Method::POST, "/api/register").header("x-forwarded-for", format!("10.0.1.{place}"));
        guest.send(request.multipart(form))
    };
    let mut flood: FuturesUnordered<_> = (0..100).map(register).collect();
    flood.next().await.unwrap().refused(503, "too_many_requests");
    let mut login = Box::pin(guest.post("/api/login", json!({"email": budi.email, "password": crate::shop::PASSWORD})));
    // The login waits its turn only among callers who already have an account.
    tokio::time::timeout(Duration::from_millis(300), &mut login).await.unwrap_err();
    drop(busy);
    login.await.expect(200);
    let answers: Vec<_> = flood.collect().await;
    assert!(answers.iter().any(|answer| answer.status == 201));
}

#[tokio::test]
async fn many_logins_do_not_block_other_requests() {
    let shop = Shop::start().await;
    let guest = shop.guest();
    let busy = shop.app.hashing.block().await.unwrap();
    let login = |place: usize| {
        let body = json!({"email": format!("orang{place}@example.com"), "password": "salah-salah"});
        let request = guest.request(Method::POST, "/api/login").header("x-forwarded-for", format!("10.0.0.{place}"));
        guest.send(request.json(&body))
    };
    let mut flood: FuturesUnordered<_> = (0..100).map(login).collect();
    // While every hash waits, the last callers are refused at once, and the shop still answers.
    let refused = flood.next().await.unwrap().refused(503, "too_many_requests");
    assert_eq!(refused, "Server sedang sibuk. Silakan coba lagi sebentar lagi.");
    for _ in 0..20 {
        guest.get("/api/products").await.expect(200);
    }
    drop(busy);
    let answers: Vec<_> = flood.collect().await;
    let of = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert!(of(401) > 0 && of(401) + of(503) == 99, "{} and {}", of(401), of(503));
}

/// Returns the proxies that a shop trusts with this value of the flag.
fn proxies(trusted: &str) -> TrustedProxies {
    #[derive(clap::Parser)]
    struct Flags {
        #[command(flatten)]
        config: Config,
    }
    let flags = ["ksmart".to_owned(), format!("--trusted-proxies={trusted}")];
    <Flags as clap::Parser>::parse_from(flags).config.trusted_proxies
}

/// Starts a server with short timeouts; `/endless` answers until the client reads no more, and then reports it.
async fn impatient() -> (std::net::SocketAddr, oneshot::Receiver<()>) {
    struct Gone(Option<oneshot::Sender<()>>);
    impl Drop for Gone {
        fn drop(&mut self) {
            self.0.take().map(|gone| gone.send(()));
        }
    }
    let (sender, gone) = oneshot::channel();
    let sender = std::sync::Arc::new(std::sync::Mutex::new(Some(sender)));
    let endless = move || {
        let guard = Gone(sender.lock().unwrap().take());
        let pieces = stream::repeat_with(move || {
            let _ = &guard;
            Ok::<_, std::convert::Infallible>(vec![b'x'; 65536])
        });
        async move { Body::from_stream(pieces.boxed()) }
    };
    let app = Router::new().route("/", get(|| async { "ya" })).route("/endless", get(endless));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let short = Duration::from_millis(300);
    let timeouts = Timeouts { head: short, stalled: short, stopping: short, ..Timeouts::default() };
    tokio::spawn(serving::serve(listener, app, timeouts, proxies("none"), std::future::pending()));
    (address, gone)
}

#[tokio::test]
async fn slow_clients_are_disconnected() {
    let (address, gone) = impatient().await;
    // One client never ends the head of its request, and one sends nothing at all.
    for started in ["GET / HTTP/1.1\r\nHost: toko\r\n", ""] {
        let mut slow = TcpStream::connect(address).await.unwrap();
        slow.write_all(started.as_bytes()).await.unwrap();
        let mut said = Vec::new();
        // The connection ends: with an answer, an end or a reset.
        let _ = slow.read_to_end(&mut said).await;
        assert!(!String::from_utf8_lossy(&said).contains(" 200 "));
    }
    // A client that reads nothing of its answer.
    let mut deaf = TcpStream::connect(address).await.unwrap();
    deaf.write_all(b"GET /endless HTTP/1.1\r\nHost: toko\r\n\r\n").await.unwrap();
    gone.await.unwrap();
    // A fast client is served.
    let mut quick = TcpStream::connect(address).await.unwrap();
    quick.write_all(b"GET / HTTP/1.1\r\nHost: toko\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut said = String::new();
    quick.read_to_string(&mut said).await.unwrap();
    assert!(said.starts_with("HTTP/1.1 200 ") && said.ends_with("ya"), "{said}");
}

#[tokio::test]
async fn connections_per_ip_address_are_limited() {
    let app = Router::new().route("/", get(|| async { "ya" }));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let timeouts = Timeouts { connections: 3, ..Timeouts::default() };
    tokio::spawn(serving::serve(listener, app, timeouts, proxies("none"), std::future::pending()));
    let request = b"GET / HTTP/1.1\r\nHost: toko\r\n\r\n";
    // Returns the connection if a new one is answered; one too many is closed without an answer.
    let answered = async || {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let mut first = [0; 1];
        let written = stream.write_all(request).await;
        (written.is_ok() && stream.read(&mut first).await.is_ok_and(|read| read == 1)).then_some(stream)
    };
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(answered().await.expect("room"));
    }
    assert!(answered().await.is_none());
    // A closed connection makes room for another.
    open.clear();
    while answered().await.is_none() {
        tokio::task::yield_now().await;
    }
}
