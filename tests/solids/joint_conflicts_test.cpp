// Joints that contradict each other stop the run, and the sentence names them; joints that say the same twice
// do not. Expected results follow from the settings: what is held to two things that move apart cannot follow
// both.
#include <gmock/gmock.h>

#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::solids {
namespace {

using test::simulationOf;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string head =
    test::sceneHead("conflicts", {.duration = 10, .frame_interval = 0.02}, {{"iron", 7800}});

std::string box(const char* name, const Vec3d& at, const char* more = "") {
    return fmt::format(
        "[[body]]\nname = \"{}\"\nmaterial = \"iron\"\nshape = \"box\"\nsize = [0.2, 0.1, 0.1]\n"
        "position = [{}, {}, {}]\n{}\n",
        name, at.x, at.y, at.z, more);
}
/// A plate that moves to the side at 0.2 m/s.
const std::string moving_plate =
    "[[wall]]\nname = \"plate\"\nmaterial = \"iron\"\nshape = \"disc\"\ncentre = [0, 0, -1]\nradius = 0.1\n"
    "[[motion]]\nwall = \"plate\"\nkind = \"translate\"\nvelocity = [0.2, 0, 0]\n";

std::string joint(const char* name, const char* kind, const char* first, const char* second, const Vec3d& at,
                  const std::string& more = "") {
    return fmt::format(
        "[[joint]]\nname = \"{}\"\nkind = \"{}\"\nfirst = \"{}\"\n{}point = [{}, {}, {}]\n{}\n", name, kind,
        first, *second ? fmt::format("second = \"{}\"\n", second) : "", at.x, at.y, at.z, more);
}

/// Why a run of at most so long stops; empty: it does not.
std::string stopOf(scene::Simulation& simulation, double time) {
    while (simulation.world().time < time)
        if (const step::StepReport report = simulation.advance(); !report.ok()) return report.trouble->what;
    return "";
}
std::string stopOf(const std::string& scene, double time = 0.5) {
    auto simulation = simulationOf(head + scene);
    return stopOf(simulation, time);
}

TEST(JointConflicts, ABodyCannotFollowTwoThings) {
    const std::string two = moving_plate + box("arm", {}) + joint("post", "ball", "arm", "", {0.1, 0, 0}) +
                            joint("pull", "fixed", "arm", "plate", {-0.1, 0, 0});
    EXPECT_THAT(
        stopOf(two + box("other", {0, 1, 0}) + joint("free", "ball", "other", "", {0.1, 1, 0})),
        AllOf(HasSubstr("contradict"), HasSubstr("'post'"), HasSubstr("'pull'"), Not(HasSubstr("'free'"))));
    // A rope gives way, and so does a joint that breaks.
    EXPECT_EQ(stopOf(moving_plate + box("arm", {}) + joint("pull", "fixed", "arm", "plate", {-0.1, 0, 0}) +
                     joint("line", "rope", "arm", "", {0.1, 0, 0}, "end = [0.2, 0, 0]\nlength = 0.5\n")),
              "");
    EXPECT_EQ(stopOf(two + "breaks_at = 1e4\n"), "");
}

// A rope that is taut and a limit that is reached are contradictions from then on, and not before.
TEST(JointConflicts, ATautRopeAndALimitCount) {
    auto rope = simulationOf(
        head + moving_plate + box("arm", {}) + joint("pull", "fixed", "arm", "plate", {-0.1, 0, 0}) +
        joint("line", "rope", "arm", "", {-0.1, 0, 0}, "end = [-0.2, 0, 0]\nlength = 0.2\n"));
    EXPECT_THAT(stopOf(rope, 1), AllOf(HasSubstr("'pull'"), HasSubstr("'line'")));
    EXPECT_NEAR(rope.world().time, 0.5, 0.02);
    // A bar on a hinge is turned by a plate to which it is fixed, up to 0.3 rad at 0.5 rad/s.
    auto limit =
        simulationOf(head + box("bar", {}) +
                     "[[wall]]\nname = \"plate\"\nmaterial = \"iron\"\nshape = \"disc\"\n"
                     "centre = [0, 0, -1]\nradius = 0.1\n[[motion]]\nwall = \"plate\"\nkind = \"rotate\"\n"
                     "axis = [0, 0, 1]\nrate = 0.5\n" +
                     joint("turn", "fixed", "bar", "plate", {0, 0, -0.1}) +
                     joint("pin", "hinge", "bar", "", {}, "axis = [0, 0, 1]\nlower = -1\nupper = 0.3\n"));
    EXPECT_THAT(stopOf(limit, 2), AllOf(HasSubstr("'turn'"), HasSubstr("'pin'")));
    EXPECT_NEAR(limit.world().time, 0.6, 0.05);
}

// A chain with links of 0.02 kg does not hold 20,000 kg. Nothing contradicts anything there: it is the
// masses.
TEST(JointConflicts, MassesThatDifferTooMuchAreSaid) {
    const auto hung = [](double mass) {
        return fmt::format(
            "[[body]]\nname = \"weight\"\nmaterial = \"iron\"\nradius = 0.1\nposition = [0, 0, 0.9]\n"
            "mass = {}\n"
            "[[chain]]\nname = \"c\"\nmaterial = \"iron\"\nfrom = [0, 0, 2]\nto = [0, 0, 1]\n"
            "last = \"weight\"\nlinks = 20\nmass_per_length = 0.4\n",
            mass);
    };
    EXPECT_THAT(stopOf(hung(2e4)), AllOf(HasSubstr("1:1e+06"), Not(HasSubstr("contradict"))));
    EXPECT_EQ(stopOf(hung(2e3), 0.1), "");
}

// Loops say some things twice without contradiction: four bars on four hinges, which a motor turns, and a
// ring of bars welded to each other that tumbles at 8 rad/s, so that points move on circles, by 0.03 rad in a
// step.
TEST(JointConflicts, LoopsThatAgreeDoNotStop) {
    const std::string hinge = "axis = [0, 1, 0]\n";
    EXPECT_EQ(stopOf(box("low", {0.1, 0, 0}) + box("far", {0.2, 0.2, 0.1}) + box("high", {0.1, 0, 0.2}) +
                         joint("a", "hinge", "low", "", {0, 0, 0}, hinge + "speed = 3\nstrength = 1000\n") +
                         joint("b", "hinge", "far", "low", {0.2, 0, 0}, hinge) +
                         joint("c", "hinge", "far", "high", {0.2, 0, 0.2}, hinge) +
                         joint("d", "hinge", "high", "", {0, 0, 0.2}, hinge),
                     2),
              "");
    std::string ring = "[world]\ngravity = [0, 0, 0]\n";
    const Vec3d middle[] = {{0, 0, 0}, {0.5, 0, 0}, {0.5, 0.5, 0}, {0, 0.5, 0}};
    for (int k = 0; k < 4; ++k) {
        const Vec3d lever = middle[k] - Vec3d{0.25, 0.25, 0};
        const Vec3d v = cross(Vec3d{8, 0.5, 1}, lever);
        ring += box(fmt::format("b{}", k).c_str(), middle[k],
                    fmt::format("spin = [8, 0.5, 1]\nvelocity = [{}, {}, {}]\n", v.x, v.y, v.z).c_str());
    }
    for (int k = 0; k < 4; ++k)
        ring += joint(fmt::format("w{}", k).c_str(), "fixed", fmt::format("b{}", k).c_str(),
                      fmt::format("b{}", (k + 1) % 4).c_str(), (middle[k] + middle[(k + 1) % 4]) * 0.5);
    EXPECT_EQ(stopOf(ring, 2), "");
}

TEST(JointConflicts, ARopeIsAtLeastAsLongAsItsWay) {
    const std::string text =
        head + box("arm", {0, 0, 0}) +
        joint("line", "rope", "arm", "", {0.1, 0, 0}, "end = [0.1, 0, 1]\nlength = 0.9\n");
    EXPECT_THAT(
        scene::readScene(text, "scene.toml", {}, scene::Machine{}).diagnostics.format("scene.toml", text),
        HasSubstr("the ends of the rope are 1 m apart"));
}

}  // namespace
}  // namespace talus::solids
