//! A second resolver, slow and plain, that shares nothing with the first but the words.

use domain::authority::{Effect, Layer, Verdict};

use super::door::Company;

/// `verdict code layer` and the deciding rule's id.
pub(super) fn resolve(company: &Company, tool: &str) -> (String, Option<String>) {
    let deny = |code: &str, layer: &str| (format!("deny {code}{layer}"), None);
    if !company.tools.iter().any(|known| known == tool) {
        return deny("unknown_tool", "");
    }
    if company.suspended {
        return deny("employee_suspended", " platform");
    }
    if company.quarantined.iter().any(|quarantined| quarantined == tool) {
        return deny("quarantined", " platform");
    }
    let rules = all_rules(company);
    let platform = [Layer::Platform, Layer::Employee, Layer::Company, Layer::Extension, Layer::Role];
    let (verdict, code, layer, id) = ask_layers(company, &rules, tool, &platform);
    (format!("{} {code} {layer}", word(verdict)), id)
}

#[derive(Debug, Clone)]
struct OneRule {
    layer: Layer,
    effect: Effect,
    pattern: String,
    id: String,
    /// What the smallest id is the smallest of.
    rank: (String, usize),
}

fn all_rules(company: &Company) -> Vec<OneRule> {
    let mut rules: Vec<OneRule> = company
        .rules
        .iter()
        .map(|rule| OneRule {
            layer: rule.layer,
            effect: rule.effect,
            pattern: rule.pattern.clone(),
            id: rule.id.clone(),
            rank: (rule.id.clone(), 0),
        })
        .collect();
    for (list, effect, entries) in [
        ("tools_allowed", Effect::Allow, &company.allowed),
        ("tools_ask", Effect::Ask, &company.ask),
        ("tools_denied", Effect::Deny, &company.denied),
    ] {
        for (index, pattern) in entries.iter().flatten().enumerate() {
            rules.push(OneRule {
                layer: Layer::Role,
                effect,
                pattern: pattern.clone(),
                id: format!("role:acme/role@1.0.0:{list}:{index}"),
                rank: (String::new(), index),
            });
        }
    }
    rules
}

type Found = (Verdict, &'static str, &'static str, Option<String>);

fn ask_layers(company: &Company, rules: &[OneRule], tool: &str, layers: &[Layer]) -> Found {
    let Some((layer, lower)) = layers.split_first() else { return nobody_spoke(company, rules, tool) };
    let speaking = |effect: Effect, meets: &dyn Fn(&OneRule) -> bool| {
        let of_layer = |rule: &&OneRule| rule.layer == *layer && rule.effect == effect && meets(rule);
        rules.iter().filter(of_layer).min_by_key(|rule| rule.rank.clone()).map(|rule| rule.id.clone())
    };
    if let Some(id) =
        speaking(Effect::Deny, &|rule| is_met(&rule.pattern, tool) || looks_met(&rule.pattern, tool))
    {
        let code = if *layer == Layer::Platform { "hard_denied" } else { "denied_by_rule" };
        return (Verdict::Deny, code, name(*layer), Some(id));
    }
    if *layer == Layer::Platform {
        return ask_layers(company, rules, tool, lower);
    }
    let allow = speaking(Effect::Allow, &|rule| {
        is_meant(&rule.pattern, tool) && !is_ambiguous(company, &rule.pattern)
    });
    let otherwise = match allow {
        Some(id) => (Verdict::Allow, "allowed", name(*layer), Some(id)),
        None => ask_layers(company, rules, tool, lower),
    };
    let lifts_a_deny = otherwise.0 == Verdict::Deny;
    let asks =
        |rule: &OneRule| is_met(&rule.pattern, tool) || (!lifts_a_deny && looks_met(&rule.pattern, tool));
    match speaking(Effect::Ask, &asks) {
        Some(id) => (Verdict::Ask, "needs_approval", name(*layer), Some(id)),
        None => otherwise,
    }
}

fn nobody_spoke(company: &Company, rules: &[OneRule], tool: &str) -> Found {
    let closed = company.allowed.is_some();
    let passed_over = rules.iter().any(|rule| {
        rule.effect == Effect::Allow
            && rule.layer != Layer::Platform
            && is_meant(&rule.pattern, tool)
            && is_ambiguous(company, &rule.pattern)
    });
    match company.unlisted.as_str() {
        "allow" if !closed => (Verdict::Allow, "allowed", "unlisted", None),
        "ask" if !closed => (Verdict::Ask, "needs_approval", "unlisted", None),
        _ if passed_over => (Verdict::Deny, "ambiguous_entry", "unlisted", None),
        _ => (Verdict::Deny, "not_listed", "unlisted", None),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    }
}

fn name(layer: Layer) -> &'static str {
    match layer {
        Layer::Role => "role",
        Layer::Extension => "extension",
        Layer::Company => "company",
        Layer::Employee => "employee",
        Layer::Platform => "platform",
    }
}

/// The pairs of sides that a pattern stands for.
fn sides(pattern: &str) -> Vec<(String, String)> {
    match pattern.split_once('/') {
        Some((server, tool)) => vec![(server.to_owned(), tool.to_owned())],
        None => vec![("*".to_owned(), pattern.to_owned()), (pattern.to_owned(), "*".to_owned())],
    }
}

/// Whether an allow of this pattern means the tool.
pub(super) fn is_meant(pattern: &str, tool: &str) -> bool {
    let (server, name) = tool.split_once('/').unwrap();
    sides(pattern).iter().any(|(left, right)| star(left, server, false) && star(right, name, false))
}

/// Whether a deny or an ask of this pattern meets the tool byte for byte.
pub(super) fn is_met(pattern: &str, tool: &str) -> bool {
    let (server, name) = tool.split_once('/').unwrap();
    sides(pattern).iter().any(|(left, right)| star(left, server, true) && star(right, name, true))
}

/// Whether it meets the tool for the eye.
pub(super) fn looks_met(pattern: &str, tool: &str) -> bool {
    is_met(&seen(pattern), &seen(tool))
}

fn is_ambiguous(company: &Company, pattern: &str) -> bool {
    let mut servers: Vec<&str> = company
        .tools
        .iter()
        .filter(|tool| is_meant(pattern, tool))
        .map(|tool| tool.split_once('/').unwrap().0)
        .collect();
    servers.sort_unstable();
    servers.dedup();
    !pattern.contains('/') && servers.len() > 1
}

/// Every way to let a star stand for something, tried.
fn star(pattern: &str, text: &str, crosses: bool) -> bool {
    let Some(first) = pattern.chars().next() else { return text.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    if first != '*' {
        return text.strip_prefix(first).is_some_and(|text| star(rest, text, crosses));
    }
    (0..=text.len())
        .filter(|end| text.is_char_boundary(*end))
        .filter(|end| crosses || !text[..*end].contains('/'))
        .any(|end| star(rest, &text[end..], crosses))
}

/// The look-alikes that this chapter's tests use, written down one by one.
fn seen(text: &str) -> String {
    let plain = |c: char| match c {
        'а' | 'ａ' => 'a',
        'х' | 'ｘ' => 'x',
        'е' => 'e',
        'о' => 'o',
        'с' => 'c',
        other => other,
    };
    text.chars().filter(|c| *c != '\u{200b}').map(plain).collect::<String>().to_lowercase()
}
