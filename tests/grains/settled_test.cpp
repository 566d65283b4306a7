// Settled grains stay, and others touch them as they touch grains of a fixed material.
#include "talus/grains/motion/hold_fixed.h"

#include "tests/couple/ground_scenes.h"
#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using namespace testing_support;

constexpr std::uint32_t lying = 40, falling = 12;

/// A layer of touching grains, and others that fall onto it at a slant; ground far below, and no look.
scene::Scene rainOnALayer(const std::string& layer) {
    Contact contact;
    contact.law = "linear";
    contact.stiffness = 1000;
    contact.shear_stiffness = 300;
    contact.restitution = 0.7;
    contact.friction = 0.5;
    scene::Scene scene = sandScene(contact, 1e-5);
    scene.environment.materials.push_back({.name = "glue", .density = 2500, .colour = {}, .fixed = true});
    const Contact sand = grains::in(scene).contacts.front();
    grains::in(scene).contacts.push_back(sand);
    grains::in(scene).contacts.back().second = "glue";
    scene.environment.gravity = {0, 0, -9.81};
    ground::in(scene).ground = groundOf([](double, double) { return -1.0; }, 0.01);
    couple::hybridIn(scene).emplace();
    couple::hybridIn(scene)->interval = 1000;
    for (std::uint32_t k = 0; k < lying; ++k) {
        Grain grain;
        grain.material = layer;
        grain.position = latticeSite(k, 8, 5) * 0.004;
        grains::in(scene).placed.push_back(grain);
    }
    for (std::uint32_t k = 0; k < falling; ++k) {
        Grain grain;
        grain.material = "sand";
        const Vec3d site = latticeSite(k, 4, 3);
        grain.position = {0.003 + 0.0061 * site.x, 0.002 + 0.0055 * site.y, 0.0045 + 0.0001 * k};
        grain.velocity = {0.1, -0.05, -0.5};
        grains::in(scene).placed.push_back(grain);
    }
    return scene;
}

// The last bit of both is the same: one law, one effective mass, sums in one order.
TEST(Settled, GrainsBounceOffSettledOnesAsOffFixedOnes) {
    for (const Integrator integrator :
         {Integrator::VelocityVerlet, Integrator::LeapFrog, Integrator::SemiImplicitEuler}) {
        scene::Scene with_fixed = rainOnALayer("glue"), with_settled = rainOnALayer("sand");
        grains::in(with_fixed).params.integrator = grains::in(with_settled).params.integrator = integrator;
        scene::Simulation fixed = start(with_fixed), settled = start(with_settled);
        state::Table& grains = settled.world().table(grains_table);
        for (std::size_t i = 0; i < grains.size(); ++i)
            if (grains.read(fields::id)[i] < lying) {
                grains.write(fields::settled)[i] = lies_as_ground;
                grains.write(fields::velocity)[i] = grains.write(fields::force<double>)[i] = {};
                grains.write(fields::torque<double>)[i] = grains.write(fields::spin)[i] = {};
            }
        settled.world().table(search_table).write(fields::search_due)[0] = 1;
        advance(fixed, 1500);
        advance(settled, 1500);
        bool bounced = false;
        for (std::uint32_t id = 0; id < lying + falling; ++id) {
            if (id < lying) {
                EXPECT_EQ(of(settled, fields::position, id), grains::in(with_settled).placed[id].position);
            } else {
                // A grain that touches several adds them in the order of its list: round-off.
                EXPECT_LT(length(of(settled, fields::position, id) - of(fixed, fields::position, id)), 1e-12);
                EXPECT_LT(length(of(settled, fields::spin, id) - of(fixed, fields::spin, id)), 1e-6);
                bounced = bounced || of(settled, fields::velocity, id).z > 0.1;
            }
        }
        EXPECT_TRUE(bounced);
    }
}

// Head on, without gravity: the pair's restitution, at some hundred steps a contact.
TEST(Settled, GrainReboundsFromASettledOneAsFromAWall) {
    Contact contact;
    contact.law = "linear";
    contact.stiffness = 1000;
    contact.restitution = 0.4;
    scene::Scene scene = sandScene(contact, 1e-6);
    scene.environment.materials.push_back({.name = "glue", .density = 2500, .colour = {}, .fixed = true});
    grains::in(scene).contacts.push_back(grains::in(scene).contacts.front());
    grains::in(scene).contacts.back().second = "glue";
    Grain held, moving;
    held.material = "glue";
    moving.material = "sand";
    moving.position = {0, 0, 2.01 * moving.radius};
    moving.velocity = {0, 0, -0.2};
    grains::in(scene).placed = {held, moving};
    scene::Simulation simulation = start(scene);
    advance(simulation, 3000);
    EXPECT_NEAR(of(simulation, fields::velocity, 1).z, 0.4 * 0.2, 1e-3 * 0.2);
}

}  // namespace
}  // namespace talus::grains
