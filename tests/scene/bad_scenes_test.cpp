// Each tests/bad_scenes/NAME.toml gives exactly the text in NAME.expected beside it, warnings included.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "talus/core/text_file.h"
#include "talus/scene/reader.h"
#include "tests/support/paths.h"

namespace talus::scene {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> badScenes() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(test::sourceFile("tests/bad_scenes")))
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

/// What a user is told about the file, on a machine of 16 GB.
std::string report(const fs::path& path) {
    const std::string name = path.filename().string();
    const Result<std::string> text = readTextFile(path.string());
    if (!text) {
        // The message names the whole path, which differs from tree to tree.
        std::string message = text.error().message;
        if (const auto at = message.find(path.string()); at != std::string::npos)
            message.replace(at, path.string().size(), name);
        return "talus: error: " + message + "\n";
    }
    const ReadResult result = readScene(*text, name, {}, {.memory_bytes = 16e9});
    EXPECT_EQ(result.scene.has_value(), !result.diagnostics.hasErrors());
    return result.diagnostics.format(name, *text);
}

class BadScene : public testing::TestWithParam<std::string> {};

// TALUS_WRITE_EXPECTED=1 writes the expected texts anew, to be read and judged before they are kept.
TEST_P(BadScene, GivesTheExpectedText) {
    const fs::path folder = test::sourceFile("tests/bad_scenes");
    const std::string told = report(folder / (GetParam() + ".toml"));
    const fs::path expected = folder / (GetParam() + ".expected");
    if (std::getenv("TALUS_WRITE_EXPECTED")) std::ofstream(expected) << told;
    std::ifstream file(expected);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(told, text.str());
    EXPECT_NE(told, "");
}

INSTANTIATE_TEST_SUITE_P(All, BadScene, testing::ValuesIn(badScenes()), [](const auto& parameter) {
    std::string name = parameter.param;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
});

TEST(BadScenes, AtLeastThirtyAreTested) { EXPECT_GE(badScenes().size(), 30u); }

}  // namespace
}  // namespace talus::scene
