//! The `health` command, with which operators check that the server is running.

use std::process::{Command, Output};

use axum::{Router, http::StatusCode, routing::get};

use crate::{operation::server::Server, shop::Shop};

fn health(listen: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ksmart")).args(["health", "--listen", listen]).output().unwrap()
}

#[tokio::test]
async fn health_succeeds_while_the_server_answers() {
    let shop = Shop::start().await;
    let mut server = Server::start(shop.folder.path(), shop.flags()).await;
    let address = server.base.trim_start_matches("http://").to_owned();
    // The first page waits for what the server prepares at its start, which may take longer than the command waits.
    assert!(reqwest::get(&server.base).await.unwrap().status().is_success());
    let output = health(&address);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    server.stop().await;
    let output = health(&address);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("ksmart: nobody answers at {address}\n"));
}

#[tokio::test]
async fn health_fails_on_a_server_error() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let fault = Router::new().route("/", get(|| async { StatusCode::INTERNAL_SERVER_ERROR }));
    tokio::spawn(async { axum::serve(listener, fault).await });
    let asked = address.clone();
    let output = tokio::task::spawn_blocking(move || health(&asked)).await.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, format!("ksmart: {address} answers with 500 Internal Server Error\n"));
}
