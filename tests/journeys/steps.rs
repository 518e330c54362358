//! What a person does on a page: looks for a name, types, presses.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use super::browser::{APPEARS_WITHIN, Page};
use crate::cli::program::root;

/// What can be pressed, by what is written on it or read aloud for it.
const PRESSED: &str = "self::button or self::a or @role='tab' or @role='option'";

impl Page {
    /// Types into the field of a label, in place of what stood there.
    pub async fn fill(&self, label: &str, text: &str) {
        let path = format!(
            "//*[(self::input or self::textarea) and (@aria-label='{label}' or \
             @id=//label[text()[normalize-space(.)='{label}']]/@for)]"
        );
        let field = self.at(&path, label).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Presses the button, link or tab that bears exactly a name.
    pub async fn press(&self, name: &str) {
        let path = format!(
            "//*[({PRESSED}) and not(@disabled) and (normalize-space(.)='{name}' or @aria-label='{name}')]"
        );
        self.at(&path, name).await.click().await.unwrap();
    }

    /// Presses the tab whose name begins so; a count may follow.
    pub async fn turn_to(&self, name: &str) {
        let path = format!("//*[@role='tab' and starts-with(normalize-space(.), '{name}')]");
        self.at(&path, name).await.click().await.unwrap();
    }

    /// Opens the row of a table that holds a text.
    pub async fn open_row(&self, text: &str) {
        let path = format!("//*[@role='gridcell' and contains(., '{text}')]");
        self.at(&path, text).await.click().await.unwrap();
    }

    async fn at(&self, path: &str, name: &str) -> Element {
        let wait = self.client().wait().at_most(APPEARS_WITHIN);
        match wait.for_element(Locator::XPath(path)).await {
            Ok(element) => element,
            Err(error) => panic!("{name:?} is not on the page ({error}):\n{}", self.text().await),
        }
    }

    /// Looks at the screen in light and dark: axe finds nothing, and pictures of the browser's are
    /// kept where `BAILIWICK_SHOTS` says.
    pub async fn look(&self, name: &str) {
        for theme in ["light", "dark"] {
            self.dress(theme).await;
            self.keep_picture(&format!("{name}-{theme}")).await;
            let found = faults(self.client()).await;
            assert!(found.is_empty(), "axe finds on {name}, {theme}:\n{}", found.join("\n"));
        }
        self.client().execute("delete document.documentElement.dataset.theme", vec![]).await.unwrap();
    }

    /// Puts a theme on and waits until what fades has come to rest. What turns for ever is not waited for.
    async fn dress(&self, theme: &str) {
        let dress = "document.documentElement.dataset.theme = arguments[0]";
        self.client().execute(dress, vec![json!(theme)]).await.unwrap();
        let rests = "return document.getAnimations()
            .every((one) => one.effect.getComputedTiming().iterations === Infinity)";
        answer(self.client(), rests, &json!(true)).await;
    }

    async fn keep_picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("BAILIWICK_SHOTS").map(PathBuf::from) else { return };
        // The window's driver takes no picture of a page that is being drawn: it waits for ever.
        if !self.in_browser() {
            return;
        }
        std::fs::create_dir_all(&folder).unwrap();
        let picture = self.client().screenshot().await.unwrap();
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }
}

/// Asks the page again and again until it answers so.
///
/// A script that answers late is not used: the window's driver loses such answers when it is busy.
async fn answer(client: &Client, script: &str, wanted: &Value) {
    let until = Instant::now() + APPEARS_WITHIN;
    while client.execute(script, vec![]).await.unwrap() != *wanted {
        assert!(Instant::now() < until, "the page never answered {wanted} to {script}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// What axe finds: the rule, what it asks for, and each element.
async fn faults(client: &Client) -> Vec<String> {
    let there = client.execute("return typeof window.axe === 'object'", vec![]).await.unwrap();
    if there != json!(true) {
        let axe = root().join("tests/node_modules/axe-core/axe.min.js");
        let axe = std::fs::read_to_string(&axe)
            .unwrap_or_else(|error| panic!("{}: {error}; ./test installs it", axe.display()));
        client.execute(&format!("{axe}; window.axe = axe"), vec![]).await.unwrap();
    }
    let run = "window.__found = undefined;
        axe.run().then((found) => { window.__found = found.violations },
          (error) => { window.__found = [{ id: 'axe', help: String(error), nodes: [] }] })";
    client.execute(run, vec![]).await.unwrap();
    answer(client, "return window.__found !== undefined", &json!(true)).await;
    let found = client.execute("return window.__found", vec![]).await.unwrap();
    found.as_array().unwrap().iter().map(sentence).collect()
}

fn sentence(fault: &Value) -> String {
    let nodes = fault["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let places: Vec<String> = nodes
        .iter()
        .map(|node| format!("    {}\n      {}", node["html"], node["failureSummary"].as_str().unwrap_or("")))
        .collect();
    format!("  {}: {}\n{}", fault["id"], fault["help"], places.join("\n"))
}
