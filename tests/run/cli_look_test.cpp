// What pictures of `talus render` show beside colours.
#include "talus/core/text_file.h"
#include "tests/run/cli.h"
#include "tests/run/small_run.h"

namespace talus {
namespace {

using test::Cli;
using test::talus;
using ::testing::HasSubstr;

TEST_F(Cli, PicturesLetOneSeeThroughWalls) {
    ASSERT_TRUE(io::writeFile(folder / "post.toml", readTextFile(folder / "pour.toml").value() + R"(
[[wall]]
name = "post"
material = "sand"
shape = "box-outside"
min = ["-40 mm", "-60 mm", 0]
max = ["40 mm", "-40 mm", "40 mm"]
)"));
    ASSERT_EQ(talus("run " + at("post.toml") + " --frames 2 --progress none --out " + at("run")).code, 0);
    const auto picture = [&](const std::string& options) {
        const auto drawn = talus("render " + at("run") + " --frames 2 --size 160x96 --no-caption " + options);
        EXPECT_EQ(drawn.code, 0) << drawn.text;
        return test::bytesOf(folder / "run/images/auto.0002.png");
    };
    const std::string solid = picture(""), none = picture("--hide post"),
                      seen = picture("--translucent post");
    EXPECT_NE(seen, solid);
    EXPECT_NE(seen, none);
    EXPECT_EQ(picture("--walls translucent"), seen) << "the floor has no end, and stays as it is";
    EXPECT_NE(picture("--walls translucent --opacity 0.6"), seen);
    auto o = talus("render " + at("run") + " --opacity 2");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("a number between 0"));
    o = talus("render " + at("run") + " --translucent lid");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text,
                HasSubstr("--translucent lid: there is nothing of that name; there are: floor, post"));
    o = talus("render " + at("run") + " --hide sand");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("there are: grains, floor, post"));
}

}  // namespace
}  // namespace talus
