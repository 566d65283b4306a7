// The program in a window of a virtual X server, with real input events.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <fstream>

#include "talus/io/image.h"
#include "tests/viewer/window_fixture.h"

namespace talus::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(WindowTest, AScriptOpensRunsPicksAndTakesAScreenshot) {
    const auto outcome = view(scene(), fmt::format(R"(wait
run
wait-frame 5
pause
status
orbit 40 10
zoom 0.7
wait
screenshot "{}"
colour velocity
wait
screenshot "{}"
quit
)",
                                                   file("first.png"), file("second.png")));
    EXPECT_EQ(outcome.code, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("paused"));
    EXPECT_THAT(outcome.text, HasSubstr("screenshot: " + file("first.png")));
    const auto first = io::readPng(io::ConfinedPath(folder / "first.png")),
               second = io::readPng(io::ConfinedPath(folder / "second.png"));
    ASSERT_TRUE(first && second);
    EXPECT_GT(first->width, 400);
    EXPECT_NE(first->rgb, second->rgb);
}

TEST_F(WindowTest, KeysAndTheMouseDoWhatTheHelpSays) {
    // The script waits for input; keys come from outside.
    script("wait\nsay ready\nwait-frame 3\nsleep 0.5\nstatus\nsleep 3\nstatus\nquit discard\n");
    const std::string with = display.environment();
    const auto [code, text] = test::runCommand(
        fmt::format("{0} timeout 100 {1} view '{2}' --threads 2 --script '{3}' >'{4}' 2>&1 & view=$!; "
                    "for i in $(seq 200); do grep -q ready '{4}' && break; sleep 0.1; done; "
                    "{0} xdotool mousemove 300 300 key space sleep 2 key space sleep 0.3; "
                    "{0} xdotool key Escape sleep 0.2 mousedown 1 mousemove 400 320 sleep 0.1 mousemove 500 "
                    "330 mouseup 1 "
                    "click 4 click 4 key Left; wait $view",
                    with, test::talusProgram(), scene(), file("script.txt"), file("out.txt")));
    std::ifstream out(file("out.txt"));
    const std::string said{std::istreambuf_iterator<char>(out), {}};
    EXPECT_EQ(code, 0) << said << text;
    EXPECT_THAT(said, HasSubstr("frame"));
    EXPECT_THAT(said, Not(HasSubstr("error")));
}

// A field keeps what was typed when Ctrl+S is pressed in it; + and the digits are found by their character.
TEST_F(WindowTest, KeysReachFieldsPanelsAndBookmarks) {
    script("wait\nbookmark one\nspeed 1\nsay ready\nsleep 12\nquit discard\n");
    const auto [code, text] = test::runCommand(fmt::format(
        "{0} timeout 100 {1} view '{2}' --threads 1 --script '{3}' >'{4}' 2>&1 & view=$!; "
        "for i in $(seq 300); do grep -q ready '{4}' && break; sleep 0.1; done; "
        "{0} xdotool mousemove 300 300 key plus sleep 0.5 key 1 key 2 sleep 0.5 "
        // The search, then the value of the one row that is left.
        "mousemove 1080 66 click 1 sleep 0.5 type --delay 60 frame_interval; "
        "{0} xdotool sleep 0.7 mousemove 1080 118 click 1 sleep 0.5 "
        "keydown ctrl keydown a sleep 0.5 keyup a keyup ctrl sleep 0.3 type --delay 120 0.02; "
        "{0} xdotool sleep 0.5 key ctrl+s sleep 0.7 key Escape key ctrl+6 sleep 0.3 key space key "
        "Escape; wait $view",
        display.environment(), test::talusProgram(), scene(), file("script.txt"), file("out.txt")));
    std::ifstream out(file("out.txt"));
    const std::string said{std::istreambuf_iterator<char>(out), {}};
    EXPECT_EQ(code, 0) << said << text;
    EXPECT_THAT(said, HasSubstr("2 simulated seconds in a second"));
    EXPECT_THAT(said, HasSubstr("there is no bookmark '2'; there are: one"));
    EXPECT_THAT(said, Not(HasSubstr("no bookmark '1'")));
    EXPECT_THAT(said, Not(HasSubstr("no bookmark '0'"))) << "what is typed in a field is no command";
    EXPECT_THAT(said, HasSubstr("saved: "));
    std::ifstream saved(scene());
    const std::string scene_text{std::istreambuf_iterator<char>(saved), {}};
    EXPECT_THAT(scene_text, HasSubstr("frame_interval = 0.02"));
}

TEST_F(WindowTest, AFullDiskEndsTheRecordingAndTheWindowGoesOn) {
    std::filesystem::create_directory(folder / "disk");
    const std::string mount = "mount -t tmpfs -o size=160k none " + file("disk"), run = file("disk/run");
    if (test::runCommand("unshare -m " + mount).first != 0)
        GTEST_SKIP() << "a disk to fill up needs the right to mount one (root)";
    script("wait\nrecord " + run + "\nwait\nseek 20\nwait\nseek 20\nwait\nstatus\nquit\n");
    const auto [code, said] = test::runCommand(
        fmt::format("{0} unshare -m sh -c '{1} && timeout 100 {2} view {3} --threads 1 --script {4} && {2} "
                    "info {5}' 2>&1",
                    display.environment(), mount, test::talusProgram(), scene(), file("script.txt"), run));
    EXPECT_EQ(code, 0) << said;
    EXPECT_THAT(said, HasSubstr("recording has ended"));
    EXPECT_THAT(said, HasSubstr("No space left"));
    EXPECT_THAT(said, HasSubstr("frame 20 step")) << "the simulation goes on";
    EXPECT_THAT(said, HasSubstr("frames      ")) << "what was recorded can be read";
}

TEST_F(WindowTest, SmallAndLargeWindowsOpen) {
    for (const char* size : {"--width 400 --height 300", "--width 1280 --height 720 --theme light"}) {
        const auto outcome = view(scene() + " " + size, "wait\nhelp on\nwait\nstatus\nquit\n");
        EXPECT_EQ(outcome.code, 0) << size << outcome.text;
        EXPECT_THAT(outcome.text, HasSubstr("frame 0"));
    }
}

TEST_F(WindowTest, APictureFillsAWindowWhoseSizeChanges) {
    const VirtualDisplay large{3840, 2160};
    ASSERT_TRUE(large.runs());
    script(fmt::format("wait\nscreenshot \"{}\"\nsay ready\nsleep 3\nwait\nscreenshot \"{}\"\nquit\n",
                       file("small.png"), file("large.png")));
    const auto [code, text] = test::runCommand(
        fmt::format("{0} timeout 100 {1} view '{2}' --threads 1 --script '{3}' >'{4}' 2>&1 & view=$!; "
                    "for i in $(seq 300); do grep -q ready '{4}' && break; sleep 0.1; done; "
                    "{0} xdotool search --name Talus windowsize %1 3840 2160; wait $view",
                    large.environment(), test::talusProgram(), scene(), file("script.txt"), file("out.txt")));
    std::ifstream out(file("out.txt"));
    ASSERT_EQ(code, 0) << text << std::string{std::istreambuf_iterator<char>(out), {}};
    const auto small_picture = io::readPng(io::ConfinedPath(folder / "small.png")),
               large_picture = io::readPng(io::ConfinedPath(folder / "large.png"));
    ASSERT_TRUE(small_picture && large_picture);
    EXPECT_LT(small_picture->width, 1280);
    EXPECT_GT(large_picture->width, 2400);
    EXPECT_GT(large_picture->height, 1900);
}

TEST_F(WindowTest, ErrorsAreSentencesAndExitCodes) {
    const auto none = test::talus("view " + scene(), "DISPLAY= WAYLAND_DISPLAY= timeout 20 ");
    EXPECT_EQ(none.code, 1) << none.text;
    EXPECT_THAT(none.text, HasSubstr("needs a display"));
    const auto missing = view("/no/such.toml", "quit\n");
    EXPECT_EQ(missing.code, 2) << missing.text;
    const auto wrong = view(scene(), "wait\nflip\n");
    EXPECT_EQ(wrong.code, 2) << wrong.text;
    EXPECT_THAT(wrong.text, HasSubstr("script.txt:2: there is no command 'flip'"));
    const auto no_script =
        test::talus("view " + scene() + " --script /no/such", display.environment() + "timeout 20 ");
    EXPECT_EQ(no_script.code, 2) << no_script.text;
}

}  // namespace
}  // namespace talus::viewer
