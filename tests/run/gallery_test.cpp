// Every scene of the gallery passes all checks without a warning (one has a warning that is meant) and begins
// with a comment that says what to look at.
#include <filesystem>

#include "talus/core/text_file.h"
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "tests/support/paths.h"

namespace talus::scene {
namespace {

namespace fs = std::filesystem;

TEST(Gallery, ScenesAreRightAndCommented) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(test::sourceFile("scenes"))) {
        if (entry.path().extension() != ".toml") continue;
        ++count;
        const std::string name = entry.path().filename().string();
        const std::string text = readTextFile(entry.path().string()).value();
        const ReadResult result =
            readScene(text, entry.path().string(), {}, {.memory_bytes = 8e9}, run::readRasterGround);
        EXPECT_EQ(result.diagnostics.format(name, text), "");
        EXPECT_TRUE(text.starts_with("# ")) << name;
        ASSERT_TRUE(result.scene) << name;
        EXPECT_EQ(result.scene->name, entry.path().stem().string());
        EXPECT_NE(result.scene->summary, "") << name;
    }
    EXPECT_GE(count, 1);
}

}  // namespace
}  // namespace talus::scene
