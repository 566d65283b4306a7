// Overlaps that contacts do not prevent are reported, and what leads to them is said by the check.
#include <cmath>

#include <gmock/gmock.h>

#include "talus/solids/contact/deep_overlap.h"
#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::solids {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string head =
    test::sceneHead("overlaps", {.duration = 5, .frame_interval = 0.05}, {{"stone", 1000}});
const std::string floor_plane = "[[wall]]\nname = \"floor\"\nmaterial = \"stone\"\n";

std::string box(const char* name, double z, const char* more) {
    return fmt::format(
        "[[body]]\nname = \"{}\"\nmaterial = \"stone\"\nshape = \"box\"\nsize = [0.2, 0.2, 0.2]\n"
        "position = [0, 0, {}]\n{}\n",
        name, z, more);
}
/// The notes of a run until a time; empty: nothing.
std::string notesOf(const std::string& bodies, double time) {
    auto simulation = test::simulationOf(head + floor_plane + bodies);
    test::runTo(simulation, time);
    std::string all;
    for (const method::Note& note : simulation.notes(method::Moment::Frame)) all += note.text;
    return all;
}
std::string checkOf(const std::string& bodies) {
    const std::string text = head + floor_plane + bodies;
    return scene::readScene(text, "scene.toml", {}, scene::Machine{}).diagnostics.format("scene.toml", text);
}

TEST(Overlaps, AreReported) {
    // A press of 0.2 m/s is 0.35 m above the floor, and the box between them 0.2 m high.
    EXPECT_THAT(
        notesOf(box("press", 0.45, "motion = \"prescribed\"") +
                    "[[motion]]\nwall = \"press\"\nvelocity = [0, 0, -0.2]\n" + box("pressed", 0.1, ""),
                1.6),
        AllOf(HasSubstr("body 'pressed'"), HasSubstr("overlapped by")));
    EXPECT_THAT(notesOf(box("first", 0.1, "") + box("second", 0.1, "enters = 0.3"), 0.5),
                AllOf(HasSubstr("body 'first' and body 'second'"), HasSubstr("at 0.3 s")));
}

// A press of 0.02 m/s is 0.01 m above a ball of 0.2 m on the floor: after 4 s it has gone 0.07 m into the two
// contacts, 17 % of the ball in each. Nothing moves fast, so only what the solver leaves tells it.
TEST(Overlaps, OfASlowPressAreReported) {
    const std::string ball =
        "[[body]]\nname = \"ball\"\nmaterial = \"stone\"\nradius = 0.1\nposition = [0, 0, 0.1]\n";
    EXPECT_THAT(notesOf(box("press", 0.31, "motion = \"prescribed\"") +
                            "[[motion]]\nwall = \"press\"\nvelocity = [0, 0, -0.02]\n" + ball,
                        4),
                AllOf(HasSubstr("body 'ball'"), HasSubstr("overlapped by")));
}

// An overlap of less than half of a body counts only if the same two come closer for 20 steps: in the impacts
// of a heap the solver ends too early in some steps (96 boxes gave 15 % in one).
TEST(Overlaps, OfImpactsAreNotReported) {
    OverlapRecord record;
    for (int k = 1; k < closing_steps; ++k) record.take(DeepOverlap{1, 2, 0.02, 0.2}, k);
    record.take(DeepOverlap{1, 3, 0.02, 0.2}, 20);
    EXPECT_EQ(record.deepest().share, 0);
    for (int k = 1; k <= closing_steps; ++k) record.take(DeepOverlap{1, 2, 0.03, 0.3}, k);
    EXPECT_EQ(record.deepest().share, 0.3);
    EXPECT_EQ(record.deepest().time, closing_steps);
    record.take(std::nullopt, 30);
    record.take(DeepOverlap{4, 5, 0.06, 0.6}, 31);
    EXPECT_EQ(record.deepest().share, 0.6);
}

// Bodies that contacts hold apart, a fast one among them, are no overlap.
TEST(Overlaps, OfContactsAreNotReported) {
    EXPECT_EQ(notesOf(box("low", 0.1, "") + box("high", 0.3, "") +
                          box("fast", 2, "velocity = [0, 0, -20]\nrestitution = 0.9"),
                      1),
              "");
}

TEST(Overlaps, TheCheckWarnsOfMasses) {
    EXPECT_THAT(checkOf(box("light", 0.1, "mass = 1") + box("heavy", 0.3, "mass = 15000")),
                AllOf(HasSubstr("'heavy' has 1.5e+04 times the mass of 'light'"), HasSubstr("1:10,000")));
    EXPECT_EQ(checkOf(box("light", 0.1, "mass = 1") + box("heavy", 0.3, "mass = 9000")), "");
}

}  // namespace
}  // namespace talus::solids
