//! Embeds the built web app.

use std::{env, fs, path::Path};

const DIST: &str = "../../web/dist";

fn main() {
    // Rust tests also run without the web app: a missing build is an empty folder.
    fs::create_dir_all(DIST).expect("web/dist can be made");
    memory_serve::load_directory(DIST);
    // The server writes into the page, and reads from the manifest which files each part of the app needs.
    let out = env::var("OUT_DIR").expect("cargo says where output goes");
    let files = [
        ("index.html", "index.html"),
        (".vite/manifest.json", "manifest.json"),
        (".vite/prerendered.json", "prerendered.json"),
    ];
    for (from, to) in files {
        let text = fs::read_to_string(Path::new(DIST).join(from)).unwrap_or_default();
        fs::write(Path::new(&out).join(to), text).expect("output can be written");
    }
    println!("cargo:rerun-if-changed={DIST}");
}
