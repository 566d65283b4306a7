// stats.csv has the loads of joints and walls as means over the frame: what acts on a body in a frame is what
// its momentum changes by, m (v' - v) = (F + m g) T (Newton's second law).
#include <cmath>

#include <gtest/gtest.h>

#include "talus/run/stat_columns.h"
#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "talus/solids/rigid_of.h"
#include "talus/solids/scene.h"
#include "tests/support/same_bits.h"
#include "tests/support/scene_head.h"

namespace talus::solids {
namespace {

constexpr double frame = 0.05;  // 12 steps

/// A bob that swings on a ball joint, another on a spring, and a box that falls on a floor and bounces.
const std::string scene_text =
    test::sceneHead("loads", {.duration = 2, .frame_interval = frame}, {{"iron", 7800}}) + R"(
[[wall]]
name = "floor"
material = "iron"
[[body]]
name = "bob"
material = "iron"
radius = 0.05
position = [0.5, 0, 1]
[[body]]
name = "weight"
material = "iron"
radius = 0.05
position = [0, 1, 1]
[[body]]
name = "box"
material = "iron"
shape = "box"
size = [0.1, 0.1, 0.1]
position = [0, -1, 0.2]
restitution = 0.8
[[joint]]
name = "pin"
first = "bob"
point = [0, 0, 1]
[[joint]]
name = "spring"
kind = "spring"
first = "weight"
point = [0, 1, 1]
end = [0, 1, 1.5]
stiffness = 4000
)";

TEST(MeanLoads, GiveTheMomentumOfAFrame) {
    auto simulation = test::simulationOf(scene_text);
    const auto columns = run::statColumns(simulation);
    const auto names = run::resultNames(columns);
    const auto valueOf = [&](const std::string& name) {
        const auto cells = run::resultsOf(columns, names, simulation.exec(), simulation.world());
        const auto at = std::find(names.begin(), names.end(), name) - names.begin();
        return std::get<double>(cells.at(static_cast<std::size_t>(at)));
    };
    const auto velocityOf = [&](std::size_t body) {
        return bodyIn(simulation.world().table(bodies_table), body).velocity;
    };
    const auto massOf = [&](std::size_t b) {
        return rigidOf(simulation.scene(), in(simulation.scene()).bodies[b]).mass;
    };
    double largest = 0;
    for (int k = 1; k <= 20; ++k) {
        const Vec3d from[] = {velocityOf(0), velocityOf(1), velocityOf(2)};
        test::runTo(simulation, k * frame);
        // 1e-9: round-off of 12 steps, over forces of some 100 N.
        const auto forceOn = [&](std::size_t body) {
            return (velocityOf(body) - from[body]) * (massOf(body) / frame) +
                   Vec3d{0, 0, 9.81 * massOf(body)};
        };
        const Vec3d pin = forceOn(0), spring = forceOn(1), box = forceOn(2);
        EXPECT_NEAR(valueOf("joint.pin.fx [N]"), pin.x, 1e-9) << k;
        EXPECT_NEAR(valueOf("joint.pin.fz [N]"), pin.z, 1e-9) << k;
        EXPECT_NEAR(valueOf("joint.spring.fz [N]"), spring.z, 1e-9) << k;
        EXPECT_NEAR(valueOf("wall.floor.bodies.fz [N]"), -box.z, 1e-9) << k;
        largest = std::max(largest, box.z);
    }
    EXPECT_GT(largest, 100);  // the box has bounced
}

// The sums are state: a run that goes on in the middle of a frame has the same means.
TEST(MeanLoads, AreKeptAcrossAResume) { test::expectSameBits(scene_text, 2 * 7.5 * frame); }

}  // namespace
}  // namespace talus::solids
