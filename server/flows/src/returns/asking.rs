//! Requests for returns: the returnable part of an order, its value, and the request itself.

use std::collections::HashMap;

use axum::{Json, extract::State, http::StatusCode, response::Response};
use bytes::Bytes;
use image::imageops::FilterType;
use ksmart_core::{
    fields::{FieldError, PhotoHead, check_photo},
    order::{PaymentStatus, ShipmentStatus},
    returns::{ReturnEvent, ReturnKind, Terms},
    text,
};
use ksmart_foundation::{
    db::{Conn, Db, TextEnum, retried},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Multipart, Path},
    form::{Refusals, refuse},
    ids::{ProductId, ReturnId},
    storage::{Storage, pictures, show_private},
    time::{DAY_MS, Random, jakarta, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE, FULFILMENT, rights, role},
    settings::{CachedSettings, returns::ReturnSettings},
    tokens::Member,
};
use ksmart_members::accounts;
use ksmart_shop::{
    orders::{
        Actor, Order, find_any, find_own,
        moves::{happened_ms, lock},
    },
    returns::{self, NewReturn, Return, ReturnFacts, ReturnReason, worth::portion},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{FlowsState, payments::Payments};

/// Storage folder of the pictures, which are private: a URL alone does not give access to them.
const FOLDER: &str = ksmart_foundation::storage::RETURNS;

/// Maximum number of pictures of a return.
const MAX_PICTURES: usize = 5;

/// Maximum number of returns of an order that its member can request; withdrawn ones count, since their pictures stay
/// stored.
const MAX_RETURNS: usize = 20;

/// Maximum side of a stored picture, in pixels.
const MAX_SIDE: u32 = 1600;

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 500;

/// The routes of this part that take no pictures.
pub(super) fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new()
        .routes(routes!(quote))
        .routes(routes!(quote_for_shop))
        .routes(routes!(withdraw))
        .routes(routes!(show_picture))
}

/// Actions that a member may take on their own return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum MemberReturnAction {
    /// Withdraws the return.
    Withdraw,
}

/// A return as its member sees it.
#[derive(Debug, Serialize, ToSchema)]
struct MemberReturn {
    #[serde(flatten)]
    facts: ReturnFacts,
    /// Actions open to the member now.
    actions: Vec<MemberReturnAction>,
}

/// Line of an order, with the number of pieces that can be returned.
#[derive(Debug, Serialize, ToSchema)]
struct ReturnableLine {
    line_id: i64,
    product_id: ProductId,
    name: String,
    variant: Option<String>,
    /// Path below `/storage/`.
    picture: String,
    /// Price of one piece, rupiah.
    price: i64,
    /// Pieces that were bought.
    quantity: i64,
    /// Pieces for which a return can still be requested.
    open: i64,
}

/// Possible and existing returns of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OrderReturns {
    /// Whether a return can be requested now.
    may_ask: bool,
    /// Reason why no return can be requested now; null if one can.
    why_not: Option<String>,
    /// Kinds of return possible now.
    kinds: Vec<ReturnKind>,
    /// Deadlines of the kinds; a kind without a deadline has no entry.
    deadlines: Vec<ReturnDeadline>,
    lines: Vec<ReturnableLine>,
    /// Existing returns of the order, newest first.
    returns: Vec<MemberReturn>,
}

/// Deadline for requesting a return of one kind.
#[derive(Debug, Serialize, ToSchema)]
struct ReturnDeadline {
    kind: ReturnKind,
    /// Last time at which the return can be requested, RFC 3339.
    until: String,
}

/// Pieces of a line of the order to be returned.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
struct ReturnPieces {
    line_id: i64,
    /// Number of pieces, 1 or more.
    #[schema(minimum = 1)]
    quantity: i64,
}

/// Goods to be returned.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"kind": "refund", "lines": [{"line_id": 1, "quantity": 1}]})))]
struct ReturnQuestion {
    kind: ReturnKind,
    /// Reason, if one is given: for a change of mind the shop may keep the shipping cost.
    reason: Option<ReturnReason>,
    /// 1 to 200 lines of the order, each once.
    #[schema(min_items = 1, max_items = 200)]
    lines: Vec<ReturnPieces>,
}

/// Value of a returned part of an order.
#[derive(Debug, Serialize, ToSchema)]
struct ReturnQuote {
    /// Goods at their price, rupiah.
    goods_rp: i64,
    /// Their share of the voucher's discount, rupiah.
    discount_rp: i64,
    /// Their share of the shipping cost, rupiah.
    shipping_rp: i64,
    /// Whether the shop keeps the shipping cost because of a change of mind.
    keeps_shipping: bool,
    /// Amount that the shop deducts for a buy-back, rupiah.
    deduction_rp: i64,
    /// Amount refunded, rupiah.
    refund_rp: i64,
    /// Points that the return takes back.
    points: i64,
}

/// Parts of the form of a return request.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the parts are read by their names")]
#[schema(examples(json!(
    {"kind": "refund", "reason": "damaged", "note": "Botolnya pecah.", "lines": "[{\"line_id\": 1, \"quantity\": 1}]"}
)))]
struct ReturnForm {
    /// `refund`, `replacement` or `buyback`.
    #[schema(pattern = "^(refund|replacement|buyback)$")]
    kind: String,
    /// `damaged`, `wrong`, `incomplete`, `unwanted` or `other`.
    #[schema(pattern = "^(damaged|wrong|incomplete|unwanted|other)$")]
    reason: String,
    /// Text of up to 500 characters; needed for the reason `other`.
    #[schema(max_length = 500)]
    note: Option<String>,
    /// Pieces to be returned, as JSON: `[{"line_id", "quantity"}]`.
    lines: String,
    /// Pictures, at most 5; JPEG, PNG or WebP, up to 2 MB each.
    #[schema(value_type = Option<Vec<String>>, content_media_type = "application/octet-stream")]
    pictures: Option<Vec<Vec<u8>>>,
}

/// Answer to a step of a return.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReturnAnswer {
    /// Message to show.
    message: &'static str,
    /// The return after the step.
    data: MemberReturn,
}

/// Allowed kinds of return, each until a time in UTC milliseconds, or without an end.
type Allowance = Vec<(ReturnKind, Option<i64>)>;

/// Returns the kinds of return that can be requested, or the reason why none can. A request by the shop, for a member
/// who called, has no time limit.
fn allowance(
    order: &Order,
    completed_ms: Option<i64>,
    settings: &ReturnSettings,
    by_shop: bool,
    now_ms: i64,
) -> std::result::Result<Allowance, &'static str> {
    let state = order.state;
    let (ShipmentStatus::Completed, Some(completed_ms)) = (state.shipment_status, completed_ms) else {
        return Err("Pengembalian dapat diajukan setelah pesanan selesai.");
    };
    match state.payment_status {
        PaymentStatus::Success => {}
        PaymentStatus::Refunded => return Err("Dana pesanan ini sudah dikembalikan."),
        _ => return Err("Pengembalian dapat diajukan setelah toko menerima pembayarannya."),
    }
    if by_shop {
        return Ok([ReturnKind::Refund, ReturnKind::Replacement, ReturnKind::Buyback]
            .map(|kind| (kind, None))
            .to_vec());
    }
    if settings.return_days == 0 && settings.buyback_days == 0 {
        return Err("Toko ini tidak menerima pengembalian.");
    }
    let mut allowed = Allowance::default();
    for (kind, days) in [
        (ReturnKind::Refund, settings.return_days),
        (ReturnKind::Replacement, settings.return_days),
        (ReturnKind::Buyback, settings.buyback_days),
    ] {
        let until_ms = completed_ms.saturating_add(days.saturating_mul(DAY_MS));
        if days > 0 && now_ms <= until_ms {
            allowed.push((kind, Some(until_ms)));
        }
    }
    if allowed.is_empty() { Err("Masa pengembalian pesanan ini sudah lewat.") } else { Ok(allowed) }
}

/// Context of a return request: the settings, the time, and whether the shop makes the request.
struct ReturnContext<'a> {
    settings: &'a ReturnSettings,
    by_shop: bool,
    now_ms: i64,
}

/// Reads the possible and existing returns of an order.
async fn read_order(conn: &mut Conn, order: &Order, asking: &ReturnContext<'_>) -> Result<OrderReturns> {
    let completed_ms = happened_ms(conn, order.key, ksmart_core::order::OrderEvent::Complete).await?;
    let taken = returns::taken(conn, order.key, None).await?;
    let found = returns::of_order(conn, order.key).await?;
    let open = |line: i64, quantity: i64| (quantity - taken.pieces.get(&line).copied().unwrap_or_default()).max(0);
    let lines: Vec<ReturnableLine> = order
        .lines
        .iter()
        .map(|line| ReturnableLine {
            line_id: line.id,
            product_id: line.product_id,
            name: line.name.clone(),
            variant: line.variant.clone(),
            picture: line.picture.clone(),
            price: line.price_rp,
            quantity: line.quantity,
            open: open(line.id, line.quantity),
        })
        .collect();
    let allowed = allowance(order, completed_ms, asking.settings, asking.by_shop, asking.now_ms).and_then(|allowed| {
        if lines.iter().all(|line| line.open == 0) {
            Err("Semua barang pesanan ini sudah diajukan untuk dikembalikan.")
        } else if found.len() >= MAX_RETURNS && !asking.by_shop {
            Err("Pesanan ini sudah terlalu sering diajukan. Silakan hubungi toko.")
        } else {
            Ok(allowed)
        }
    });
    let (why_not, allowed) = match allowed {
        Ok(allowed) => (None, allowed),
        Err(why_not) => (Some(why_not.to_owned()), Allowance::default()),
    };
    Ok(OrderReturns {
        may_ask: why_not.is_none(),
        why_not,
        kinds: allowed.iter().map(|(kind, _)| *kind).collect(),
        deadlines: allowed
            .into_iter()
            .filter_map(|(kind, until_ms)| Some(ReturnDeadline { kind, until: rfc3339(until_ms?) }))
            .collect(),
        lines,
        returns: members(conn, &found, order).await?,
    })
}

/// Converts returns of an order to the form in which their member sees them.
async fn members(conn: &mut Conn, found: &[Return], order: &Order) -> sqlx::Result<Vec<MemberReturn>> {
    let is_paid = order.state.is_paid();
    let facts = returns::shown(conn, found, &order.lines, false).await?;
    Ok(facts
        .into_iter()
        .map(|facts| {
            let may_withdraw = facts.state.after(ReturnEvent::Withdraw, facts.kind, is_paid).is_ok();
            MemberReturn { facts, actions: may_withdraw.then_some(MemberReturnAction::Withdraw).into_iter().collect() }
        })
        .collect())
}

/// Shows the possible and existing returns of one of the caller's orders.
#[utoipa::path(get, path = "/api/transactions/{order_id}/returns", operation_id = "listOrderReturns",
    responses((status = 200, body = OrderReturns)))]
pub(super) async fn list(
    State(payments): State<Payments>,
    State(settings): State<CachedSettings>,
    member: Member,
    Path(number): Path<String>,
) -> Result<Json<OrderReturns>> {
    let settings = settings.now().await?;
    let mut conn = payments.db.read().await?;
    let order = find_own(&mut conn, member.id, &number).await?;
    let asking = ReturnContext { settings: &settings.returns, by_shop: false, now_ms: payments.clock.now_ms() };
    Ok(Json(read_order(&mut conn, &order, &asking).await?))
}

/// Shows the possible and existing returns of an order; the shop may request one for its member whenever the order is
/// completed and paid.
#[utoipa::path(get, path = "/api/admin/orders/{order_id}/returns", operation_id = "listOrderReturnsForShop",
    responses((status = 200, body = OrderReturns)))]
pub(super) async fn list_for_shop(
    State(payments): State<Payments>,
    State(settings): State<CachedSettings>,
    _: Admin<{ FULFILMENT | FINANCE }>,
    Path(number): Path<String>,
) -> Result<Json<OrderReturns>> {
    let settings = settings.now().await?;
    let mut conn = payments.db.read().await?;
    let order = find_any(&mut conn, &number).await?;
    let asking = ReturnContext { settings: &settings.returns, by_shop: true, now_ms: payments.clock.now_ms() };
    Ok(Json(read_order(&mut conn, &order, &asking).await?))
}

/// Refuses lines that are not in the order, or no longer open for a return.
fn check_lines(order: &OrderReturns, kind: ReturnKind, requested: &[ReturnPieces]) -> Result<HashMap<i64, i64>> {
    if let Some(why_not) = &order.why_not {
        return Err(Error::conflict(Code::MoveRefused, why_not.clone()));
    }
    if !order.kinds.contains(&kind) {
        return Err(refuse("kind", "choice", "Pilihan ini tidak tersedia untuk pesanan ini."));
    }
    let mut pieces = HashMap::new();
    for piece in requested {
        let line = order.lines.iter().find(|line| line.line_id == piece.line_id);
        let line = line.ok_or_else(|| refuse("lines", "choice", "Barang ini tidak ada di pesanan."))?;
        if piece.quantity < 1 || pieces.insert(piece.line_id, piece.quantity).is_some() {
            return Err(refuse("lines", "quantity", "Jumlah minimal 1."));
        }
        if piece.quantity > line.open {
            let message = format!("{} yang dapat dikembalikan tinggal {}.", line.name, line.open);
            return Err(refuse("lines", "quantity", message));
        }
    }
    if pieces.is_empty() {
        return Err(refuse("lines", "required", "Pilih barang yang dikembalikan."));
    }
    Ok(pieces)
}

/// Calculates the value of a returned part of one of the caller's orders.
#[utoipa::path(post, path = "/api/transactions/{order_id}/returns/quote", operation_id = "quoteReturn",
        request_body = ReturnQuestion,
    responses((status = 200, body = ReturnQuote), (status = 409)))]
async fn quote(
    State(payments): State<Payments>,
    State(settings): State<CachedSettings>,
    member: Member,
    Path(number): Path<String>,
    Body(question): Body<ReturnQuestion>,
) -> Result<Json<ReturnQuote>> {
    let settings = settings.now().await?;
    let mut conn = payments.db.read().await?;
    let order = find_own(&mut conn, member.id, &number).await?;
    let asking = ReturnContext { settings: &settings.returns, by_shop: false, now_ms: payments.clock.now_ms() };
    comes_to(&mut conn, &order, &asking, &question).await.map(Json)
}

/// Calculates the value of a returned part of an order, for a member who called.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/returns/quote", operation_id = "quoteReturnForShop",
        request_body = ReturnQuestion,
    responses((status = 200, body = ReturnQuote), (status = 409)))]
async fn quote_for_shop(
    State(payments): State<Payments>,
    State(settings): State<CachedSettings>,
    _: Admin<FULFILMENT>,
    Path(number): Path<String>,
    Body(question): Body<ReturnQuestion>,
) -> Result<Json<ReturnQuote>> {
    let settings = settings.now().await?;
    let mut conn = payments.db.read().await?;
    let order = find_any(&mut conn, &number).await?;
    let asking = ReturnContext { settings: &settings.returns, by_shop: true, now_ms: payments.clock.now_ms() };
    comes_to(&mut conn, &order, &asking, &question).await.map(Json)
}

/// Returns the terms of a return: for a change of mind the shop keeps the shipping cost, unless its settings refund it.
fn terms(order: &Order, kind: ReturnKind, reason: Option<ReturnReason>, settings: &ReturnSettings) -> Terms {
    let is_unwanted = kind == ReturnKind::Refund && reason == Some(ReturnReason::Unwanted);
    let keeps_shipping = is_unwanted && order.shipping_cost_rp > 0 && !settings.unwanted_refunds_shipping;
    Terms { kind, keeps_shipping, deduction_percent: settings.buyback_percent }
}

async fn comes_to(
    conn: &mut Conn,
    order: &Order,
    asking: &ReturnContext<'_>,
    question: &ReturnQuestion,
) -> Result<ReturnQuote> {
    let there = read_order(conn, order, asking).await?;
    let pieces = check_lines(&there, question.kind, &question.lines)?;
    let wanted = returns::taken(conn, order.key, None).await?.wanted;
    let terms = terms(order, question.kind, question.reason, asking.settings);
    let comes_to = portion(order, terms, &wanted, &pieces)?;
    Ok(ReturnQuote {
        goods_rp: comes_to.goods_rp,
        discount_rp: comes_to.discount_rp,
        shipping_rp: comes_to.shipping_rp,
        keeps_shipping: terms.keeps_shipping,
        deduction_rp: comes_to.deduction_rp,
        refund_rp: comes_to.refund_rp,
        points: comes_to.points,
    })
}

/// Return request as read from the form.
struct Question {
    kind: ReturnKind,
    reason: ReturnReason,
    note: String,
    lines: Vec<ReturnPieces>,
    pictures: Vec<Bytes>,
}

impl Question {
    async fn read(Multipart(mut form): Multipart) -> Result<Self> {
        let (mut text, mut pictures) = (HashMap::new(), Vec::new());
        while let Some(field) = form.next_field().await? {
            let name = field.name().unwrap_or_default().to_owned();
            if name == "pictures" {
                let bytes = field.bytes().await?;
                if !bytes.is_empty() {
                    pictures.push(bytes);
                }
            } else {
                text.insert(name, field.text().await?);
            }
        }
        let field = |name: &str| text.get(name).map(String::as_str).unwrap_or_default();
        let mut refusals = Refusals::default();
        let kind = ReturnKind::from_text(field("kind"));
        if kind.is_none() {
            refusals.add("kind", "required", "Pilih bentuk pengembaliannya.");
        }
        let reason = ReturnReason::from_text(field("reason"));
        if reason.is_none() {
            refusals.add("reason", "required", "Pilih alasannya.");
        }
        let note = text::tidy(field("note"));
        if note.is_empty() && reason == Some(ReturnReason::Other) {
            refusals.add("note", "required", "Ceritakan alasannya.");
        }
        if note.chars().count() > MAX_NOTE {
            refusals.add("note", "too_long", format!("Keterangan maksimal {MAX_NOTE} karakter."));
        }
        let lines = serde_json::from_str(field("lines")).unwrap_or_else(|_| {
            refusals.add("lines", "required", "Pilih barang yang dikembalikan.");
            Vec::new()
        });
        if pictures.len() > MAX_PICTURES {
            refusals.add("pictures", "too_many", format!("Foto maksimal {MAX_PICTURES}."));
        }
        let wrong = pictures.iter().find_map(|picture| {
            let head = picture[..picture.len().min(16)].to_vec();
            check_photo(&PhotoHead { size: picture.len(), head })
        });
        if let Some(FieldError { code, message, .. }) = wrong {
            refusals.add("pictures", code, message);
        }
        refusals.done()?;
        let (kind, reason) = kind.zip(reason).ok_or_else(Error::malformed)?;
        Ok(Self { kind, reason, note, lines, pictures })
    }
}

/// Decodes a picture, shrinks it, and stores it as WebP without its metadata; returns its key.
async fn keep_picture(storage: &Storage, random: &Random, picture: Bytes) -> Result<String> {
    let uploaded = picture.clone();
    let work = move || {
        let picture = pictures::decode(&picture)?;
        let large = picture.width().max(picture.height()) > MAX_SIDE;
        let picture = if large { picture.resize(MAX_SIDE, MAX_SIDE, FilterType::Lanczos3) } else { picture };
        pictures::encode(picture)
    };
    let Some(bytes) = storage.work(work).await? else {
        return Err(refuse("pictures", "photo_type", pictures::decoding_error(storage, uploaded).await?));
    };
    storage.store(FOLDER, &random.token(16).to_lowercase(), "webp", bytes).await
}

/// Dependencies of a return request.
struct Services<'a> {
    payments: &'a Payments,
    storage: &'a Storage,
    random: &'a Random,
    settings: &'a ReturnSettings,
}

impl Services<'_> {
    /// Stores a return request of the order's member or of an administrator, with its pictures.
    async fn ask(&self, order: &Order, by: (Actor, &Member), question: Question) -> Result<MemberReturn> {
        let by_shop = by.0 == Actor::Admin;
        let asking = ReturnContext { settings: self.settings, by_shop, now_ms: self.payments.clock.now_ms() };
        // Checked before any picture is processed, so that a refused request costs nothing.
        let there = read_order(&mut *self.payments.db.read().await?, order, &asking).await?;
        check_lines(&there, question.kind, &question.lines)?;
        let mut kept = Vec::with_capacity(question.pictures.len());
        let mut outcome = Ok(());
        for picture in &question.pictures {
            match keep_picture(self.storage, self.random, picture.clone()).await {
                Ok(key) => kept.push(key),
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            }
        }
        let asked = match outcome {
            Ok(()) => retried(|| self.insert(order, by, &question, &kept, &asking)).await,
            Err(error) => Err(error),
        };
        if asked.is_err() {
            for key in &kept {
                // A failure is logged; it only wastes storage space.
                let _ = self.storage.delete(key).await;
            }
        }
        let id = asked?;
        let mut conn = self.payments.db.read().await?;
        let found = returns::find(&mut conn, id).await?;
        members(&mut conn, &[found], order).await?.pop().ok_or_else(|| Error::internal("a return is gone"))
    }

    async fn insert(
        &self,
        order: &Order,
        (actor, who): (Actor, &Member),
        question: &Question,
        pictures: &[String],
        asking: &ReturnContext<'_>,
    ) -> Result<ReturnId> {
        let mut tx = self.payments.db.write().await?;
        if actor == Actor::Member {
            // A concurrent erasure of the member either waits and then finds this return, or came first: then the
            // request is refused.
            accounts::lock(&mut tx, who.id).await?;
            role(&mut tx, who.id).await?.ok_or_else(Error::forbidden)?;
        }
        // Locks the order, so that no concurrent request gets the same pieces.
        if !lock(&mut tx, order).await? {
            return Err(ksmart_core::order::MoveRefused.into());
        }
        let there = read_order(&mut tx, order, asking).await?;
        let pieces = check_lines(&there, question.kind, &question.lines)?;
        let wanted = returns::taken(&mut tx, order.key, None).await?.wanted;
        let terms = terms(order, question.kind, Some(question.reason), self.settings);
        let portion = portion(order, terms, &wanted, &pieces)?;
        let number = format!("R-{}-{}", jakarta(asking.now_ms).format("%Y%m%d"), self.random.token(8));
        let lines: Vec<(i64, i64)> = question.lines.iter().map(|piece| (piece.line_id, piece.quantity)).collect();
        let new = NewReturn {
            number: &number,
            order: order.key,
            kind: question.kind,
            reason: question.reason,
            note: &question.note,
            keeps_shipping: terms.keeps_shipping,
            deduction_percent: terms.deduction_percent,
            portion,
            lines: &lines,
            pictures,
        };
        let admin = (actor == Actor::Admin).then_some(who);
        let id = returns::insert(&mut tx, &new, (actor, admin.map(|admin| admin.id)), asking.now_ms).await?;
        if let Some(admin) = admin {
            let after = json!({"state": "asked", "return_order": order.number, "refund_rp": portion.refund_rp});
            let change = Change::new("create", Subject::Return, &number, Value::Null, after);
            audit::record(&mut tx, admin, asking.now_ms, change).await?;
        }
        tx.commit().await?;
        Ok(id)
    }
}

/// Requests the return of goods of one of the caller's orders; multipart, with up to 5 pictures.
#[utoipa::path(post, path = "/api/transactions/{order_id}/returns", operation_id = "askReturn",
        request_body(content = ReturnForm, content_type = "multipart/form-data"),
    responses((status = 201, body = ReturnAnswer), (status = 403), (status = 409), (status = 422)))]
pub(super) async fn ask(
    State(payments): State<Payments>,
    State(storage): State<Storage>,
    State(random): State<Random>,
    State(settings): State<CachedSettings>,
    member: Member,
    Path(number): Path<String>,
    form: Multipart,
) -> Result<(StatusCode, Json<ReturnAnswer>)> {
    let order = find_own(&mut *payments.db.read().await?, member.id, &number).await?;
    let question = Question::read(form).await?;
    let settings = settings.now().await?;
    let services = Services { payments: &payments, storage: &storage, random: &random, settings: &settings.returns };
    let data = services.ask(&order, (Actor::Member, &member), question).await?;
    Ok((StatusCode::CREATED, Json(ReturnAnswer { message: "Pengembalian diajukan.", data })))
}

/// Requests the return of goods of an order, for a member who called; multipart, with up to 5 pictures.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/returns", operation_id = "askReturnForShop",
        request_body(content = ReturnForm, content_type = "multipart/form-data"),
    responses((status = 201, body = ReturnAnswer), (status = 409), (status = 422)))]
pub(super) async fn ask_for_shop(
    State(payments): State<Payments>,
    State(storage): State<Storage>,
    State(random): State<Random>,
    State(settings): State<CachedSettings>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
    form: Multipart,
) -> Result<(StatusCode, Json<ReturnAnswer>)> {
    let order = find_any(&mut *payments.db.read().await?, &number).await?;
    let question = Question::read(form).await?;
    let settings = settings.now().await?;
    let services = Services { payments: &payments, storage: &storage, random: &random, settings: &settings.returns };
    let data = services.ask(&order, (Actor::Admin, &admin), question).await?;
    Ok((StatusCode::CREATED, Json(ReturnAnswer { message: "Pengembalian dicatat.", data })))
}

/// Withdraws one of the caller's returns, as long as its goods have not arrived.
#[utoipa::path(post, path = "/api/returns/{id}/withdraw", operation_id = "withdrawReturn",
    responses((status = 200, body = ReturnAnswer), (status = 409)))]
async fn withdraw(
    State(payments): State<Payments>,
    member: Member,
    Path(id): Path<ReturnId>,
) -> Result<Json<ReturnAnswer>> {
    let mut tx = payments.db.write().await?;
    let found = returns::find(&mut tx, id).await?;
    if found.member_id != member.id {
        return Err(Error::not_found("Pengembalian tidak ditemukan."));
    }
    let order = find_any(&mut tx, &found.order_number).await?;
    let state = found.state.0.after(ReturnEvent::Withdraw, found.kind.0, order.state.is_paid())?;
    let by = (Actor::Member, None);
    if !returns::step(&mut tx, &found, state, by, None, payments.clock.now_ms()).await? {
        return Err(ksmart_core::returns::StepRefused.into());
    }
    let found = returns::find(&mut tx, id).await?;
    let data = members(&mut tx, &[found], &order).await?.pop().ok_or_else(|| Error::internal("a return is gone"))?;
    tx.commit().await?;
    Ok(Json(ReturnAnswer { message: "Pengembalian dibatalkan.", data }))
}

/// Shows a picture of a return to its member, and to administrators who handle returns.
#[utoipa::path(get, path = "/api/return-pictures/{id}", operation_id = "showReturnPicture",
    responses((status = 200, content_type = "image/webp", body = String)))]
async fn show_picture(
    State(db): State<Db>,
    State(storage): State<Storage>,
    member: Member,
    Path(id): Path<i64>,
) -> Result<Response> {
    let gone = || Error::not_found("Berkas tidak ditemukan.");
    let mut conn = db.read().await?;
    let (owner, key) = returns::find_picture(&mut conn, id).await?.ok_or_else(gone)?;
    if owner != member.id && rights(&mut conn, member.id).await? & (FULFILMENT | FINANCE) == 0 {
        return Err(gone());
    }
    drop(conn);
    show_private(&storage, &key).await
}
