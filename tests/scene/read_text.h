#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "talus/scene/reader.h"
#include "tests/support/granular.h"
#include "tests/support/paths.h"

/// Scenes from texts, and whether two are the same.
namespace talus::scene {

inline std::string gallery(const std::string& name) {
    std::ifstream file(test::sourceFile("scenes/") + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

inline const Machine large{.memory_bytes = 64e9};

inline Scene read(const std::string& text) {
    const ReadResult result = readScene(text, "test.toml", {}, large);
    EXPECT_EQ(result.diagnostics.format("test.toml", text), "");
    return result.scene.value_or(Scene{});
}

/// Every value of every row, in order: two scenes are the same when these are.
inline std::vector<settings::Value> valuesOf(const Scene& scene) {
    std::vector<settings::Value> values;
    for (const settings::Section& section : registry().sections())
        for (std::size_t i = 0; i < section.size(ownersOf(scene)[section.owner]); ++i)
            for (const settings::Parameter& row : section.parameters)
                if (section.applies(row, section.object(ownersOf(scene)[section.owner], i)))
                    values.push_back(row.get(section.object(ownersOf(scene)[section.owner], i)));
    return values;
}

}  // namespace talus::scene
