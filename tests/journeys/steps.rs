//! What a person does on a page: looks for a name, types, presses.

use std::path::PathBuf;

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

    /// Looks at the screen in light and dark: axe finds nothing, and pictures are kept where
    /// `BAILIWICK_SHOTS` says.
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
        let script = "const [theme, done] = arguments;
            document.documentElement.dataset.theme = theme;
            const ends = (one) => one.effect.getComputedTiming().iterations !== Infinity;
            const rest = document.getAnimations().filter(ends).map((one) => one.finished);
            Promise.race([Promise.allSettled(rest), new Promise((late) => setTimeout(late, 1000))])
              .then(() => done());";
        self.client().execute_async(script, vec![json!(theme)]).await.unwrap();
    }

    async fn keep_picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("BAILIWICK_SHOTS").map(PathBuf::from) else { return };
        std::fs::create_dir_all(&folder).unwrap();
        let picture = self.client().screenshot().await.unwrap();
        std::fs::write(folder.join(format!("{}-{name}.png", self.front())), picture).unwrap();
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
    let run = "const done = arguments[arguments.length - 1];
        axe.run().then((found) => done(found.violations),
          (error) => done([{ id: 'axe', help: String(error), nodes: [] }]))";
    let found = client.execute_async(run, vec![]).await.unwrap();
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
