#pragma once
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "talus/run/compare/divergence.h"
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "tests/support/granular.h"

/// Scenes that nobody means: what they must never do is abort, hang, or diverge at once without a word.
namespace talus::test {

/// Values of a key as TOML: spread over what it may be, at its ends, beyond, and of another type.
inline std::vector<std::string> hostileValues(const settings::Parameter& row) {
    using settings::Kind;
    const settings::Range range = row.allowed();
    std::vector<double> ends{0, -1, 1, 1e300, -1e300};
    for (const double within : {1e-6, 1e-4, 1e-2, 1e2, 1e4, 1e6})
        if (range.contains(within)) ends.push_back(within);
    if (std::isfinite(range.max)) ends.push_back(range.max);
    if (std::isfinite(range.min)) ends.push_back(range.min);
    std::vector<std::string> values{"nan",
                                    "inf",
                                    "true",
                                    "[]",
                                    "\"\"",
                                    "\"\\u0001\"",
                                    "{}",
                                    "\"" + std::string(2000, 'x') + "\"",
                                    "\"1e9 kg m^9\"",
                                    "\"nothing\""};
    for (const double end : ends) {
        const std::string number = fmt::format("{:e}", end);
        switch (row.kind) {
            case Kind::Number: values.push_back(number); break;
            case Kind::Vector:
                for (const char* form : {"[{0}, 0, 0]", "[0, 0, {0}]", "[{0}, {0}, {0}]", "[{0}, 1]"})
                    values.push_back(fmt::format(fmt::runtime(form), number));
                break;
            case Kind::NumberList:
                for (const char* form : {"[{0}]", "[{0}, {0}]", "[0, {0}]"})
                    values.push_back(fmt::format(fmt::runtime(form), number));
                break;
            case Kind::VectorList:
                for (const char* form : {"[[{0}, 0, 0]]", "[[0, 0, 0], [0, 0, {0}]]", "[[{0}]]"})
                    values.push_back(fmt::format(fmt::runtime(form), number));
                break;
            default: break;
        }
    }
    if (row.kind == Kind::Integer || row.kind == Kind::IntegerList)
        for (const char* number : {"0", "1", "-1", "2147483647", "4294967295", "9223372036854775807"}) {
            values.emplace_back(number);
            values.push_back(fmt::format("[{0}, {0}]", number));
        }
    for (const std::string_view word : row.choices) {
        values.push_back(fmt::format("\"{}\"", word));
        values.push_back(fmt::format("[\"{0}\", \"{0}\"]", word));
    }
    return values;
}

/// A key of a scene, for `--set`.
struct KeyPlace {
    std::string path;
    const settings::Parameter* row;
};

/// All keys that a scene could have in the tables that it has.
inline std::vector<KeyPlace> keysOf(const scene::Scene& scene) {
    std::vector<KeyPlace> places;
    for (const settings::Section& section : scene::registry().sections()) {
        void* const owner = scene::ownersOf(scene)[section.owner];
        for (std::size_t i = 0; i < section.size(owner); ++i)
            for (const settings::Parameter& row : section.parameters) {
                if (!section.applies(row, section.object(owner, i))) continue;
                const std::string table = section.name.empty() ? ""
                                          : section.many       ? fmt::format("{}[{}].", section.name, i)
                                                               : fmt::format("{}.", section.name);
                places.push_back({table + std::string(row.key), &row});
            }
    }
    return places;
}

/// What a scene came to.
struct Verdict {
    bool refused = false;  ///< with errors
    bool told = false;     ///< passed, with a warning or a note
    bool ran = false;      ///< was small enough to take steps
    std::string diverged;  ///< after the check had passed it without a word; empty: it did not
};

/// Does what `talus check` does; and where that says nothing, takes some more steps as `talus run` would.
inline Verdict verdictOn(const std::string& text, const std::string& folder,
                         const std::vector<std::string>& overrides = {}) {
    // A scene of these sizes takes a fraction of a second.
    constexpr double most_grains = 1000, most_columns = 2e4;
    constexpr std::uint64_t steps = 100, of_methods = 1000;
    Verdict verdict;
    scene::ReadResult read = scene::readScene(text, folder + "/scene.toml", overrides, {.memory_bytes = 4e9},
                                              run::readRasterGround);
    if (!read.scene) {
        verdict.refused = true;
        EXPECT_TRUE(read.diagnostics.hasErrors());
        return verdict;
    }
    verdict.told = read.diagnostics.warningCount() > 0;
    for (const method::Needs& needs : scene::estimate(*read.scene).methods)
        if (needs.count > most_grains) return verdict;
    if (const auto& ground = ground::in(*read.scene).ground)
        if (static_cast<double>(ground->surface->grid.size()) > most_columns) return verdict;
    verdict.ran = true;
    auto simulation = scene::Simulation::build(*read.scene, exec::Exec::serial());
    if (!simulation) {
        verdict.refused = true;
        return verdict;
    }
    verdict.told = verdict.told || !simulation->notes(method::Moment::Start).empty();
    if (run::findEarlyDivergence(*simulation)) verdict.refused = true;
    if (verdict.refused || verdict.told) return verdict;
    if (step::StepReport report = run::tryOut(*simulation, steps, of_methods); !report.ok())
        verdict.diverged = report.trouble->what;
    else if (const auto trouble = simulation->trouble())
        verdict.diverged = trouble->what;
    return verdict;
}

}  // namespace talus::test
