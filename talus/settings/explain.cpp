#include "talus/settings/explain.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/settings/registry.h"

namespace talus::settings {
namespace {

std::string fullName(const Section& section, std::string_view key) {
    return section.name.empty() ? std::string(key) : fmt::format("{}.{}", section.name, key);
}

std::string explainRow(const Section& section, const Parameter& row) {
    std::string out = fmt::format("{}\n  {}\n", fullName(section, row.key), row.doc);
    const auto line = [&](const char* what, const std::string& text) {
        if (!text.empty()) out += fmt::format("  {:<9}{}\n", what, text);
    };
    line("where", row.when.text());
    line("type", typeText(row));
    line("unit", std::string(row.unit));
    line("range", row.allowed().text());
    line("default", row.required ? "none: it must be given" : toToml(section.defaultOf(row), row));
    line("example", fmt::format("{} = {}", row.key, exampleOf(section, row)));
    return out;
}

std::string explainSection(const Section& section) {
    std::string out = fmt::format("{}: {}\n", section.title(), section.doc);
    for (const Parameter& row : section.parameters)
        out += fmt::format("  {:<18}{}{}\n", row.key, row.doc,
                           row.when.key.empty() ? "" : fmt::format(" (where {})", row.when.text()));
    return out;
}

std::string explainAll(const Registry& registry) {
    std::string out = "A scene file is TOML. Its tables:\n";
    for (const Section& section : registry.sections())
        out += fmt::format("  {:<22}{}\n", section.title(), section.doc);
    return out + "`talus explain TABLE` and `talus explain TABLE.KEY` tell more.\n";
}

Error unknown(const Registry& registry, std::string_view what) {
    // A key without its table: all places where it is one.
    std::vector<std::string> names = registry.names(), places;
    for (const Section& section : registry.sections())
        for (const std::string& key : section.keys()) {
            names.push_back(fullName(section, key));
            if (key == what) places.push_back(names.back());
        }
    std::string hint = fmt::format("tables: {}", fmt::join(registry.names(), ", "));
    if (!places.empty())
        hint = fmt::format("did you mean {}?", fmt::join(places, " or "));
    else if (const auto meant = nearest(what, names))
        hint = fmt::format("did you mean {}?", *meant);
    return {ErrorKind::Input, fmt::format("no key or table '{}'; {}", what, hint)};
}

std::string markdownCell(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '|') out += '\\';
        out += c;
    }
    return out;
}

}  // namespace

Result<std::string> explain(const Registry& registry, std::string_view what) {
    if (what.empty()) return explainAll(registry);
    // "[[contact]]" and "contact[0].friction" mean the same as "contact" and "contact.friction".
    std::string path;
    bool within = false;
    for (const char c : what) {
        if (c == '[') within = true;
        if (c != '[' && c != ']' && !(within && c >= '0' && c <= '9')) path += c;
        if (c == ']') within = false;
    }
    if (const Section* section = registry.find(path); section && !path.empty())
        return explainSection(*section);
    const auto dot = path.find('.');
    const Section* section = registry.find(dot == std::string::npos ? "" : path.substr(0, dot));
    const auto rows = section ? section->rows(dot == std::string::npos ? path : path.substr(dot + 1))
                              : std::vector<const Parameter*>{};
    if (rows.empty()) return unknown(registry, what);
    std::string out;
    for (const Parameter* row : rows) out += explainRow(*section, *row);
    return out;
}

std::string formatAsMarkdown(const Registry& registry) {
    std::string out =
        "# Scene format\n\n"
        "A scene is a TOML file. This page is made by `talus schema --markdown` from the rows that "
        "each method declares (sections*.cpp);\nchange it there. `talus explain KEY` says the same on a "
        "terminal, and "
        "`talus "
        "schema` gives a JSON Schema for editors.\n\n"
        "Numbers without a unit are SI (m, kg, s, rad). A text with a unit stands for a number anywhere: "
        "`\"20 mm\"`, "
        "`\"30 deg\"`,\n`\"9.81 m/s^2\"`, `\"2 kN/m\"`, `\"25 /s\"`; in vectors too: `[0, 0, \"50 mm\"]`. z "
        "points up. "
        "A key that is not listed is an error.\n"
        "Every number has a range: where the key needs none of its own, that of its unit, which keeps what "
        "no scene "
        "can mean\n(gravity of 1e200) from overflowing later.\n"
        "On the command line `--set time.duration=2`, `--set emitter.NAME.rate=500` (by name) and `--set "
        "contact[0].friction=0.2`\n(by number) replace what the file says.\n";
    for (const Section& section : registry.sections()) {
        out += fmt::format("\n## {}\n\n{}\n\n",
                           section.name.empty() ? "Top of the file" : fmt::format("`{}`", section.title()),
                           section.doc);
        out += "| key | type | unit | range | default | meaning |\n|---|---|---|---|---|---|\n";
        for (const Parameter& row : section.parameters) {
            const std::string where =
                row.when.key.empty() ? "" : fmt::format(" Only where `{}`.", row.when.text());
            out += fmt::format(
                "| `{}` | {} | {} | {} | {} | {}{} |\n", row.key, markdownCell(typeText(row)), row.unit,
                row.allowed().text(),
                row.required ? "required" : fmt::format("`{}`", toToml(section.defaultOf(row), row)),
                markdownCell(row.doc), where);
        }
    }
    return out;
}

}  // namespace talus::settings
