// What a run says of its sand: blocks where sand cannot be, and sand that is pressed far beyond what was
// accepted.
#include <gmock/gmock.h>

#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

using testing::HasSubstr;

std::string notesOf(const scene::Simulation& simulation, method::Moment moment) {
    std::string all;
    for (const method::Note& note : simulation.notes(moment)) all += note.text + "\n";
    return all;
}

const char* const tank = R"(
[[wall]]
name = "tank"
material = "sand"
shape = "box-inside"
min = [0, 0, 0]
max = [0.08, 0.08, 0.2]
open = ["+z"]
)";

TEST(SandNotes, BlockBelowTheFloorIsReported) {
    const std::string head = continuumHead(0.02, "") + "solver = \"mpm\"\n";
    const std::string floor = "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n";
    const auto notesOn = [&](const Vec3d& min, const Vec3d& max) {
        return notesOf(simulationOf(head + sandBox("block", min, max) + floor), method::Moment::Start);
    };
    EXPECT_THAT(notesOn({0, 0, -1}, {0.1, 0.1, -0.9}),
                HasSubstr("'block' has only 0 of some 1000 particles"));
    EXPECT_THAT(notesOn({0, 0, -0.07}, {0.1, 0.1, 0.03}),
                HasSubstr("'block' has only 300 of some 1000 particles"));
    EXPECT_EQ(notesOn({0, 0, 0}, {0.1, 0.1, 0.1}), "");
    EXPECT_EQ(notesOn({0, 0, -0.03}, {0.1, 0.1, 0.07}), "");
}

// A tube is thin, so that the corners of a box around it stay beside it: 1 - pi/4 of the lower half of the
// block, beside which the tube is. A tube that stands in a wide bed is meant to.
TEST(SandNotes, SandBesideATubeIsReported) {
    const std::string head = continuumHead(0.02, "") +
                             "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\npoint = [0, 0, -1]\n"
                             "[[wall]]\nname = \"tube\"\nmaterial = \"sand\"\nshape = \"cylinder-inside\"\n"
                             "from = [0, 0, 0]\nto = [0, 0, 0.1]\nradius = 0.1\n";
    const std::string found = notesOf(simulationOf(head + sandBox("block", {-0.1, -0.1, 0}, {0.1, 0.1, 0.2})),
                                      method::Moment::Start);
    EXPECT_THAT(found,
                HasSubstr("particles of the block 'block' are outside the tube 'tube', which is thin"));
    const double outside = std::stod(found);
    EXPECT_NEAR(outside, (1 - std::numbers::pi / 4) * 4000, 40);
    EXPECT_THAT(found, HasSubstr(fmt::format("{:g} are inside", 4000 - outside)));
    const std::string cylinder =
        "[[sand_block]]\nname = \"block\"\nshape = \"cylinder\"\ncentre = [0, 0, 0]\nradius = 0.1\n"
        "height = 0.1\n";
    EXPECT_EQ(notesOf(simulationOf(head + cylinder), method::Moment::Start), "");
    EXPECT_EQ(
        notesOf(simulationOf(head + sandBox("bed", {-0.3, -0.3, 0}, {0.3, 0.3, 0.1})), method::Moment::Start),
        "");
}

// A lid goes 3 cm into 8 cm of sand, which has nowhere to go.
TEST(SandNotes, PressedSandIsReported) {
    const std::string scene = continuumHead(0.02, "") + "solver = \"mpm\"\n" +
                              sandBox("block", {0, 0, 0}, {0.08, 0.08, 0.08}) + tank + R"(
[[wall]]
name = "lid"
material = "sand"
shape = "plane"
point = [0, 0, 0.09]
normal = [0, 0, -1]
[[motion]]
wall = "lid"
kind = "translate"
velocity = [0, 0, -0.4]
)";
    scene::Simulation simulation = simulationOf(scene);
    EXPECT_EQ(notesOf(simulation, method::Moment::Frame), "");
    runTo(simulation, 0.1);
    EXPECT_THAT(notesOf(simulation, method::Moment::Frame),
                HasSubstr("of the sand has lost more than 10% of its volume"));
}

// A ball of steel hits sand: the particles in front of it are compressed by much, the rest is not.
TEST(SandNotes, AHardImpactIsNotReported) {
    scene::Simulation simulation = simulationOf(continuumHead(0.02, "") + "solver = \"mpm\"\n" +
                                                sandBox("bed", {0, 0, 0}, {0.4, 0.4, 0.2}) + R"(
[[wall]]
name = "floor"
material = "sand"
[[body]]
name = "ball"
material = "sand"
density = 8000
radius = 0.04
position = [0.2, 0.2, 0.25]
velocity = [0, 0, -3]
)");
    double largest = 0;
    for (int k = 1; k <= 10; ++k) {
        runTo(simulation, 0.005 * k);
        for (const Vec3f& e :
             std::as_const(simulation.world()).table(sand::sand_table).read(sand::fields::strain))
            largest = std::max(largest, 1 - std::exp(std::min(0.0, double{e.x} + double{e.y} + double{e.z})));
        EXPECT_EQ(notesOf(simulation, method::Moment::Frame), "");
    }
    EXPECT_GT(largest, 0.1);
}

// Of dt and cfl one sets the steps, and only that one is named: by the step that fails, and after it.
TEST(SandNotes, AdviceForShorterStepsNamesWhatSetsThem) {
    for (const char* solver : {"mpm", "narain"})
        for (const auto& [key, advice] : {std::pair{"", "make cfl in [sand] smaller"},
                                          {"dt = 1e-4\n", "leave dt out of [sand], or make it shorter"}}) {
            SCOPED_TRACE(std::string(solver) + ", " + key);
            scene::Simulation simulation =
                simulationOf(continuumHead(0.02, "") + "solver = \"" + solver + "\"\n" + key +
                             sandBox("block", {0, 0, 0}, {0.08, 0.08, 0.08}) + tank);
            simulation.world().table(sand::sand_table).write(sand::fields::velocity)[7].x = std::nanf("");
            const auto after = simulation.trouble();
            ASSERT_TRUE(after);
            EXPECT_EQ(after->advice, advice);
            const step::StepReport report = simulation.advance(1);
            ASSERT_FALSE(report.ok());
            EXPECT_THAT(report.trouble->what, HasSubstr("in a step, or its velocity is not a number"));
            EXPECT_THAT(report.trouble->advice, testing::StartsWith(advice));
        }
}

}  // namespace
}  // namespace talus::test
