#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/load/follow_materials.h"
#include "talus/grains/materials/from_materials.h"

namespace talus::grains {

using method::Scene;

namespace {

/// The advice for a pair that has no contact.
std::string contactHint(const Scene& scene, const Pair& pair) {
    std::string incomplete;  // names of materials without friction and restitution
    for (const environment::Material& material : scene.environment.materials)
        if ((material.name == pair.first || material.name == pair.second) && !hasContactNumbers(material))
            incomplete += fmt::format("{}'{}'", incomplete.empty() ? "" : " and ", material.name);
    const std::string add =
        fmt::format("add [[contact]] with between = [\"{}\", \"{}\"]", pair.first, pair.second);
    return incomplete.empty()
               ? add
               : fmt::format("{}; or give {} friction and restitution, as like = \"dry sand\" does", add,
                             incomplete);
}

}  // namespace

void checkContacts(const Checking& checked) {
    const Scene& scene = checked.scene;
    std::map<Pair, std::size_t> given;
    const auto& contacts = in(scene).contacts;
    for (std::size_t i = 0; i < contacts.size() && !full(checked.diagnostics); ++i) {
        const auto [known, is_new] = given.emplace(ordered(contacts[i].first, contacts[i].second), i);
        if (is_new) continue;
        const SourceSpan there = checked.spanOf("contact", known->second, "between");
        checked.diagnostics.error(
            checked.spanOf("contact", i, "between"),
            fmt::format("a second [[contact]] between '{}' and '{}'", contacts[i].first, contacts[i].second),
            fmt::format("the first is in line {}; keep one", there.line));
    }

    for (std::size_t i = 0; i < contacts.size() && !full(checked.diagnostics); ++i)
        if (contacts[i].cohesion == Cohesion::Jkr && !contacts[i].law->sticks)
            checked.diagnostics.error(checked.spanOf("contact", i, "cohesion"),
                                      "cohesion = \"jkr\" needs law = \"hertz-mindlin\"",
                                      "it is a theory of elastic spheres; \"dmt\" goes with every law");

    const auto exists = [&](const std::string& name) {
        return std::any_of(scene.environment.materials.begin(), scene.environment.materials.end(),
                           [&](const environment::Material& m) { return m.name == name; });
    };
    for (const auto& [pair, why] : meetingPairs(scene)) {
        if (full(checked.diagnostics)) return;
        if (given.contains(pair) || !exists(pair.first) || !exists(pair.second)) continue;
        checked.diagnostics.error(
            {}, fmt::format("no [[contact]] between '{}' and '{}': {}", pair.first, pair.second, why),
            contactHint(scene, pair));
    }
}

}  // namespace talus::grains
