// A session of random input: commands with arguments that fit, with some that do not, and new sizes of the
// window. TALUS_RANDOM_EVENTS sets the number of events.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "talus/core/parse_words.h"
#include "talus/core/rng.h"
#include "tests/viewer/viewer_fixture.h"
#include "viewer/commands/commands.h"

namespace talus::viewer {
namespace {

class RandomEvents : public ViewerTest {
  protected:
    std::size_t upTo(std::size_t count) {
        return static_cast<std::size_t>(random_.uniform(0, static_cast<double>(count), drawn_++)) % count;
    }
    double between(double low, double high) { return random_.uniform(low, high, drawn_++); }
    template <class List>
    std::string oneOf(const List& list) {
        return list[upTo(list.size())];
    }
    std::string pixel() { return fmt::format("{:.1f} {:.1f}", between(-20, 340), between(-20, 260)); }

    /// Arguments that fit; nothing where any will do.
    std::string arguments(const std::string& command) {
        static const std::vector<std::string> settings{
            "contact[0].friction 0.3", "world.gravity \"[0, 0, -3]\"", "contact[0].stiffness 4000",
            "time.frame_interval 0.02", "fill.lump.grain_radius 0.006"};
        static const std::vector<std::string> tools{"ball 0.02", "rake 0.03", "bucket 0.03", "box 0.01",
                                                    "ball"};
        if (command == "orbit") return fmt::format("{} {} {}", between(-30, 30), between(-30, 30), pixel());
        if (command == "pan") return fmt::format("{} {}", between(-0.2, 0.2), between(-0.2, 0.2));
        if (command == "zoom") return fmt::format("{} {}", between(0.7, 1.4), pixel());
        if (command == "fly") return fmt::format("{} 0 {}", between(-0.01, 0.01), between(-0.01, 0.01));
        if (command == "camera") return "auto";
        if (command == "pick" || command == "grab" || command == "drag" || command == "spout") return pixel();
        if (command == "seek") return std::to_string(upTo(11));
        if (command == "step") return std::to_string(1 + upTo(20));
        if (command == "set") return oneOf(settings);
        if (command == "tool") return oneOf(tools);
        if (command == "push") return fmt::format("{}", between(-0.02, 0.02));
        if (command == "turn") return fmt::format("{} {}", between(-90, 90), between(-40, 40));
        if (command == "drop") return (upTo(2) == 0 ? "ball 0.02 " : "box 0.015 ") + pixel();
        if (command == "move") return fmt::format("floor 0 0 {}", between(-0.01, 0.01));
        if (command == "select") return upTo(2) == 0 ? "floor" : "none";
        if (command == "speed") return upTo(2) == 0 ? "max" : "0.5";
        if (command == "colour") return upTo(2) == 0 ? "velocity" : "material";
        if (command == "theme") return upTo(2) == 0 ? "dark" : "light";
        if (command == "plot") return "grains.count";
        return "";
    }
    std::string anyWords(std::size_t most) {
        static const std::vector<std::string> words{"0",    "1",     "-1", "3.5",      "1e300", "nan",
                                                    "auto", "max",   "\"", "on",       "light", "100000",
                                                    "ball", "floor", "",   "velocity", "off",   "none"};
        std::string text;
        for (std::size_t n = upTo(most + 2); n > 0; --n) text += " " + quotedWord(oneOf(words));
        return text;
    }
    /// Commands that write files, open others, or end the session.
    static bool leavesTheSession(std::string_view name) {
        for (const char* part : {"open", "save", "record", "screenshot", "export", "quit", "checkpoint",
                                 "resume", "new", "bookmark", "go", "forget"})
            if (name.find(part) != std::string_view::npos) return true;
        return false;
    }

  private:
    const Random random_{20261127, 1};
    std::uint64_t drawn_ = 0;
};

// Whatever is typed or clicked: the viewer goes on, and afterwards it still computes what a run computes.
TEST_F(RandomEvents, CrashNothingAndLeaveASessionThatWorks) {
    openScene();
    const char* asked = std::getenv("TALUS_RANDOM_EVENTS");
    const auto events = parseNumber<std::size_t>(asked != nullptr ? asked : "1000").value();
    for (std::size_t k = 0; k < events; ++k) {
        const Command& command = commands()[upTo(commands().size())];
        if (leavesTheSession(command.name)) continue;
        const std::string fitting = arguments(std::string(command.name));
        const bool fits = upTo(4) != 0;
        (void)viewer.execute(std::string(command.name) + " " +
                             (fits ? fitting : anyWords(std::min<std::size_t>(command.max_arguments, 5))));
        if (upTo(3) == 0) viewer.update();
        if (upTo(30) == 0) {  // paused, since at a low speed playing takes as long as it likes
            (void)viewer.execute("pause");
            settle();
        }
        if (upTo(50) == 0) viewer.resize(16 + static_cast<int>(upTo(500)), 16 + static_cast<int>(upTo(400)));
        // Objects add up, so that building the scene takes longer and longer.
        if (k % 400 == 399) (void)viewer.execute("reset-hand");
    }
    execute("pause");
    ASSERT_TRUE(viewer.open(write(sceneText())));
    settle();
    execute("seek 3");
    EXPECT_TRUE(positions() == positionsOfRun(3));
}

}  // namespace
}  // namespace talus::viewer
