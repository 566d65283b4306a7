#include "talus/io/video/child_process.h"

#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

TEST(ChildProcess, OutputIsReadLineByLineAndAMissingProgramIsAnError) {
    const test::TemporaryFolder folder;
    auto child = ChildProcess::start({"/bin/sh", "-c", "printf 'a\\nb'; printf 'c\\nd' >&2; echo $X"},
                                     folder.path(), {"X=x y"});
    ASSERT_TRUE(child.ok()) << child.error().message;
    std::vector<std::string> lines;
    while (child->open())
        for (std::string& line : child->lines(1000)) lines.push_back(std::move(line));
    EXPECT_THAT(lines, ::testing::ElementsAre("a", "bc", "dx y"));
    EXPECT_EQ(child->outcome(), "");
    const auto none = ChildProcess::start({(folder / "nothing").string()}, folder.path());
    ASSERT_FALSE(none.ok());
    EXPECT_THAT(none.error().message, ::testing::HasSubstr("No such file"));
}

}  // namespace
}  // namespace talus::io
