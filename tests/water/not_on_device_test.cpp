// What of its water a scene cannot have on a device, told by name.
#include <gmock/gmock.h>

#include "tests/support/water.h"

namespace talus::water {
namespace {

using test::waterHead;
using testing::ElementsAre;

const std::string dam = test::boxOf("dam", {0, 0, 0}, {0.2, 0.2, 0.2}),
                  tank = test::tankOf({0, 0, 0}, {0.4, 0.2, 0.4});

std::vector<std::string> refusedOf(const std::string& solver, const std::string& more) {
    return scene::notOnDevice(
        test::sceneOf(waterHead(solver, 0.02, "gravity = [0, 0, -9.81]") + tank + dam + more));
}
std::string wallOf(const std::string& name, const std::string& shape) {
    return "[[wall]]\nmaterial = \"glass\"\nname = \"" + name + "\"\n" + shape;
}

TEST(NotOnDevice, WcsphInATankRunsOnTheDevice) { EXPECT_THAT(refusedOf("wcsph", ""), ElementsAre()); }

TEST(NotOnDevice, SolversAndWallsAreNamed) {
    EXPECT_TRUE(refusedOf("dfsph", "").empty());
    EXPECT_THAT(refusedOf("wcsph", wallOf("ball",
                                          "shape = \"sphere-outside\"\ncentre = [0.3, 0.1, 0.1]\n"
                                          "radius = 0.05\n")),
                ElementsAre("walls of shape \"sphere-outside\": 'ball'"));
    std::string many;
    for (int k = 0; k < 12; ++k)
        many += wallOf("stone-" + std::to_string(k),
                       "shape = \"box-outside\"\nmin = [0.3, 0.05, 0]\n"
                       "max = [0.35, 0.1, 0.05]\n");
    EXPECT_THAT(refusedOf("wcsph", many), ElementsAre("17 faces of walls, more than the maximum of 16"));
}

TEST(NotOnDevice, ManyWallsAreCounted) {
    std::string rods;
    for (int k = 0; k < 9; ++k)
        rods += wallOf("rod-" + std::to_string(k),
                       "shape = \"capsule\"\nfrom = [0.3, 0.1, 0.1]\nto = [0.3, 0.1, 0.2]\nradius = 0.01\n");
    EXPECT_THAT(
        refusedOf("wcsph", rods),
        ElementsAre("walls of shape \"capsule\": 'rod-0', 'rod-1', 'rod-2', 'rod-3', 'rod-4', 'rod-5' "
                    "and 3 more"));
}

TEST(NotOnDevice, SecondMethodIsNamed) {
    const std::string heap =
        "[[contact]]\nbetween = [\"glass\", \"glass\"]\nlaw = \"linear\"\nstiffness = 500\n[[fill]]\nname = "
        "\"heap\"\nmaterial = \"glass\"\nmin = [0.25, 0, 0.1]\nmax = [0.35, 0.1, 0.2]\n"
        "grain_radius = 0.01\n";
    // The coupling of the two has no steps there either.
    EXPECT_THAT(refusedOf("wcsph", heap), testing::Contains("granular and water in one scene"));
}

}  // namespace
}  // namespace talus::water
