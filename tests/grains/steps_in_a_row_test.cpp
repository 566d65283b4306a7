#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using testing_support::sandScene;
using testing_support::start;

/// Grains that fall on each other and on a floor while a spout pours more: in the middle of a row of steps
/// too, where the others owe a kick that a new grain does not.
scene::Scene pouredScene(Integrator integrator) {
    scene::Scene scene = sandScene({}, 1e-5);
    grains::in(scene).params.integrator = integrator;
    scene.environment.gravity = {
        0, 0, -9.81};  // else a new grain's kick would be nothing, and one too many as well
    grains::in(scene).params.rest = true;
    grains::in(scene).params.rest_window = 2e-4;
    for (int i = 0; i < 20; ++i) {
        Grain grain;
        grain.material = "sand";
        grain.position = {0.0039 * (i % 4), 0.0039 * (i / 4 % 5), 0.002};
        grain.velocity = {0.3, 0.1 * (i % 3), -0.2};
        grains::in(scene).placed.push_back(grain);
    }
    scene.environment.walls = {testing_support::floorAt(0)};
    Emitter spout;
    spout.name = "spout";
    spout.material = "sand";
    spout.centre = {0.005, 0.005, 0.02};
    spout.radius = 0.006;
    spout.speed = 10;
    spout.rate = 30000;
    spout.count = 30;
    grains::in(scene).emitters = {spout};
    return scene;
}

/// Grains in several blocks that fall onto some that are held, and between walls: nothing comes between two
/// steps, so the next one's move is done with the contacts.
scene::Scene fallingScene(Integrator integrator, Precision precision, bool rest) {
    scene::Scene scene = sandScene({}, 1e-5);
    grains::in(scene).params.integrator = integrator;
    grains::in(scene).params.precision = precision;
    grains::in(scene).params.dissipation = 0.01;
    scene.environment.gravity = {0.5, 0, -9.81};
    grains::in(scene).params.rest = rest;
    grains::in(scene).params.rest_window = 2e-4;
    scene.environment.materials.push_back({"glue", 2500, {}, true});
    for (const auto& [first, second] : {std::pair{"sand", "glue"}, {"glue", "glue"}}) {
        Contact contact = grains::in(scene).contacts.front();
        contact.first = first;
        contact.second = second;
        grains::in(scene).contacts.push_back(contact);
    }
    for (std::uint32_t k = 0; k < 700; ++k) {
        Grain grain;
        grain.material = k % 97 == 3 ? "glue" : "sand";
        grain.position = 0.00199 * testing_support::latticeSite(k, 10, 10) + Vec3d{0, 0, 0.00099};
        if (k % 97 != 3) grain.velocity = {0.3, 0.1 * (k % 3), -0.2};
        grains::in(scene).placed.push_back(grain);
    }
    scene.environment.walls = {testing_support::floorAt(0)};
    return scene;
}

TEST(StepsInARow, FusedMoveAndContactsGiveTheSameBits) {
    for (const Integrator integrator : {Integrator::VelocityVerlet, Integrator::LeapFrog,
                                        Integrator::PositionVerlet, Integrator::SemiImplicitEuler})
        for (const Precision precision : {Precision::Double, Precision::Mixed})
            for (const bool rest : {false, true}) {
                const scene::Scene scene = fallingScene(integrator, precision, rest);
                scene::Simulation one_by_one = start(scene), row = start(scene, exec::Exec::cpu(3));
                for (const std::uint64_t steps : {1u, 7u, 32u}) {
                    for (std::uint64_t k = 0; k < steps; ++k) ASSERT_TRUE(one_by_one.advance().ok());
                    ASSERT_TRUE(row.advance(steps).ok());
                    EXPECT_EQ(state::stateHash(row.world()), state::stateHash(one_by_one.world()))
                        << "after " << steps << " more, integrator " << static_cast<int>(integrator);
                }
                EXPECT_GT(measured(row).contacts, 100u);
                EXPECT_GT(row.world().table(blocks_table).size(), 3u);
            }
}

TEST(StepsInARow, GiveTheSameBitsAsSingleSteps) {
    for (const Integrator integrator : {Integrator::VelocityVerlet, Integrator::LeapFrog,
                                        Integrator::PositionVerlet, Integrator::SemiImplicitEuler}) {
        scene::Simulation one_by_one = start(pouredScene(integrator)), row = start(pouredScene(integrator));
        for (const std::uint64_t steps : {1u, 7u, 60u, 132u}) {
            for (std::uint64_t k = 0; k < steps; ++k) ASSERT_TRUE(one_by_one.advance().ok());
            ASSERT_TRUE(row.advance(steps).ok());
            EXPECT_EQ(row.world().step, one_by_one.world().step);
            EXPECT_EQ(state::stateHash(row.world()), state::stateHash(one_by_one.world()))
                << "after " << steps << " more, integrator " << static_cast<int>(integrator);
        }
        EXPECT_GT(measured(row).grains, 30u) << "grains came in the middle of a row";
    }
}

}  // namespace
}  // namespace talus::grains
