// talus engrave: a recorded run as an engraved screen.
#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "talus/io/image.h"
#include "tests/run/cli.h"
#include "tests/run/small_run.h"

namespace talus {
namespace {

using test::Cli;
using test::talus;
using ::testing::HasSubstr;
using ::testing::Not;

class Engrave : public Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        ASSERT_EQ(talus("run " + at("pour.toml") + " --progress none --out " + at("run")).code, 0);
    }
    test::Outcome engrave(const std::string& options) {
        return talus("engrave " + at("run") + " " + options);
    }
    void expectError(const std::string& options, const std::string& part) {
        const auto o = engrave(options);
        EXPECT_EQ(o.code, 2) << options;
        EXPECT_THAT(o.text, HasSubstr(part));
    }
};

TEST_F(Engrave, WritesAPictureForEachFrame) {
    const auto o = engrave("--size 64x48 --frames 5:20:5 --zoom 2 --exr");
    EXPECT_EQ(o.code, 0) << o.text;
    // 0.2 s at 300 steps a second, whichever frames are drawn.
    EXPECT_THAT(o.text, HasSubstr("4 pictures, after 60 steps of the screen"));
    const auto image = io::readPng(folder / "run/images/engraved.0020.png");
    ASSERT_TRUE(image);
    EXPECT_EQ(image->width, 128);
    EXPECT_EQ(image->height, 96);
    EXPECT_GT(*std::max_element(image->rgb.begin(), image->rgb.end()), 50) << "grains are seen";
    EXPECT_TRUE(std::filesystem::exists(folder / "run/images/engraved.0020.exr"));
    EXPECT_FALSE(std::filesystem::exists(folder / "run/images/engraved.0004.png"));
}

TEST_F(Engrave, ThePicturesDoNotDependOnThreadsButOnThePreset) {
    const auto picture = [&](const std::string& options) {
        EXPECT_EQ(engrave("--size 64x48 --frames 20 --out " + at("out") + " " + options).code, 0);
        return test::bytesOf(folder / "out/engraved.0020.png");
    };
    const std::string sand = picture("--threads 1");
    EXPECT_EQ(sand, picture("--threads 3"));
    EXPECT_EQ(sand, picture("--links 0.03,0.06,0.01,0.01"));
    EXPECT_EQ(sand, picture("--lighting '0.55*dy - 0.45*dx'"));
    EXPECT_NE(sand, picture("--preset pebbles"));
    EXPECT_NE(sand, picture("--preset mud"));
    EXPECT_NE(sand, picture("--onto xz"));
    EXPECT_NE(sand, picture("--where id=3,4,5"));
    const auto o = engrave("--where id=12345 --out " + at("out"));
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.text, HasSubstr("the screen stayed flat"));
}

TEST_F(Engrave, SaysWhatIsWrongAndWhatWouldDo) {
    expectError("--preset gravel", "pebbles");
    expectError("--preset pebbles --rate 150", "more than 242 steps a second");
    expectError("--links 0.1,1,0,0", "the screen is not stable at 300 steps a second");
    expectError("--lighting 'dx +'", "this formula cannot be read: character");
    expectError("--lighting 'dx/dx'",
                "--lighting: error: this formula has no value where the screen is flat");
    expectError("--lighting 'a/a' --settle 0.1",
                "frame 0: the lighting formula 'a/a' has no value in column 0 of row 0 of the screen");
    expectError("--profile 'sqrt(0.5-r)'", "'sqrt(0.5-r)' has no value at r = 0.501");
    expectError("--points water", "no points named 'water'; there are: grains");
    expectError("--where wet=1", "no field 'wet'");
    expectError("--where id", "give FIELD=VALUE");
    expectError("--radius '2 kg'", "--radius: error: 'radius' must be in m");
    expectError("--size 10", "--size: error: 'size' must be a list");
    expectError("--where radius=x", "--where: error: 'values' cannot be read");
    expectError("--camera south", "there is no camera 'south'");
    expectError("--onto ground", "the scene has no ground");
    expectError("--onto volume --cell 1e-6", "is too large");
    expectError("--range 2,1 --map viridis", "the first value must be below the second");
    expectError("--video film.avi", "ends in .mp4");
    expectError("--frames 100:200", "has no frames in 100:200");
    EXPECT_EQ(talus("engrave " + at("nowhere")).code, 2);
}

// Of a key on the command line that has no effect; what the scene says of other places of the masses is no
// mistake of this command.
TEST_F(Engrave, TellsOptionsWithoutEffect) {
    const auto idle = engrave("--size 64x48 --frames 0 --relief 3");
    EXPECT_EQ(idle.code, 0);
    EXPECT_THAT(idle.text, HasSubstr("--relief: warning: 'relief' does nothing here: the screen is not on"));
    EXPECT_THAT(engrave("--size 64x48 --frames 0").text, Not(HasSubstr("warning")));
}

// What only the points of the start show has a line, too.
TEST_F(Engrave, AnErrorOfTheStartHasItsLine) {
    std::ofstream(folder / "pressed.toml")
        << test::bytesOf(folder / "pour.toml") << "\n[screen]\npoints = \"water\"\n";
    const std::string text = test::bytesOf(folder / "pressed.toml");
    const auto line = std::count(text.begin(), text.end(), '\n');
    for (const std::string command : {"check ", "run "}) {
        const auto o = talus(command + at("pressed.toml"));
        EXPECT_EQ(o.code, 2);
        EXPECT_THAT(o.text, HasSubstr(fmt::format("pressed.toml:{}:10: error: screen.points: the frames have "
                                                  "no points named 'water'",
                                                  line)));
        const auto set =
            talus(command + at("pour.toml") + " --set screen.field=colour --set screen.values=[1]");
        EXPECT_THAT(set.text, HasSubstr("--set"));
        EXPECT_THAT(set.text, HasSubstr(": error: screen.field: the points have no field 'colour'"));
    }
}

// A run refuses a screen that cannot be before it makes, or overwrites, a folder.
TEST_F(Engrave, ARunRefusesAScreenBeforeItsFolderIsMade) {
    const auto run = [&](const std::string& options) {
        return talus("run " + at("pour.toml") + " --progress none --set screen.points=water " + options);
    };
    const auto fresh = run("--out " + at("fresh"));
    EXPECT_EQ(fresh.code, 2);
    EXPECT_THAT(fresh.text, HasSubstr("no points named 'water'; there are: grains"));
    EXPECT_FALSE(std::filesystem::exists(folder / "fresh"));
    const std::string before = test::bytesOf(folder / "run/manifest.json");
    EXPECT_EQ(run("--overwrite --out " + at("run")).code, 2);
    EXPECT_EQ(test::bytesOf(folder / "run/manifest.json"), before);
    EXPECT_TRUE(std::filesystem::exists(folder / "run/frames"));
}

}  // namespace
}  // namespace talus
