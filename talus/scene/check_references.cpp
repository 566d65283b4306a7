#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/scene/passes.h"

namespace talus::scene {
namespace {

std::vector<std::string> namesIn(const Section& section, const Scene& scene) {
    std::vector<std::string> names;
    const Parameter& row = *section.rows("name").front();
    for (std::size_t i = 0; i < section.size(scene); ++i)
        names.push_back(std::get<std::string>(row.get(section.objectOf(scene, i))));
    return names;
}

void checkDuplicates(Checked& checked, const Section& section) {
    std::map<std::string, std::size_t> first;
    const auto names = namesIn(section, checked.scene);
    for (std::size_t i = 0; i < names.size() && !full(checked.diagnostics); ++i) {
        const auto [known, is_new] = first.emplace(names[i], i);
        if (is_new) continue;
        const SourceSpan there = checked.place(section.name, known->second, "name");
        checked.diagnostics.error(checked.place(section.name, i, "name"),
                                  fmt::format("a second {} is named {}", section.title(), quoted(names[i])),
                                  there.line > 0 && there.source == 0
                                      ? fmt::format("the first is in line {}; names must differ", there.line)
                                      : "names must differ");
    }
}

/// All values of the rows that refer to other entries.
void checkRow(Checked& checked, const Section& section, const Parameter& row) {
    const Section& target = *findSection(row.refers_to);
    auto names = namesIn(target, checked.scene);
    std::string kind = target.title();
    if (!row.or_to.empty()) {
        const Section& other = *findSection(row.or_to);
        const auto more = namesIn(other, checked.scene);
        names.insert(names.end(), more.begin(), more.end());
        kind = fmt::format("{} or {}", kind, other.title());
    }
    const std::set<std::string> known(names.begin(), names.end());
    for (std::size_t i = 0; i < section.size(checked.scene); ++i) {
        const Value value = row.get(section.objectOf(checked.scene, i));
        const auto* text = std::get_if<std::string>(&value);
        const auto list = text ? std::vector<std::string>{*text} : std::get<std::vector<std::string>>(value);
        const std::set<std::string> words(list.begin(), list.end());
        for (const std::string& word : words) {
            if (full(checked.diagnostics)) return;
            if (known.contains(word)) continue;
            const auto meant = nearest(word, names);
            const std::string hint =
                meant               ? fmt::format("did you mean '{}'?", *meant)
                : names.empty()     ? fmt::format("the scene has no {}; add one", target.title())
                : names.size() <= 8 ? fmt::format("there are: {}", fmt::join(names, ", "))
                                    : fmt::format("add a {} of that name", target.title());
            checked.diagnostics.error(checked.place(section.name, i, row.key),
                                      fmt::format("no {} is named {}", kind, quoted(word)), hint);
        }
    }
}

using Pair = std::pair<std::string, std::string>;
Pair ordered(std::string a, std::string b) {
    if (b < a) std::swap(a, b);
    return {std::move(a), std::move(b)};
}

/// Fixed grains do not move apart or together: what they would do to each other counts for nothing.
bool isFixed(const Scene& scene, const std::string& material) {
    return std::any_of(scene.materials.begin(), scene.materials.end(),
                       [&](const state::Material& m) { return m.name == material && m.fixed; });
}

/// How many grains a scene makes of each material; more than one counts as two.
std::map<std::string, int> grainMaterials(const Scene& scene) {
    std::map<std::string, int> count;
    const auto add = [&](const std::string& material, int n) {
        count[material] = std::min(2, count[material] + n);
    };
    for (const grains::Emitter& emitter : scene.emitters) add(emitter.material, emitter.count > 1 ? 2 : 1);
    for (const grains::Fill& fill : scene.fills) add(fill.material, fill.count == 1 ? 1 : 2);
    for (const grains::Import& import : scene.imports)
        add(import.material, import.grains->size() > 1 ? 2 : 1);
    for (const grains::Grain& grain : scene.placed) add(grain.material, 1);
    return count;
}

}  // namespace

void checkReferences(Checked& checked) {
    for (const Section& section : registry()) {
        if (section.many && section.named()) checkDuplicates(checked, section);
        for (const Parameter& row : section.parameters)
            if (!row.refers_to.empty()) checkRow(checked, section, row);
    }
}

void checkContacts(Checked& checked) {
    const Scene& scene = checked.scene;
    std::map<Pair, std::size_t> given;
    const auto& contacts = scene.grains.contacts;
    for (std::size_t i = 0; i < contacts.size() && !full(checked.diagnostics); ++i) {
        const auto [known, is_new] = given.emplace(ordered(contacts[i].first, contacts[i].second), i);
        if (is_new) continue;
        const SourceSpan there = checked.place("contact", known->second, "between");
        checked.diagnostics.error(
            checked.place("contact", i, "between"),
            fmt::format("a second [[contact]] between '{}' and '{}'", contacts[i].first, contacts[i].second),
            fmt::format("the first is in line {}; keep one", there.line));
    }

    for (std::size_t i = 0; i < contacts.size() && !full(checked.diagnostics); ++i)
        if (contacts[i].cohesion == grains::Cohesion::Jkr && contacts[i].law != grains::Law::HertzMindlin)
            checked.diagnostics.error(checked.place("contact", i, "cohesion"),
                                      "cohesion = \"jkr\" needs law = \"hertz-mindlin\"",
                                      "it is a theory of elastic spheres; \"dmt\" goes with every law");

    // The pairs that can meet, each with what makes it meet.
    std::map<Pair, std::string> needed;
    const auto materials = grainMaterials(scene);
    for (const auto& [a, count] : materials) {
        for (const auto& [b, other] : materials)
            if (a < b || (a == b && count > 1 && !isFixed(scene, a)))
                needed.emplace(ordered(a, b), "grains of both can meet");
        for (const grains::Wall& wall : scene.walls)
            if (!isFixed(scene, a))
                needed.emplace(ordered(a, wall.material),
                               fmt::format("such grains can touch [[wall]] '{}'", wall.name));
        if (scene.ground && !isFixed(scene, a))
            needed.emplace(ordered(a, scene.ground->material), "such grains can touch the [ground]");
    }
    const auto known = namesIn(*findSection("material"), scene);
    const auto exists = [&](const std::string& name) {
        return std::find(known.begin(), known.end(), name) != known.end();
    };
    for (const auto& [pair, why] : needed) {
        if (full(checked.diagnostics)) return;
        if (given.contains(pair) || !exists(pair.first) || !exists(pair.second)) continue;
        checked.diagnostics.error(
            {}, fmt::format("no [[contact]] between '{}' and '{}': {}", pair.first, pair.second, why),
            fmt::format("add [[contact]] with between = [\"{}\", \"{}\"]", pair.first, pair.second));
    }
    if (scene.emitters.empty() && scene.fills.empty() && scene.imports.empty() && scene.placed.empty() &&
        scene.bodies.empty())
        checked.warn({}, "the scene has no grains",
                     "add an [[emitter]], a [[fill]], an [[import]], a [[grain]] or a [[body]]");
}

}  // namespace talus::scene
