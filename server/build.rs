//! Embeds the built web app and the demo shop.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

const DIST: &str = "../web/dist";

const DEMO: &str = "demo";

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
    let mut files = Vec::new();
    list(Path::new(DEMO), &mut files);
    // Sorted by their names as texts, because the program looks them up in this order.
    let name = |file: &PathBuf| file.strip_prefix(DEMO).expect("it lies in the folder").display().to_string();
    files.sort_by_key(name);
    let entry = |file: &PathBuf| {
        let path = fs::canonicalize(file).expect("it is there");
        format!("({:?}, include_bytes!({path:?})),\n", name(file))
    };
    let entries: String = files.iter().map(entry).collect();
    fs::write(Path::new(&out).join("demo_files.rs"), format!("&[\n{entries}]")).expect("output can be written");
    println!("cargo:rerun-if-changed={DEMO}");
    println!("cargo:rerun-if-changed=../migrations");
    println!("cargo:rerun-if-changed={DIST}");
}

/// Lists every file below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}
