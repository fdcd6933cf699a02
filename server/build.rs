//! Embeds the built web app.

fn main() {
    // Rust tests run without the web app too: an absent build is an empty folder.
    std::fs::create_dir_all("../web/dist").expect("web/dist can be made");
    memory_serve::load_directory("../web/dist");
    println!("cargo:rerun-if-changed=../migrations");
}
