// Grains of a fixed material stay where they are to the last bit, and others bounce off them.
#include "talus/grains/hold_fixed.h"

#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using namespace testing_support;

Contact elastic(const char* first, const char* second) {
    Contact contact;
    contact.first = first;
    contact.second = second;
    contact.law = Law::Linear;
    contact.stiffness = 1000;
    contact.shear_stiffness = 300;
    contact.restitution = 1;
    contact.friction = 0.5;
    return contact;
}

/// A grain above one that is glued, and beside it a second glued one that overlaps the first.
scene::Scene oneOnGlue() {
    scene::Scene scene = sandScene(elastic("sand", "sand"), 1e-5);
    scene.materials.push_back({.name = "glue", .density = 2500, .colour = {}, .fixed = true});
    scene.grains.contacts = {elastic("sand", "sand"), elastic("sand", "glue")};
    scene.grains.gravity = {0, 0, -9.81};
    Grain glued, free;
    glued.material = "glue";
    scene.placed.push_back(glued);
    glued.position = {0.003, 0, 0};
    scene.placed.push_back(glued);
    free.material = "sand";
    free.position = {-0.0001, 0, 0.0041};
    free.velocity = {0, 0, -0.5};
    scene.placed.push_back(free);
    return scene;
}

TEST(HoldFixed, FixedGrainsStayAndOthersBounce) {
    for (const Integrator integrator :
         {Integrator::VelocityVerlet, Integrator::LeapFrog, Integrator::SemiImplicitEuler}) {
        scene::Scene scene = oneOnGlue();
        scene.grains.integrator = integrator;
        scene::Simulation simulation = start(scene);
        advance(simulation, 1500);
        for (const std::uint32_t id : {0u, 1u}) {
            EXPECT_EQ(of(simulation, fields::position, id), scene.placed[id].position);
            EXPECT_EQ(of(simulation, fields::velocity, id), Vec3d{});
            EXPECT_EQ(of(simulation, fields::spin, id), Vec3d{});
        }
        EXPECT_GT(of(simulation, fields::velocity, 2).z, 0.3);
        EXPECT_LT(of(simulation, fields::velocity, 2).x, -0.01) << "the contact is off centre";
    }
}

}  // namespace
}  // namespace talus::grains
