#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "talus/run/frames.h"
#include "talus/run/session/session.h"
#include "tests/support/temporary_folder.h"
#include "viewer/runs/live_run.h"
#include "viewer/viewer.h"

/// A viewer without a window, for tests.
namespace talus::viewer {

/// A lump of sand that falls onto a floor.
inline std::string sceneText(const char* radius = "5 mm") {
    return std::string(R"(format = 1
name = "lump"
[time]
duration = "0.1 s"
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
[[fill]]
name = "lump"
material = "sand"
packing = "lattice"
min = ["-30 mm", "-30 mm", "1 mm"]
max = ["30 mm", "30 mm", "40 mm"]
grain_radius = ")") +
           radius + "\"\n";
}

class ViewerTest : public ::testing::Test {
  protected:
    /// @param user_folder name of the folder for what is kept for the user; empty: none
    explicit ViewerTest(const std::string& user_folder = "")
        : viewer({.user_folder = user_folder.empty() ? "" : folder / user_folder,
                  .threads = 1,
                  .history_bytes = 1 << 24}) {
        viewer.resize(320, 240);
    }

    std::string write(const std::string& text) {
        const std::filesystem::path file = folder / "lump.toml";
        std::ofstream(file) << text;
        return file.string();
    }
    void openScene() {
        const Status opened = viewer.open(write(sceneText()));
        ASSERT_TRUE(opened) << opened.error().message;
        settle();
    }
    /// Waits until all that was asked for is done.
    void settle() {
        waitUntil([&] { return viewer.ready() && !viewer.source().status().playing; });
    }
    template <class Condition>
    void waitUntil(Condition condition) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        // Twice, since what a command asks for is passed on by the first update.
        for (int k = 0; k < 2 || !condition(); ++k) {
            viewer.update();
            ASSERT_LT(std::chrono::steady_clock::now(), end);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        viewer.update();
    }
    void execute(const std::string& line) {
        const Status done = viewer.execute(line);
        EXPECT_TRUE(done) << line << ": " << done.error().message;
        settle();
    }
    std::vector<Vec3d> positions() const {
        const auto* grains = viewer.shot()->frame.find<state::PointsView>("grains");
        std::vector<Vec3d> all;
        for (std::size_t i = 0; i < grains->count; ++i) all.push_back(grains->at(i));
        return all;
    }
    /// The positions of a run without a viewer at a frame.
    std::vector<Vec3d> positionsOfRun(std::uint64_t frame) const {
        std::string warnings;
        auto session =
            run::Session::open({.text = sceneText(), .file = "lump.toml"}, exec::Exec::cpu(1), 0, warnings);
        EXPECT_TRUE(session->advanceToFrame(frame));
        const auto shown = run::frameOf(session->simulation(), {});
        const auto* grains = shown->find<state::PointsView>("grains");
        std::vector<Vec3d> all;
        for (std::size_t i = 0; i < grains->count; ++i) all.push_back(grains->at(i));
        return all;
    }

    test::TemporaryFolder folder;
    Viewer viewer;
};

}  // namespace talus::viewer
