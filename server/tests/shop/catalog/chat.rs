//! Questions about a product: answered from the catalogue, and by a chat-completions service, with and without
//! failures.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex},
};

use axum::{
    Json, Router,
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use futures_util::{future::poll_fn, stream};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::shop::{Actor, Shop};

const KEY: &str = "sk-kunci-yang-rahasia";

/// Requests received by the service.
type Received = Arc<Mutex<Vec<(HeaderMap, Value)>>>;

/// Starts a chat-completions service that answers with `reply`; returns its URL and the requests it receives.
async fn service(reply: impl Fn() -> Response + Clone + Send + Sync + 'static) -> (String, Received) {
    let received = Received::default();
    let complete = move |State(received): State<Received>, headers: HeaderMap, Json(body): Json<Value>| {
        received.lock().unwrap().push((headers, body));
        let response = reply();
        async move { response }
    };
    let router = Router::new().route("/v1/chat/completions", post(complete)).with_state(Arc::clone(&received));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (base, received)
}

/// Starts a shop whose questions go to a service that answers with `reply`.
async fn shop_with(reply: impl Fn() -> Response + Clone + Send + Sync + 'static) -> (Shop, Received) {
    let (base, received) = service(reply).await;
    let flags = [format!("--chat-api-key={KEY}"), format!("--chat-api-url={base}/"), "--chat-model=kecil".to_owned()];
    (Shop::start_with(&[&flags[0], &flags[1], &flags[2], "--rate-limits=off"]).await, received)
}

fn delta(text: &str) -> String {
    format!("data: {}\n\n", json!({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}]}))
}

/// Returns a channel, and a response that streams the texts sent through it; the channel closes when the reader
/// disconnects.
fn held() -> (mpsc::Sender<String>, Response) {
    let (sender, mut receiver) = mpsc::channel::<String>(8);
    let next = async move || poll_fn(|cx| receiver.poll_recv(cx)).await;
    let body = stream::unfold(next, async |mut next| Some((Ok::<_, Infallible>(next().await?), next)));
    (sender, ([("content-type", "text/event-stream")], Body::from_stream(body)).into_response())
}

/// Returns the events of a stream: name and data.
fn events(stream: &str) -> Vec<(String, Value)> {
    let event = |block: &str| {
        let (name, data) = block.strip_prefix("event: ")?.split_once("\ndata: ")?;
        Some((name.to_owned(), serde_json::from_str(data).ok()?))
    };
    let blocks = stream.split("\n\n").filter(|block| !block.is_empty() && !block.starts_with(':'));
    blocks.map(|block| event(block).unwrap_or_else(|| panic!("no event: {block:?}"))).collect()
}

/// Asks a question; returns the text of the answer and the name of its last event.
async fn ask(actor: &Actor, product: i64, question: &str) -> (String, String) {
    let answer = actor.post("/api/chat", json!({"product_id": product, "question": question})).await.expect(200);
    let mut events = events(answer.as_str().unwrap());
    let (last, data) = events.pop().unwrap();
    if last == "error" {
        assert_eq!(data, json!({"message": "Maaf, terjadi kesalahan."}));
    }
    assert!(events.iter().all(|(name, _)| name == "piece"));
    (events.iter().map(|(_, data)| data["text"].as_str().unwrap()).collect(), last)
}

fn done(words: &str) -> (String, String) {
    (words.to_owned(), "done".to_owned())
}

/// Built-in answer about the price of the tea in these tests.
const PRICE: &str = "Harga Teh <Hijau> adalah Rp\u{a0}12.300 per pcs.";

async fn tea(shop: &Shop) -> i64 {
    shop.product_with("Teh <Hijau>", 123, 7, &["Melati", "Madu"]).await
}

#[tokio::test]
async fn chat_uses_the_catalogue_without_an_api_key() {
    let shop = Shop::start_with(&["--rate-limits=off"]).await;
    let (guest, tea) = (shop.guest(), tea(&shop).await);
    for (question, words) in [
        ("Berapa harganya?", PRICE),
        ("BV?", "Setiap pcs Teh <Hijau> bernilai 5 BV."),
        ("beratnya", "Berat pengiriman Teh <Hijau> adalah 500 gram per pcs."),
        ("Isinya berapa ml?", "Isi bersih Teh <Hijau> adalah 250 ml per pcs."),
        ("stok masih ada?", "Stok Teh <Hijau> saat ini 7 pcs."),
        ("rasa apa saja", "Varian Teh <Hijau>: Melati dan Madu."),
        ("minimal beli", "Pemesanan minimum Teh <Hijau> adalah 1 pcs."),
        ("Apa komposisinya?", "Komposisi Teh <Hijau>: Isi"),
        ("bagaimana cara pakainya", "Cara pakai Teh <Hijau>: Pakai"),
        ("cara menyimpan?", "Penyimpanan Teh <Hijau>: Simpan"),
        ("manfaatnya apa", "Deskripsi Teh <Hijau>: Keterangan"),
        ("rating", "Teh <Hijau> belum memiliki ulasan."),
        ("sudah terjual berapa", "Teh <Hijau> sudah terjual 0 pcs."),
        ("kategori", "Teh <Hijau> termasuk kategori Kategori Teh <Hijau>."),
        ("Harga dan stok?", &format!("{PRICE}\n\nStok Teh <Hijau> saat ini 7 pcs.")),
        ("Siapa presiden Indonesia?", "Maaf, tidak ada jawaban."),
        (&"x".repeat(500), "Maaf, tidak ada jawaban."),
        (&format!("  {}  ", "é".repeat(500)), "Maaf, tidak ada jawaban."),
        ("\u{0}\u{202e}😀", "Maaf, tidak ada jawaban."),
    ] {
        assert_eq!(ask(&guest, tea, question).await, done(words), "{question}");
    }
    for question in ["ongkir ke Medan", "bisa bayar COD?", "apakah halal", "aman untuk ibu hamil?", "kapan kedaluwarsa"]
    {
        let (words, last) = ask(&guest, tea, question).await;
        assert!(last == "done" && words.contains("silakan hubungi layanan pelanggan"), "{question}: {words}");
    }
    let empty = shop.product("Kopi", 5, 0).await;
    assert_eq!(ask(&guest, empty, "stok").await, done("Stok Kopi sedang kosong."));
    assert_eq!(ask(&guest, empty, "varian").await, done("Kopi tidak memiliki pilihan varian."));
}

#[tokio::test]
async fn an_answer_is_an_uncached_event_stream() {
    let shop = Shop::start().await;
    let (guest, tea) = (shop.guest(), tea(&shop).await);
    let request = guest.request(Method::POST, "/api/chat").json(&json!({"product_id": tea, "question": "Halal?"}));
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["cache-control"], "no-cache");
    assert_eq!(response.headers()["x-accel-buffering"], "no");
    let events = events(&response.text().await.unwrap());
    assert!(events.len() > 2, "{events:?}");
    assert_eq!(events.last().unwrap(), &("done".to_owned(), json!({})));
}

#[tokio::test]
async fn invalid_questions_never_reach_the_service() {
    let (shop, received) = shop_with(|| delta("Ya").into_response()).await;
    let (guest, tea) = (shop.guest(), tea(&shop).await);
    for (body, status, code, sentence) in [
        (json!({"product_id": tea, "question": " \n "}), 422, "invalid_field", "Pertanyaan tidak boleh kosong."),
        (
            json!({"product_id": tea, "question": "é".repeat(501)}),
            422,
            "invalid_field",
            "Pertanyaan paling banyak 500 karakter.",
        ),
        (json!({"product_id": tea + 1, "question": "Harga?"}), 404, "not_found", "Produk tidak ditemukan!"),
        (json!({"product_id": -1, "question": "Harga?"}), 404, "not_found", "Produk tidak ditemukan!"),
        (
            json!({"product_id": "1", "question": "Harga?"}),
            422,
            "invalid_field",
            "Data yang dikirim tidak lengkap atau tidak benar.",
        ),
        (json!({"product_id": tea}), 422, "invalid_field", "Data yang dikirim tidak lengkap atau tidak benar."),
    ] {
        assert_eq!(guest.post("/api/chat", body).await.refused(status, code), sentence);
    }
    assert!(received.lock().unwrap().is_empty());
}

#[tokio::test]
async fn the_service_gets_no_personal_data() {
    let (shop, received) = shop_with(|| format!("{}data: [DONE]\n\n", delta("Ya.")).into_response()).await;
    let (budi, tea) = (shop.member("budi").await, tea(&shop).await);
    let request =
        budi.request(Method::POST, "/api/chat").header("x-forwarded-for", "203.0.113.9").header("cookie", "a=b").json(
            &json!({
                "product_id": tea, "question": " Bisa kirim ke budi@example.com atau 0812-3456-7890? ", "price": 1,
                "user_id": budi.id,
            }),
        );
    budi.send(request).await.expect(200);
    let received = received.lock().unwrap();
    let (headers, body) = &received[0];
    let question = "Nama produk: Teh <Hijau>\nDeskripsi: Keterangan\nHarga: Rp\u{a0}12.300\nPertanyaan: Bisa kirim ke \
                    [email] atau [nomor] ?";
    let system = body["messages"][0]["content"].clone();
    assert!(system.as_str().unwrap().contains("bahasa Indonesia"));
    let messages = json!([{"role": "system", "content": system}, {"role": "user", "content": question}]);
    assert_eq!(*body, json!({"model": "kecil", "stream": true, "max_tokens": 400, "messages": messages}));
    assert_eq!(headers["authorization"], format!("Bearer {KEY}"));
    let mut names: Vec<&str> = headers.keys().map(|name| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["accept", "authorization", "content-length", "content-type", "host"]);
}

#[tokio::test]
async fn answers_are_streamed_as_they_arrive() {
    let (hold, holds) = std::sync::mpsc::channel();
    let holds = Arc::new(Mutex::new(holds));
    let (shop, _) = shop_with(move || holds.lock().unwrap().recv().unwrap()).await;
    let (guest, tea) = (shop.guest(), tea(&shop).await);
    let (service, response) = held();
    hold.send(response).unwrap();
    service.send(delta("Halo ")).await.unwrap();
    let request = guest.request(Method::POST, "/api/chat").json(&json!({"product_id": tea, "question": "Apa?"}));
    let mut answer = request.send().await.unwrap();
    // The first word must arrive before the second one is sent.
    let first = answer.chunk().await.unwrap().unwrap();
    assert_eq!(events(std::str::from_utf8(&first).unwrap()), [("piece".to_owned(), json!({"text": "Halo "}))]);
    service.send(delta("juga\n🌿")).await.unwrap();
    service.send("data: [DONE]\n\n".to_owned()).await.unwrap();
    let rest = events(&answer.text().await.unwrap());
    assert_eq!(rest, [("piece".to_owned(), json!({"text": "juga\n🌿"})), ("done".to_owned(), json!({}))]);

    // A browser that disconnects ends the call.
    let (service, response) = held();
    hold.send(response).unwrap();
    service.send(delta("Halo ")).await.unwrap();
    let request = guest.request(Method::POST, "/api/chat").json(&json!({"product_id": tea, "question": "Apa?"}));
    let mut answer = request.send().await.unwrap();
    answer.chunk().await.unwrap().unwrap();
    assert!(!service.is_closed());
    drop(answer);
    service.closed().await;
}

#[tokio::test]
async fn bad_service_answers_are_cut_or_replaced() {
    let json_answer = |content: Value| Json(json!({"choices": [{"message": {"content": content}}]})).into_response();
    let long = "kata ".repeat(2000);
    type Reply = Box<dyn Fn() -> Response + Send + Sync>;
    let text = |text: String| -> Reply { Box::new(move || text.clone().into_response()) };
    let cut = format!("{}…", "kata ".repeat(800));
    let cases: Vec<(&str, Reply, (String, String))> = vec![
        ("one JSON text", Box::new(move || json_answer(json!("Ya, bisa."))), done("Ya, bisa.")),
        ("null", Box::new(move || json_answer(Value::Null)), done("Maaf, tidak ada jawaban.")),
        ("blank", text(format!("{}{}data: [DONE]\n\n", delta(" \n"), delta(" "))), done("Maaf, tidak ada jawaban.")),
        ("nothing", text("data: [DONE]\n\n".to_owned()), done("Maaf, tidak ada jawaban.")),
        ("long pieces", text(format!("{}data: [DONE]\n\n", delta("kata ").repeat(2000))), done(&cut)),
        ("a long JSON text", Box::new(move || json_answer(json!(long))), done(&cut)),
        ("no JSON", text("<html>Sibuk</html>\n".to_owned()), done(PRICE)),
        ("half a JSON text", text("{\"choices\":".to_owned()), done(PRICE)),
        ("a failure", text("{\"error\":{\"message\":\"x\"}}".to_owned()), done(PRICE)),
        ("an endless line", text("x".repeat(600 * 1024)), done(PRICE)),
        ("endless comments", text(": ayo\n\n".repeat(1024 * 1024)), done(PRICE)),
        ("401", Box::new(|| StatusCode::UNAUTHORIZED.into_response()), done(PRICE)),
        ("500", Box::new(|| StatusCode::INTERNAL_SERVER_ERROR.into_response()), done(PRICE)),
        (
            "a redirect",
            Box::new(|| (StatusCode::TEMPORARY_REDIRECT, [("location", "/v1/chat/completions")]).into_response()),
            done(PRICE),
        ),
        ("broken in the middle", text(delta("Setengah")), ("Setengah".to_owned(), "error".to_owned())),
        (
            "a failure in the middle",
            text(format!("{}data: {{\"error\": 1}}\n\n", delta("Setengah"))),
            ("Setengah".to_owned(), "error".to_owned()),
        ),
        (
            "too much in the middle",
            text(format!("{}{}", delta("Setengah"), "x".repeat(600 * 1024))),
            ("Setengah".to_owned(), "error".to_owned()),
        ),
    ];
    let reply: Arc<Mutex<Reply>> = Arc::new(Mutex::new(text(String::new())));
    let replies = Arc::clone(&reply);
    let (shop, received) = shop_with(move || replies.lock().unwrap()()).await;
    let (guest, tea) = (shop.guest(), tea(&shop).await);
    for (calls, (name, behaviour, expected)) in (1..).zip(cases) {
        *reply.lock().unwrap() = behaviour;
        assert_eq!(ask(&guest, tea, "Harga?").await, expected, "{name}");
        assert_eq!(received.lock().unwrap().len(), calls, "{name}");
    }
}

#[tokio::test]
async fn the_catalogue_answers_if_the_service_is_down() {
    let shop = Shop::start_with(&["--chat-api-key=sk-x", "--chat-api-url=http://127.0.0.1:9/v1"]).await;
    let (guest, tea) = (shop.guest(), tea(&shop).await);
    assert_eq!(ask(&guest, tea, "Harga?").await, done(PRICE));
    assert_eq!(ask(&guest, tea, "Presiden?").await, done("Maaf, tidak ada jawaban."));
}

#[tokio::test]
async fn daily_questions_to_the_service_are_limited() {
    let (base, received) = service(|| StatusCode::INTERNAL_SERVER_ERROR.into_response()).await;
    let flags = [format!("--chat-api-key={KEY}"), format!("--chat-api-url={base}/")];
    let shop = Shop::start_with(&[&flags[0], &flags[1], "--chat-daily-questions=2", "--rate-limits=off"]).await;
    let (guest, tea) = (shop.guest(), tea(&shop).await);
    for _ in 0..4 {
        assert_eq!(ask(&guest, tea, "Harga?").await, done(PRICE), "the catalogue answers");
    }
    assert_eq!(received.lock().unwrap().len(), 2);
    shop.app.clock.advance(25 * 60 * 60 * 1000);
    ask(&guest, tea, "Harga?").await;
    assert_eq!(received.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn questions_per_ip_address_are_limited() {
    let shop = Shop::start().await;
    shop.app.clock.stop();
    let (guest, tea) = (shop.guest(), tea(&shop).await);
    let ask_from = async |address: &str| {
        let request = guest.request(Method::POST, "/api/chat").header("x-forwarded-for", address);
        guest.send(request.json(&json!({"product_id": tea, "question": "Harga?"}))).await
    };
    for _ in 0..20 {
        // The last address is the one seen by the proxy on this machine.
        ask_from("198.51.100.1, 203.0.113.9").await.expect(200);
    }
    let sentence = ask_from("198.51.100.2, 203.0.113.9").await.refused(429, "too_many_requests");
    assert_eq!(sentence, "Terlalu banyak pertanyaan. Coba lagi beberapa menit lagi.");
    ask_from("203.0.113.10").await.expect(200);
    shop.app.clock.advance(5 * 60 * 1000);
    ask_from("203.0.113.9").await.expect(200);
}

#[tokio::test]
async fn simultaneous_answers_are_limited() {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&kept);
    let (shop, _) = shop_with(move || {
        let (service, response) = held();
        keep.lock().unwrap().push(service);
        response
    })
    .await;
    let (guest, tea) = (shop.guest(), tea(&shop).await);
    let ask = || guest.request(Method::POST, "/api/chat").json(&json!({"product_id": tea, "question": "Harga?"}));
    let mut answers = Vec::new();
    for _ in 0..64 {
        answers.push(ask().send().await.unwrap());
    }
    let sentence = guest.send(ask()).await.refused(429, "too_many_requests");
    assert_eq!(sentence, "Asisten sedang sibuk. Coba lagi sebentar lagi.");
    // A client that disconnects frees its place.
    drop(answers);
    while ask().send().await.unwrap().status() != 200 {
        tokio::task::yield_now().await;
    }
}
