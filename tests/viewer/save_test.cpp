#include "viewer/save.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "talus/core/text_file.h"
#include "tests/support/temporary_folder.h"

namespace talus::viewer {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class SaveTest : public ::testing::Test {
  protected:
    SaveTest() { std::ofstream(file) << text; }
    std::string save(const std::string& to, const std::vector<std::string>& options) const {
        const Status saved = saveScene(file.string(), to, options);
        return saved ? "" : saved.error().message;
    }
    std::string saved() const { return readTextFile(file.string()).value(); }

    const std::string text = "# Nothing\nformat = 1\nname = \"empty\"\n[time]\nduration = 1 # s\n";
    test::TemporaryFolder folder;
    const fs::path file = folder / "scene.toml";
};

TEST_F(SaveTest, KeepsTheTextAndTheRightsOfTheFile) {
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(save(file.string(), {"time.duration=2"}), "");
    EXPECT_EQ(saved(), "# Nothing\nformat = 1\nname = \"empty\"\n[time]\nduration = 2 # s\n");
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(SaveTest, WritesTheFileBehindALink) {
    fs::create_symlink(file, folder / "link.toml");
    EXPECT_EQ(save((folder / "link.toml").string(), {"time.duration=2"}), "");
    EXPECT_TRUE(fs::is_symlink(folder / "link.toml"));
    EXPECT_THAT(saved(), HasSubstr("duration = 2 # s"));
}

TEST_F(SaveTest, AnErrorWritesNothing) {
    std::ofstream(folder / "other.toml") << "mine";
    EXPECT_THAT(save((folder / "other.toml").string(), {"seed=2"}),
                HasSubstr("exists; save under another name"));
    EXPECT_EQ(readTextFile((folder / "other.toml").string()).value(), "mine");
    EXPECT_THAT(save(file.string(), {"time.duration=-2"}), HasSubstr("'duration' must be"));
    EXPECT_THAT(save(file.string(), {"tiem.duration=2"}), HasSubstr("did you mean 'time'?"));
    EXPECT_THAT(save((folder / "no" / "such.toml").string(), {"seed=2"}), HasSubstr("such.toml"));
    EXPECT_EQ(saved(), text);
    fs::remove(file);
    EXPECT_THAT(save(file.string(), {"seed=2"}), HasSubstr("scene.toml"));
    EXPECT_FALSE(fs::exists(file));
}

}  // namespace
}  // namespace talus::viewer
