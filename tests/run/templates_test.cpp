// The scenes that `talus new` writes: short, without a warning, and they run.
#include <algorithm>
#include <set>

#include "talus/core/text_file.h"
#include "talus/scene/reader.h"
#include "tests/run/cli.h"
#include "tests/support/paths.h"

namespace talus {
namespace {

namespace fs = std::filesystem;

const fs::path scenes = test::sourceFile("scenes");

std::set<std::string> namesIn(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".toml") names.insert(entry.path().stem());
    return names;
}

class Template : public testing::TestWithParam<std::string> {};

TEST_P(Template, PassesItsCheckAndRuns) {
    const test::TemporaryFolder folder;
    const std::string scene = (folder / "my.toml").string(), run = (folder / "run").string();
    ASSERT_EQ(test::talus("new " + GetParam() + " > " + scene).code, 0);
    const std::string text = readTextFile(scene).value();
    const scene::ReadResult result = scene::readScene(text, scene, {}, {.memory_bytes = 8e9});
    EXPECT_EQ(result.diagnostics.format(GetParam(), text), "");
    ASSERT_TRUE(result.scene);
    EXPECT_EQ(result.scene->name, GetParam());
    EXPECT_NE(result.scene->summary, "");
    EXPECT_TRUE(text.starts_with("# "));
    // To be read at one look.
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 45);
    const test::Outcome ran = test::talus("run " + scene + " --frames 3 --progress none --out " + run);
    EXPECT_EQ(ran.code, 0) << ran.text;
    EXPECT_TRUE(fs::exists(run + "/stats.csv"));
}

INSTANTIATE_TEST_SUITE_P(All, Template, testing::ValuesIn(namesIn(scenes / "templates")),
                         [](const auto& of) { return of.param; });

TEST(Templates, HaveNamesOfTheirOwn) {
    const auto gallery = namesIn(scenes);
    for (const std::string& name : namesIn(scenes / "templates"))
        EXPECT_FALSE(gallery.contains(name)) << name;
}

}  // namespace
}  // namespace talus
