//! The versions that the subjects report: of rustc, and of crates as Cargo.toml pins them.
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=Cargo.toml");
    let rustc = Command::new(std::env::var("RUSTC").expect("cargo sets it")).arg("--version").output().expect("rustc");
    let text = String::from_utf8(rustc.stdout).expect("UTF-8");
    println!("cargo:rustc-env=RUSTC_VERSION={}", text.split(' ').nth(1).expect("rustc 1.2.3"));
    let manifest = std::fs::read_to_string("Cargo.toml").expect("Cargo.toml");
    for name in ["itertools", "ndarray"] {
        let line = manifest.lines().find(|line| line.starts_with(&format!("{name} ="))).expect("a pinned crate");
        let version = line.split('"').nth(1).expect("a version").trim_start_matches('=');
        println!("cargo:rustc-env=VERSION_{}={version}", name.to_uppercase());
    }
}
