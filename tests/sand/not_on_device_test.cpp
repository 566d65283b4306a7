// What of its sand a scene cannot have on a device: each reason once, with names.
#include <gmock/gmock.h>

#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

using testing::ElementsAre;

TEST(SandNotOnDevice, NamesTheWallsOfEachReasonTogether) {
    const auto refusedOf = [](const std::string& more) {
        return scene::notOnDevice(
            sceneOf(continuumHead(0.02, "") + sandBox("block", {0, 0, 0}, {0.1, 0.1, 0.1}) + more));
    };
    const auto plate = [](const char* name) {
        return fmt::format(
            "[[wall]]\nname = \"{}\"\nmaterial = \"sand\"\nshape = \"rectangle\"\ncorner = [0, 0, -0.1]\n"
            "edge_u = [1, 0, 0]\nedge_v = [0, 1, 0]\n",
            name);
    };
    const std::string body =
        "[[body]]\nname = \"cube\"\nmaterial = \"sand\"\nshape = \"box\"\nsize = [0.1, 0.1, 0.1]\n"
        "position = [0, 0, 0.5]\n";
    EXPECT_THAT(refusedOf(""), ElementsAre());
    EXPECT_THAT(refusedOf(plate("upper") + plate("lower")),
                ElementsAre("thin walls, with sand on both sides: 'upper', 'lower'"));
    EXPECT_THAT(refusedOf(body), ElementsAre("rigid bodies"));
    EXPECT_THAT(refusedOf("[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\npoint = [0, 0, -1]\n"),
                ElementsAre());
}

}  // namespace
}  // namespace talus::test
