#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/paths.h"

namespace talus::test {

/// The scenes of the gallery: "sand-pile".
inline std::vector<std::string> sceneNames() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(sourceFile("scenes")))
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem());
    std::sort(names.begin(), names.end());
    return names;
}

/// Names tests after their scenes: "sand_pile".
inline std::string testName(const ::testing::TestParamInfo<std::string>& scene) {
    std::string name = scene.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace talus::test
