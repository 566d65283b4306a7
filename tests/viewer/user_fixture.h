#pragma once
#include "tests/viewer/viewer_fixture.h"
#include "viewer/commands/commands.h"

namespace talus::viewer {

/// A viewer that keeps things for its user, with a scene of which a run has many checkpoints.
class UserTest : public ViewerTest {
  protected:
    UserTest() : ViewerTest("user") {}

    static std::string userScene() {
        return sceneText() + "[output]\ncheckpoint_frames = 4\nkeep_checkpoints = 9\n";
    }
    std::string at(const std::string& name) const { return (folder / name).string(); }
    std::string quoted(const std::string& name) const { return quotedWord(at(name)); }
    void openScene() { execute("open " + quotedWord(write(userScene()))); }
    static std::vector<Vec3d> positionsIn(const run::Frame& frame) {
        const auto* grains = frame.find<state::PointsView>("grains");
        std::vector<Vec3d> all;
        for (std::size_t i = 0; i < grains->count; ++i) all.push_back(grains->at(i));
        return all;
    }
};

}  // namespace talus::viewer
