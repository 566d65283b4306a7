// A row of dominoes, against the model of van Leeuwen ("The domino effect", Am. J. Phys. 78, 721, 2010)
// without friction: each turns about its lower front edge, and keeps leaning on the next one after it has hit
// it.
#include <cmath>

#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::solids {
namespace {

constexpr double g = 9.81, height = 0.24, thickness = 0.04;

/// The speed of the row far from its begin [m/s], by integrating the train of leaning dominoes. A domino j
/// that leans on the next one has the angle t_j with
///
///     h sin(t_j - t_{j+1}) = (s + d) cos t_{j+1} - d
///
/// so the head's angle and speed give those of all. Their energy is constant from one hit to the next, and a
/// hit is inelastic: of the speeds before, those along the new motion remain.
double modelSpeed(double gap) {
    const double pitch = gap + thickness, inertia = (height * height + thickness * thickness) / 3;
    struct Train {
        double inertia = 0, potential = 0;  ///< over the mass; of all, by the head's angle
    };
    const auto trainAt = [&](double angle) {
        Train train;
        double share = 1;  // d t_j / d t_head
        for (int j = 0; j < 40; ++j) {
            train.inertia += inertia * share * share;
            train.potential += g * 0.5 * (height * std::cos(angle) + thickness * std::sin(angle));
            const double sine = (pitch * std::cos(angle) - thickness) / height;
            share *= 1 - pitch * std::sin(angle) / height / std::sqrt(1 - sine * sine);
            angle += std::asin(sine);
        }
        return train;
    };
    const double hit = std::asin(gap / height);
    double speed = 1, time = 0;
    for (int n = 0; n < 200; ++n) {
        const Train begin = trainAt(0);
        const double energy = 0.5 * begin.inertia * speed * speed + begin.potential;
        constexpr int steps = 2000;
        const auto speedAt = [&](double angle) {
            const Train now = trainAt(angle);
            return std::sqrt(2 * (energy - now.potential) / now.inertia);
        };
        time = 0;
        for (int k = 0; k < steps; ++k) time += hit / steps / speedAt(hit * (k + 0.5) / steps);
        const double moving = trainAt(hit).inertia;
        speed = speedAt(hit) * moving / (moving + inertia);
    }
    return pitch / time;
}

/// The speed between the 20th and the 35th domino of a row on hinges.
double measuredSpeed(double gap) {
    constexpr int count = 40;
    std::string text =
        test::sceneHead("dominoes", {.duration = 20, .frame_interval = 0.01, .dt = 5e-4}, {{"wood", 700}});
    for (int k = 0; k < count; ++k) {
        const double x = k * (gap + thickness);
        text += fmt::format(R"(
[[body]]
name = "domino{0}"
material = "wood"
shape = "box"
size = [{1}, 0.12, {2}]
position = [{3}, 0, {4}]
friction = 0
restitution = 0
spin = [0, {5}, 0]
velocity = [{6}, 0, {7}]
[[joint]]
name = "edge{0}"
kind = "hinge"
first = "domino{0}"
point = [{8}, 0, 0]
axis = [0, 1, 0]
lower = 0
)",
                            k, thickness, height, x, 0.5 * height, k == 0 ? 3 : 0,
                            k == 0 ? 1.5 * height : 0.0, k == 0 ? 1.5 * thickness : 0.0, x + 0.5 * thickness);
    }
    auto simulation = test::simulationOf(text);
    const auto hitAt = [&](std::size_t domino) {
        while (bodyIn(simulation.world().table(bodies_table), domino).spin.y < 0.2)
            if (!simulation.advance().ok() || simulation.world().time > 10)
                throw std::runtime_error("it was not hit");
        return simulation.world().time;
    };
    const double from = hitAt(20);
    return 15 * (gap + thickness) / (hitAt(35) - from);
}

TEST(Dominoes, FallAtTheSpeedOfTheModel) {
    for (const double gap : {0.06, 0.12}) {
        const double model = modelSpeed(gap), measured = measuredSpeed(gap);
        RecordProperty(fmt::format("speed_over_root_gh_{}", gap),
                       fmt::format("{}", measured / std::sqrt(g * height)));
        EXPECT_NEAR(measured, model, 0.02 * model) << gap;
    }
}

}  // namespace
}  // namespace talus::solids
