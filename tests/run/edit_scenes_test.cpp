// Every setting of every scene can be written into its text, and then reads as with --set.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "talus/core/text_file.h"
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "talus/settings/fill.h"
#include "talus/settings/text/edit_text.h"
#include "tests/support/paths.h"

namespace talus::settings {
namespace {

namespace fs = std::filesystem;

struct SceneFile {
    std::string path;
    std::string text;

    scene::ReadResult read(const std::string& edited, const std::vector<std::string>& options) const {
        return scene::readScene(edited, path, options, {.memory_bytes = 8e9}, run::readRasterGround);
    }
};

/// A present value, or for a number another one.
std::string otherValue(const Value& value, const Parameter& row) {
    if (const auto* number = std::get_if<double>(&value)) return toToml(1.25 * *number, row);
    return toToml(value, row);
}

/// Whether --set takes it. It does not where the table is none of the file's: a contact that follows from
/// materials.
bool isTaken(const std::string& option, const std::string& text) {
    Diagnostics diagnostics;
    auto root = parseToml(text, 0, diagnostics);
    return root && applyOverride(scene::registry(), option, *root, diagnostics).has_value();
}

/// All settings that apply in a scene and that --set takes, as "key=value".
std::vector<std::string> optionsOf(const scene::Scene& scene, const std::string& text,
                                   std::string (*write)(const Value& value, const Parameter& row)) {
    std::vector<std::string> options;
    const std::vector<void*> owners = scene::ownersOf(scene);
    for (const Section& section : scene::registry().sections())
        for (std::size_t i = 0; i < section.size(owners[section.owner]); ++i) {
            const void* object = section.object(owners[section.owner], i);
            const std::string table = section.name.empty() ? ""
                                      : section.many       ? fmt::format("{}[{}].", section.name, i)
                                                           : fmt::format("{}.", section.name);
            for (const Parameter& row : section.parameters) {
                if (!section.applies(row, object)) continue;
                std::string option = fmt::format("{}{}={}", table, row.key, write(row.get(object), row));
                if (isTaken(option, text)) options.push_back(std::move(option));
            }
        }
    return options;
}

void expectSameAsSet(const SceneFile& file, const std::vector<std::string>& options) {
    const auto edited = withOverrides(scene::registry(), file.text, options);
    ASSERT_TRUE(edited) << edited.error().message;
    const auto read = file.read(*edited, {}), wanted = file.read(file.text, options);
    ASSERT_EQ(read.scene.has_value(), wanted.scene.has_value()) << read.diagnostics.format("edited", *edited);
    if (!read.scene) return;
    EXPECT_EQ(scene::writeResolved(*read.scene), scene::writeResolved(*wanted.scene));
    // Every comment is still there.
    EXPECT_EQ(std::count(edited->begin(), edited->end(), '#'),
              std::count(file.text.begin(), file.text.end(), '#'));
}

class EveryScene : public testing::TestWithParam<std::string> {};

TEST_P(EveryScene, ReadsAsWithTheOptions) {
    const std::string path = test::sourceFile("scenes/" + GetParam());
    const SceneFile file{path, readTextFile(path).value()};
    const auto scene = file.read(file.text, {}).scene;
    ASSERT_TRUE(scene);
    expectSameAsSet(file, optionsOf(*scene, file.text, toToml));
    const std::vector<std::string> others = optionsOf(*scene, file.text, otherValue);
    constexpr std::size_t tried = 8;
    for (std::size_t i = 0; i < others.size(); i += std::max<std::size_t>(1, others.size() / tried)) {
        SCOPED_TRACE(others[i]);
        expectSameAsSet(file, {others[i]});
    }
}

std::vector<std::string> sceneFiles() {
    std::vector<std::string> names;
    const fs::path folder = test::sourceFile("scenes");
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".toml")
            names.push_back(entry.path().lexically_relative(folder).string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param.substr(0, info.param.size() - 5);
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, testing::ValuesIn(sceneFiles()), testName);

}  // namespace
}  // namespace talus::settings
