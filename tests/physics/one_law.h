#pragma once
#include <array>

#include "talus/grains/law/law_row.h"
#include "talus/grains/law/restitution.h"
#include "tests/physics/sand_grains.h"
#include "tests/support/granular.h"

/// A contact of each law, and two grains that meet by it.
namespace talus::testing_support {

inline grains::Contact lawContact(grains::Law law) {
    grains::Contact contact;
    contact.law = law;
    contact.restitution = 0.7;
    contact.friction = 0.4;
    if (law == "linear" || law == "bell-linear") {
        contact.stiffness = 5000;
        contact.shear_stiffness = 1400;
        contact.normal_damping = 0.05;
        contact.shear_damping = 0.05;
    } else if (law == "hooke") {
        contact.stiffness = 5000;
        contact.shear_stiffness = 1400;
    } else if (law == "lee-herrmann") {
        contact.stiffness = 2e5;
    } else if (law == "bell") {
        contact.stiffness = 2e5;
        contact.normal_damping = 2;
        contact.shear_damping = 0.05;
        contact.shear_stiffness = 0;
    } else if (law == "hertz-mindlin") {
        contact.young = 2e7;
    } else if (law == "lennard-jones") {
        contact.epsilon = 2e-7;
        contact.sigma = 2e-4;
        contact.cutoff = 5e-4;
        contact.normal_damping = 0;
        contact.shear_damping = 0.01;
    }
    return contact;
}

inline constexpr std::array all_laws{"lee-herrmann", "linear",      "hooke",        "hertz-mindlin",
                                     "bell",         "bell-linear", "lennard-jones"};

/// Two equal grains that meet head on at `speed`; how fast they part, and the time that they touched.
inline grains::Collision headOn(const grains::Contact& contact, double speed, double dt) {
    scene::Scene scene = sandScene(contact, dt);
    const double apart = radius * (contact.law == "lennard-jones" ? 1.3 : 1.001);
    grains::in(scene).placed = {grainAt({-apart, 0, 0}, {speed / 2, 0, 0}),
                                grainAt({apart, 0, 0}, {-speed / 2, 0, 0})};
    scene::Simulation simulation = start(scene);
    int touching = 0;
    for (int step = 0; step < 400000; ++step) {
        EXPECT_TRUE(simulation.advance().ok());
        const Vec3d x =
            of(simulation, grains::fields::position, 1) - of(simulation, grains::fields::position, 0);
        if (length(x) < 2 * radius) ++touching;
        if (touching > 0 && length(x) > 2 * apart) break;
    }
    return {
        length(of(simulation, grains::fields::velocity, 0) - of(simulation, grains::fields::velocity, 1)) /
            speed,
        touching * simulation.clock().dt()};
}

}  // namespace talus::testing_support
