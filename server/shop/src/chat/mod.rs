//! Questions about a product, answered as a stream: by a chat-completions service, or from the catalogue itself.

mod built_in;
mod service;

use std::{convert::Infallible, future::poll_fn, sync::Arc, time::Duration};

use axum::{
    extract::State,
    http::{HeaderName, StatusCode},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream;
use ksmart_core::text;
use ksmart_foundation::{
    config::Config,
    db::Db,
    document::routes,
    error::{Code, Error, Result},
    extract::Body,
    ids::ProductId,
    limits::Budget,
    time::Clock,
};
use serde::{Deserialize, Serialize};
use tokio::sync::{
    OwnedSemaphorePermit, Semaphore,
    mpsc::{self, Sender},
};
use tracing::Instrument;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{self, ByMember, ProductDetail},
};
use service::{Failure, Service};

/// Maximum length of a question, characters.
const MAX_QUESTION: usize = 500;

/// Maximum length of an answer of the service, characters; the rest is cut.
const MAX_ANSWER: usize = 4000;

/// Maximum time that the service may take for a whole answer.
const TOTAL_TIME: Duration = Duration::from_secs(45);

/// Additional time for a browser to read the rest of an answer after `TOTAL_TIME`.
const GRACE: Duration = Duration::from_secs(5);

/// Maximum number of answers under way at once.
const ANSWERS_AT_ONCE: usize = 64;

/// Text shown when there is no answer.
const NO_ANSWER: &str = "Maaf, tidak ada jawaban.";

/// Message at the end of an interrupted answer.
const BROKEN: &str = "Maaf, terjadi kesalahan.";

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(ask))
}

/// The assistant: the source of its answers, and the limits on its use.
#[derive(Clone)]
pub struct Chat {
    /// Client of the service; `None` if no API key is configured.
    service: Option<Arc<Service>>,
    /// Daily limit on requests to the service; beyond it, questions are answered from the catalogue.
    budget: Arc<Budget>,
    answering: Arc<Semaphore>,
}

impl Chat {
    /// Creates the assistant with the service that `config` names, or with only the built-in answers.
    pub fn new(config: &Config, clock: &Clock) -> Self {
        Self {
            service: Service::new(config).map(Arc::new),
            budget: Arc::new(Budget::daily(config.chat_daily_questions, clock)),
            answering: Arc::new(Semaphore::new(ANSWERS_AT_ONCE)),
        }
    }

    /// Returns the name of the service's model; `None` if questions are answered only from the catalogue.
    pub fn model(&self) -> Option<&str> {
        self.service.as_deref().map(Service::model)
    }
}

/// A question about a product.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"product_id": 1, "question": "Apakah aman untuk anak-anak?"})))]
struct Question {
    /// Product that the question is about.
    product_id: ProductId,
    /// 1 to 500 characters, not counting surrounding spaces.
    #[schema(min_length = 1, max_length = 500, pattern = r"\S")]
    question: String,
}

/// A part of an answer, to be sent to the browser.
#[derive(Debug)]
enum Part {
    /// Next piece of the text.
    Piece(String),
    /// The answer is complete.
    Done,
    /// The answer was interrupted.
    Broken,
}

impl From<Part> for Event {
    fn from(part: Part) -> Self {
        #[derive(Serialize)]
        struct Piece {
            text: String,
        }
        #[derive(Serialize)]
        struct Broken {
            message: &'static str,
        }
        let event = match part {
            Part::Piece(text) => Event::default().event("piece").json_data(Piece { text }),
            Part::Done => return Event::default().event("done").data("{}"),
            Part::Broken => Event::default().event("error").json_data(Broken { message: BROKEN }),
        };
        event.expect("a struct of texts is JSON")
    }
}

/// Kind of an event in an answer.
#[derive(ToSchema)]
#[expect(dead_code, reason = "events are written as they come")]
#[schema(rename_all = "snake_case")]
enum ChatEventKind {
    /// Next part of the text, as `{"text"}`.
    Piece,
    /// End of a complete answer, with the data `{}`.
    Done,
    /// End of an interrupted answer, with the data `{"message"}`.
    Error,
}

/// An event of an answer.
#[derive(ToSchema)]
#[expect(dead_code, reason = "events are written as they come")]
#[schema(examples(json!({"event": "piece", "data": "{\"text\": \"Ya, \"}"})))]
struct ChatEvent {
    event: ChatEventKind,
    /// JSON.
    data: String,
}

/// Answers a question about a product as server-sent events: any number of `piece` events with `{"text"}`, then `done`,
/// or `error` with `{"message"}` if the answer was interrupted.
///
/// An answer that ends without `done` was interrupted as well. Returns 404 for a product that is not in the shop, and
/// 422 for a question that is empty or too long. Returns 429 after 20 questions in 5 minutes from one member or
/// IP address, or while too many are being answered.
#[utoipa::path(post, path = "/api/chat", operation_id = "askAssistant", request_body = Question,
    responses((status = 200, body = ChatEvent, content_type = "text/event-stream"), (status = 404),
        (status = 429)))]
async fn ask(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(chat): State<Chat>,
    by: ByMember,
    Body(asked): Body<Question>,
) -> Result<Response> {
    let question = &text::tidy(&asked.question);
    match question.chars().count() {
        0 => return Err(Error::invalid("Pertanyaan tidak boleh kosong.")),
        1..=MAX_QUESTION => {}
        _ => return Err(Error::invalid(format!("Pertanyaan paling banyak {MAX_QUESTION} karakter."))),
    }
    let product = catalog::detail(&mut *db.read().await?, asked.product_id, by, clock.now_ms()).await?;
    let slot = Arc::clone(&chat.answering).try_acquire_owned();
    let slot = slot.map_err(|_| busy("Asisten sedang sibuk. Coba lagi sebentar lagi."))?;

    let (parts, mut answer) = mpsc::channel(16);
    tokio::spawn(serve(chat, product, question.to_owned(), parts, slot).in_current_span());
    let next = async move || poll_fn(|cx| answer.poll_recv(cx)).await;
    let events = stream::unfold(next, async |mut next| {
        let part = next().await?;
        Some((Ok::<_, Infallible>(Event::from(part)), next))
    });
    // A buffering proxy would delay the parts.
    let unbuffered = [(HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((unbuffered, Sse::new(events).keep_alive(KeepAlive::default())).into_response())
}

fn busy(message: &'static str) -> Error {
    Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message)
}

/// Sends the answer until it is complete or the browser has disconnected, which also ends the call to the service.
async fn serve(chat: Chat, product: ProductDetail, question: String, parts: Sender<Part>, _slot: OwnedSemaphorePermit) {
    let service = chat.service.as_deref().filter(|_| chat.budget.spend().is_ok());
    if service.is_none() && chat.service.is_some() {
        tracing::warn!("the catalogue answers: the questions of the day are spent");
    }
    let said = answer(service, &product, &question, &parts);
    tokio::select! {
        () = parts.closed() => {}
        // A browser that does not read must not keep the slot.
        _ = tokio::time::timeout(TOTAL_TIME + GRACE, said) => {}
    }
}

/// Sends an answer. If a part cannot be sent, the browser is no longer listening; [`serve`] handles that.
async fn answer(service: Option<&Service>, product: &ProductDetail, question: &str, parts: &Sender<Part>) {
    let mut said = 0;
    if let Some(service) = service {
        let relayed = relay(service, product, question, parts, &mut said);
        let relayed = tokio::time::timeout(TOTAL_TIME, relayed).await.unwrap_or(Err(Failure::Slow));
        if let Err(failure) = &relayed {
            tracing::warn!(characters = said, "chat service: {failure}");
        }
        if said > 0 || relayed.is_ok() {
            if said == 0 {
                let _ = parts.send(Part::Piece(NO_ANSWER.to_owned())).await;
            }
            let _ = parts.send(if relayed.is_ok() { Part::Done } else { Part::Broken }).await;
            return;
        }
    }
    let text = built_in::answer(product, question).unwrap_or_else(|| NO_ANSWER.to_owned());
    for sentence in text.split_inclusive(". ") {
        let _ = parts.send(Part::Piece(sentence.to_owned())).await;
    }
    let _ = parts.send(Part::Done).await;
}

/// Forwards the service's answer, and counts its characters in `said`.
async fn relay(
    service: &Service,
    product: &ProductDetail,
    question: &str,
    parts: &Sender<Part>,
    said: &mut usize,
) -> Result<(), Failure> {
    let mut answer = service.request_answer(&product.product, question).await?;
    while let Some(text) = answer.next().await? {
        // White space before the first word does not count as an answer.
        let text = if *said == 0 { text.trim_start() } else { &text };
        let left = MAX_ANSWER - *said;
        let end = text.char_indices().nth(left).map_or(text.len(), |(end, _)| end);
        if !text[..end].is_empty() {
            *said += text[..end].chars().count();
            let cut = if end < text.len() { "…" } else { "" };
            let _ = parts.send(Part::Piece(format!("{}{cut}", &text[..end]))).await;
        }
        if end < text.len() {
            break;
        }
    }
    Ok(())
}
