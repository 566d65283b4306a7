// Grains of a fixed material stay where they are to the last bit, and others bounce off them.
#include "talus/grains/motion/hold_fixed.h"

#include <numbers>

#include "talus/grains/law/restitution.h"
#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using namespace testing_support;

Contact elastic(const char* first, const char* second) {
    Contact contact;
    contact.first = first;
    contact.second = second;
    contact.law = "linear";
    contact.stiffness = 1000;
    contact.shear_stiffness = 300;
    contact.restitution = 1;
    contact.friction = 0.5;
    return contact;
}

/// A grain above one that is glued, and beside it a second glued one that overlaps the first.
scene::Scene oneOnGlue() {
    scene::Scene scene = sandScene(elastic("sand", "sand"), 1e-5);
    scene.environment.materials.push_back({.name = "glue", .density = 2500, .colour = {}, .fixed = true});
    grains::in(scene).contacts = {elastic("sand", "sand"), elastic("sand", "glue")};
    scene.environment.gravity = {0, 0, -9.81};
    Grain glued, free;
    glued.material = "glue";
    grains::in(scene).placed.push_back(glued);
    glued.position = {0.003, 0, 0};
    grains::in(scene).placed.push_back(glued);
    free.material = "sand";
    free.position = {-0.0001, 0, 0.0041};
    free.velocity = {0, 0, -0.5};
    grains::in(scene).placed.push_back(free);
    return scene;
}

TEST(HoldFixed, FixedGrainsStayAndOthersBounceOffThem) {
    for (const Integrator integrator :
         {Integrator::VelocityVerlet, Integrator::LeapFrog, Integrator::SemiImplicitEuler}) {
        scene::Scene scene = oneOnGlue();
        grains::in(scene).params.integrator = integrator;
        scene::Simulation simulation = start(scene);
        advance(simulation, 1500);
        for (const std::uint32_t id : {0u, 1u}) {
            EXPECT_EQ(of(simulation, fields::position, id), grains::in(scene).placed[id].position);
            EXPECT_EQ(of(simulation, fields::velocity, id), Vec3d{});
            EXPECT_EQ(of(simulation, fields::spin, id), Vec3d{});
        }
        EXPECT_GT(of(simulation, fields::velocity, 2).z, 0.3);
        EXPECT_LT(of(simulation, fields::velocity, 2).x, -0.01) << "the contact is off centre";
    }
}

// Decision 19: in a contact what is fixed weighs so much that others rebound as from a wall. The restitution
// of `hooke` tells: it is that of the damping ratio gamma/2 sqrt(m_e/k) with m_e the mass of the grain that
// moves. With its own mass, be it the same or an eighth, e would be 0.71 or 0.85 instead of 0.61. The step is
// 1/1000 of the contact, which gives e within 0.2% (tests/physics, Bounce).
TEST(HoldFixed, GrainsReboundFromFixedOnesAsFromAWall) {
    const double mass = 4.0 / 3.0 * std::numbers::pi * 2500 * 8e-9, k = 1000;
    const double ratio = 0.155, gamma = 2 * ratio * std::sqrt(k / mass);
    const double duration = std::numbers::pi * std::sqrt(mass / k);
    for (const double glued_radius : {0.001, 0.002}) {
        scene::Scene scene = oneOnGlue();
        for (Contact& contact : grains::in(scene).contacts) {
            contact.law = "hooke";
            contact.normal_damping = gamma;
            contact.adhesionless = false;
        }
        scene.time.dt = duration / 1000;
        scene.time.frame_interval = duration;
        scene.environment.gravity = {};
        grains::in(scene).placed[0].radius = glued_radius;
        grains::in(scene).placed[1].position = {1, 0, 0};
        grains::in(scene).placed[2].position = {0, 0, glued_radius + 0.002 + 1e-6};
        grains::in(scene).placed[2].velocity = {0, 0, -0.5};
        scene::Simulation simulation = start(scene);
        advance(simulation, 1200);
        const double e = of(simulation, fields::velocity, 2).z / 0.5;
        EXPECT_NEAR(e, restitutionOf(ratio, false), 2e-3) << glued_radius;
    }
}

}  // namespace
}  // namespace talus::grains
