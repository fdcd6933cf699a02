//! Answer to a request that cannot be served: a status, a sentence for people and a code for programs.

use std::{any::Any, borrow::Cow, fmt, panic::Location};

use axum::{
    Json,
    extract::{
        multipart::{MultipartError, MultipartRejection},
        rejection::{JsonRejection, PathRejection, QueryRejection},
    },
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use ksmart_core::{
    fields::FieldError,
    order::MoveRefused,
    quote::{Quote, QuoteError},
    returns::{ReturnError, StepRefused},
    voucher::VoucherError,
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::foundation::db::{Collision, is_busy, is_too_long};

/// The answer of a handler.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Every code that an error on the wire can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The request is not of the form that the route takes.
    MalformedRequest,
    /// No such thing exists, or the caller may not see it.
    NotFound,
    /// The method does not fit the route.
    MethodNotAllowed,
    /// No token, or one that is not valid.
    Unauthorized,
    /// A token that was valid once.
    SessionExpired,
    /// E-mail or password are wrong.
    WrongCredentials,
    /// The password is right, and the account has a second factor: the answer carries the `challenge` to go on with.
    SecondFactorRequired,
    /// The second factor that was shown is wrong, or was used before.
    SecondFactorWrong,
    /// The caller's role needs a second factor, and the account has none.
    SecondFactorMissing,
    /// Confirmation is missing for a request that moves money or power: the caller proves again who they are, and
    /// repeats the request.
    ConfirmationRequired,
    /// The account is suspended.
    AccountSuspended,
    /// The one-time link is used, replaced, too old or none.
    LinkInvalid,
    /// The caller may not do this.
    Forbidden,
    /// The session is an administrator's who sees the shop as a member does: it changes nothing, and some is the member's alone.
    ReadOnly,
    /// A field is missing or wrong.
    InvalidField,
    /// The e-mail address has an account.
    EmailTaken,
    /// The body is larger than the route takes.
    TooLarge,
    /// Too many tries; later is fine.
    TooManyRequests,
    /// The shop has fewer pieces than wanted.
    OutOfStock,
    /// Fewer pieces of a product than an order may have.
    BelowMinimum,
    /// The member has as many unpaid orders, or pieces in them, as one may.
    UnpaidLimit,
    /// The order cannot be paid at the door: not there, or not so much.
    CodUnavailable,
    /// The voucher may not be used.
    VoucherInvalid,
    /// The BV period takes no orders.
    PeriodClosed,
    /// The shop is not open: nobody but administrators can try it.
    ShopClosed,
    /// The amount to be paid is not what the server computes; the answer carries the right quote.
    AmountMismatch,
    /// The same request is being served already.
    Repeated,
    /// The checkout has become an order already, with other contents; the answer carries its `order_id`.
    AlreadyOrdered,
    /// The state of the order, or of the return, does not allow the move.
    MoveRefused,
    /// Someone else has changed the same thing meanwhile; the answer carries it as it is now, as `current`.
    EditConflict,
    /// Other things name it, so that it cannot be deleted.
    InUse,
    /// The member has reviewed this product of this order.
    AlreadyReviewed,
    /// The payment provider cannot be reached or refused.
    PaymentUnavailable,
    /// The payment provider refuses what the order says of its receiver.
    CustomerRefused,
    /// The payment provider cannot give the money back.
    RefundRefused,
    /// The shipping provider cannot be reached.
    ShippingUnavailable,
    /// The signature of a notification is wrong.
    BadSignature,
    /// The request took too long.
    Timeout,
    /// Too many want the same at once; later is fine.
    Busy,
    /// The server is at fault.
    Internal,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Returns a panic's message, or nothing.
pub fn panic_cause(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or_default()
}

/// A request that was not served.
#[derive(Debug)]
pub struct Error {
    status: StatusCode,
    code: Code,
    message: Cow<'static, str>,
    /// Fields of the answer besides message and code.
    extra: Vec<(&'static str, Value)>,
    /// Whether it comes of a transaction that was given up for the sake of another.
    collided: bool,
    /// After how many seconds it is worth asking again.
    retry_after: Option<u64>,
}

/// The body of an error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// The sentence to show, in Indonesian.
    pub message: String,
    /// The stable name.
    pub code: Code,
    /// With `invalid_field`, where a form was read: all that is wrong, each with the sentence to show beside the field.
    #[schema(required = false, nullable = false)]
    pub fields: Option<Vec<FieldError>>,
    /// With `edit_conflict`: the thing as it is now.
    #[schema(required = false)]
    pub current: Option<Value>,
    /// With `second_factor_required`: what to go on with.
    #[schema(required = false, nullable = false)]
    pub challenge: Option<String>,
    /// With `second_factor_required` and `confirmation_required`: what can be shown, `code`, `passkey` or `password`.
    #[schema(required = false, nullable = false)]
    pub methods: Option<Vec<String>>,
    /// With `amount_mismatch`: what the server computes.
    #[schema(required = false, nullable = false)]
    pub quote: Option<Quote>,
    /// With `already_ordered`: the number of the order.
    #[schema(required = false, nullable = false)]
    pub order_id: Option<String>,
}

impl Error {
    /// An error with its own status, code and sentence.
    pub fn new(status: StatusCode, code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code, message: message.into(), extra: Vec::new(), collided: false, retry_after: None }
    }

    /// 404 with the sentence that says what is not there.
    pub fn not_found(message: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, Code::NotFound, message)
    }

    /// 403.
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, Code::Forbidden, "Anda tidak berhak melakukan tindakan ini.")
    }

    /// 422 with the sentence that says what is wrong.
    pub fn invalid(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, Code::InvalidField, message)
    }

    /// 409 with the sentence that says what does not fit.
    pub fn conflict(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 409 for a change that was made to what is no longer so; `current` is the thing as it is now.
    pub fn edit_conflict(current: impl Serialize) -> Self {
        let message = "Data ini baru saja diubah oleh orang lain. Periksa perubahannya sebelum menyimpan lagi.";
        Self::conflict(Code::EditConflict, message).with("current", current)
    }

    /// 500; `cause` goes to the log, with the place that this was called from, and never to the caller.
    #[track_caller]
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(at = %Location::caller(), "{cause}");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            Code::Internal,
            "Terjadi kesalahan pada server. Silakan coba lagi.",
        )
    }

    /// Says it in another sentence.
    #[must_use]
    pub fn saying(mut self, message: String) -> Self {
        self.message = message.into();
        self
    }

    /// Adds a value to the body.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Serialize) -> Self {
        self.extra.push((name, serde_json::to_value(value).unwrap_or_default()));
        self
    }

    /// Says after how many seconds it is worth asking again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The sentence of this error.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The code of this error.
    pub fn code(&self) -> Code {
        self.code
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut body = serde_json::json!({"message": self.message, "code": self.code});
        for (name, value) in self.extra {
            body[name] = value;
        }
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // For whoever sees the answer on its way out.
        response.extensions_mut().insert(self.code);
        response
    }
}

/// PostgreSQL's code for text that it cannot hold, such as U+0000 (`character_not_in_repertoire`).
const UNKEEPABLE_TEXT: &str = "22021";

impl From<sqlx::Error> for Error {
    #[track_caller]
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
        if code.is_some_and(|code| code == UNKEEPABLE_TEXT) {
            return Self::malformed();
        }
        let collided = error.is_collision();
        let told = if collided || is_busy(&error) {
            Self::busy()
        } else if is_too_long(&error) {
            Self::timeout()
        } else {
            return Self::internal(error);
        };
        tracing::warn!(at = %Location::caller(), "{error}");
        Self { collided, ..told }
    }
}

impl Collision for Error {
    fn is_collision(&self) -> bool {
        self.collided
    }
}

impl From<object_store::Error> for Error {
    #[track_caller]
    fn from(error: object_store::Error) -> Self {
        Self::internal(error)
    }
}

impl From<Vec<FieldError>> for Error {
    /// 422 with the first sentence, and all of them by field.
    fn from(errors: Vec<FieldError>) -> Self {
        let message = errors.first().map_or_else(|| "Data tidak benar.".to_owned(), |error| error.message.clone());
        Self::invalid(message).with("fields", errors)
    }
}

impl From<MoveRefused> for Error {
    fn from(error: MoveRefused) -> Self {
        Self::conflict(Code::MoveRefused, error.to_string())
    }
}

impl From<VoucherError> for Error {
    fn from(error: VoucherError) -> Self {
        Self::conflict(Code::VoucherInvalid, error.to_string())
    }
}

impl From<QuoteError> for Error {
    fn from(error: QuoteError) -> Self {
        Self::invalid(error.to_string())
    }
}

impl From<StepRefused> for Error {
    fn from(error: StepRefused) -> Self {
        Self::conflict(Code::MoveRefused, error.to_string())
    }
}

impl From<ReturnError> for Error {
    fn from(error: ReturnError) -> Self {
        Self::invalid(error.to_string())
    }
}

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large(),
            StatusCode::UNPROCESSABLE_ENTITY => Self::invalid("Data yang dikirim tidak lengkap atau tidak benar."),
            _ => Self::malformed(),
        }
    }
}

impl From<QueryRejection> for Error {
    fn from(_: QueryRejection) -> Self {
        Self::malformed()
    }
}

impl From<PathRejection> for Error {
    fn from(_: PathRejection) -> Self {
        Self::not_found("Data tidak ditemukan.")
    }
}

impl From<MultipartRejection> for Error {
    fn from(_: MultipartRejection) -> Self {
        Self::malformed()
    }
}

impl From<MultipartError> for Error {
    fn from(error: MultipartError) -> Self {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE { Self::too_large() } else { Self::malformed() }
    }
}

impl Error {
    /// 400: the request cannot be read.
    pub fn malformed() -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code::MalformedRequest, "Permintaan tidak dapat dibaca.")
    }

    /// 503: the request takes too long.
    pub fn timeout() -> Self {
        let message = "Server terlalu lama menjawab. Silakan coba lagi sebentar lagi.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::Timeout, message)
    }

    /// 503: too many want the same at once.
    pub fn busy() -> Self {
        let message = "Server sedang sibuk. Silakan coba lagi sebentar lagi.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::Busy, message)
    }

    /// 413.
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, Code::TooLarge, "Data yang dikirim terlalu besar.")
    }
}
