#include <gtest/gtest.h>

#include "tests/cloth/scenes.h"

namespace talus::cloth {
namespace {

using namespace testing_support;

// Two discs that hold opposite sides of a sheet turn against each other, four turns in all. The sheet winds
// up to a rope that touches itself everywhere.
TEST(ClothContact, ASheetTwistedByFourTurnsNeverCrossesItself) {
    const auto turning = [](const char* wall, const char* rate) {
        return std::string("[[motion]]\nwall = \"") + wall +
               "\"\nkind = \"rotate\"\naxis = [1, 0, 0]\npoint = [0, 0, 1]\nstop = 8\nrate = \"" + rate + "\"\n";
    };
    scene::Simulation simulation = test::simulationOf(
        sceneOf("[[wall]]\nname = \"left\"\nmaterial = \"wood\"\nshape = \"box-outside\"\n"
                "min = [-1.2, -0.05, 0.95]\nmax = [-1.1, 0.05, 1.05]\n"
                "[[wall]]\nname = \"right\"\nmaterial = \"wood\"\nshape = \"box-outside\"\n"
                "min = [1.1, -0.05, 0.95]\nmax = [1.2, 0.05, 1.05]\n" +
                turning("left", "90 deg/s") + turning("right", "-90 deg/s") +
                "[[cloth]]\nname = \"sheet\"\nwidth = 1\nheight = 0.5\npoints_x = 41\npoints_y = 21\n"
                "position = [0, 0, 1]\nthickness = 0.005\n"
                "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"left\"\nwall = \"left\"\n"
                "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"right\"\nwall = \"right\"\n",
                "[0, 0, 0]"));
    EXPECT_EQ(crossingsUntil(simulation, 8), 0U);
}

}  // namespace
}  // namespace talus::cloth
