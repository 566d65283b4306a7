// What the mouse does by hand, in a window of a virtual X server with real input events.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/core/text_file.h"
#include "tests/viewer/window_fixture.h"

namespace talus::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A heap beside a block. The camera looks at the middle of the block, which is in the middle of the picture.
constexpr const char* heap = R"(format = 1
name = "heap"
[time]
duration = "1 s"
frame_interval = "10 ms"
[[material]]
name = "sand"
density = 2500
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 2000
[[wall]]
name = "floor"
material = "sand"
shape = "plane"
[[wall]]
name = "block"
material = "sand"
shape = "box-outside"
min = ["40 mm", "-10 mm", 0]
max = ["60 mm", "10 mm", "40 mm"]
[[fill]]
name = "lump"
material = "sand"
packing = "lattice"
min = ["-30 mm", "-30 mm", "1 mm"]
max = ["30 mm", "30 mm", "40 mm"]
grain_radius = "5 mm"
[[camera]]
name = "main"
position = ["50 mm", "-0.5 m", "20 mm"]
target = ["50 mm", 0, "20 mm"]
fov = "25 deg"
)";

class WindowHandTest : public WindowTest {
  protected:
    std::string heapFile() const {
        std::ofstream(file("heap.toml")) << heap;
        return file("heap.toml");
    }
    std::string saved() const { return readTextFile(file("saved.toml")).value(); }
};

// The picture of a window of 1280 x 720 pixels is 880 pixels wide and begins below the menu; its middle is
// near (440, 328).
TEST_F(WindowHandTest, TheMouseDragsABallThroughTheHeap) {
    const auto outcome =
        drive(heapFile(),
              "wait\nseek 2\ntool ball 0.02\nwait\nsay ready\nsleep 2.5\npause\nwait\nstatus\nsave " +
                  file("saved.toml") + "\nquit\n",
              "mousemove 300 330 mousedown 1 sleep 0.3 mousemove 300 360 sleep 0.2 mousemove 280 390 "
              "sleep 0.1 key space sleep 0.5 mousemove 330 380 sleep 0.3 mousemove 380 370 sleep 0.4 "
              "mouseup 1");
    EXPECT_EQ(outcome.code, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("saved: "));
    const std::string text = saved();
    EXPECT_THAT(text, HasSubstr("name = \"tool-1-0\""));
    EXPECT_THAT(text, HasSubstr("kind = \"keyframes\""));
    EXPECT_THAT(text, Not(HasSubstr("positions = [[0, 0, 0], [0, 0, 0]]\n"))) << "the ball was moved";
    const auto checked = test::talus("check " + file("saved.toml"));
    EXPECT_EQ(checked.code, 0) << checked.text;
}

TEST_F(WindowHandTest, TheArrowsMoveABlock) {
    const auto outcome = drive(
        heapFile(),
        "wait\nselect block\nwait\nsay ready\nsleep 2.5\nseek 2\nsave " + file("saved.toml") + "\nquit\n",
        "mousemove 440 290 sleep 0.4 mousedown 1 sleep 0.3 mousemove 440 270 sleep 0.3 "
        "mousemove 440 250 sleep 0.3 mouseup 1");
    EXPECT_EQ(outcome.code, 0) << outcome.text;
    const std::string text = saved();
    EXPECT_THAT(text, HasSubstr("wall = \"block\""));
    // Along z alone, upwards.
    EXPECT_THAT(text, ::testing::ContainsRegex("\\[0, 0, 0\\.[0-9]+\\]\\]"));
}

}  // namespace
}  // namespace talus::viewer
