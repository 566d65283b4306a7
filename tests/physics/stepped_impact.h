#pragma once
// Head-on impacts whose first touch falls where a test wants it, in the engine and in stepped_impact.h.
#include "talus/grains/law/stepped_impact.h"
#include "tests/physics/sand_grains.h"
#include "tests/support/granular.h"

namespace talus::testing_support {

/// What a contact of two sand grains, or of one with a wall, is to stepped_impact.h.
inline grains::HeadOn headOnOf(const grains::Contact& contact, bool wall, double speed) {
    return {.law = grains::lawConstants(contact),
            .effective_mass = wall ? mass : mass / 2,
            .effective_radius = wall ? radius : radius / 2,
            .speed = speed};
}

/// Restitution of the engine. The first touch falls into the third step, `phase` of which comes after it.
inline double inTheEngine(scene::Scene scene, bool wall, double speed, double phase) {
    const double gap = (3 - phase) * speed * *scene.time.dt;
    if (wall) {
        scene.environment.walls = {floorAt(0)};
        grains::in(scene).placed = {grainAt({0, 0, radius + gap}, {0, 0, -speed})};
    } else {
        grains::in(scene).placed = {grainAt({0, 0, radius + gap / 2}, {0, 0, -speed / 2}),
                                    grainAt({0, 0, -radius - gap / 2}, {0, 0, speed / 2})};
    }
    scene::Simulation simulation = start(scene);
    const auto touches = [&] {
        const grains::Measures now = measured(simulation);
        return now.contacts + now.wall_contacts > 0;
    };
    // Semi-implicit Euler looks for contacts before it moves: a step later.
    for (int step = 0; step < 4 && !touches(); ++step) advance(simulation, 1);
    EXPECT_TRUE(touches());
    for (int step = 0; step < 100000 && touches(); ++step) advance(simulation, 1);
    EXPECT_FALSE(touches());
    const double after = of(simulation, grains::fields::velocity, 0).z;
    return (wall ? after : after - of(simulation, grains::fields::velocity, 1).z) / speed;
}

}  // namespace talus::testing_support
