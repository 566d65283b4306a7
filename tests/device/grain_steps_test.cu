// The grain step that is made for a device gives the state that the pipeline of the processor gives, bit for
// bit. The loops run on the processor here, and on a graphics card where there is one.
#include "talus/core/rng.h"
#include "talus/grains/law/law_row.h"
#include "tests/device/same_state.h"

namespace talus::grains {
namespace {

using namespace testing_support;

Contact contactOf(Law law, const char* first, const char* second) {
    Contact contact;
    contact.law = law;
    contact.first = first;
    contact.second = second;
    if (law == "linear" || law == "bell-linear") contact.stiffness = 2000;
    if (law == "linear" || law == "hertz-mindlin") contact.shear_stiffness = 500;
    if (law == "bell" || law == "bell-linear") contact.normal_damping = 0.05;
    if (law == "bell" || law == "bell-linear") contact.shear_damping = 0.02;
    return contact;
}

/// A thousand grains of many sizes that fly into each other, in a box that repeats along x and y and has a
/// floor; they turn, touch across the border, and meet new ones all the time.
scene::Scene cloud(Law law, Integrator integrator = Integrator::VelocityVerlet) {
    scene::Scene scene = sandScene({}, 1e-5);
    grains::in(scene).contacts = {contactOf(law, "sand", "sand")};
    grains::in(scene).params.integrator = integrator;
    scene.environment.gravity = {0.5, 0, -9.81};
    scene.environment.periodic = {"x", "y"};
    scene.environment.domain_max = {0.036, 0.036, 0};
    const Random random{7, 1};
    for (std::uint32_t i = 0; i < 1000; ++i) {
        Grain grain;
        grain.material = "sand";
        grain.radius = random.uniform(0.0010, 0.0018, i, 0);
        grain.position = {0.0036 * (i % 10), 0.0036 * (i / 10 % 10), 0.0036 * (i / 100)};
        grain.velocity = {random.uniform(-1, 1, i, 1), random.uniform(-1, 1, i, 2),
                          random.uniform(-1, 0, i, 3)};
        grain.spin = {random.uniform(-100, 100, i, 4), random.uniform(-100, 100, i, 5), 10};
        grains::in(scene).placed.push_back(grain);
    }
    scene.environment.walls = {floorAt(-0.0018)};
    return scene;
}

TEST(DeviceSteps, EveryLawGivesTheBitsOfTheProcessor) {
    for (const Law law : {"lee-herrmann", "linear", "hertz-mindlin", "bell", "bell-linear"}) {
        const auto [end, searches, loads] = expectSameRun(cloud(law), {1, 250});
        EXPECT_GT(end.contacts, 100u);
        EXPECT_GT(end.wall_contacts, 5u);
        EXPECT_GT(searches.on_device, 2u);
        EXPECT_EQ(searches.on_host, 0u);
        ASSERT_FALSE(HasFailure()) << "law " << law->name;
    }
}

TEST(DeviceSteps, EveryIntegratorGivesTheBitsOfTheProcessor) {
    for (const Integrator integrator : {Integrator::VelocityVerlet, Integrator::LeapFrog,
                                        Integrator::PositionVerlet, Integrator::SemiImplicitEuler}) {
        scene::Scene scene = cloud("lee-herrmann", integrator);
        if (integrator == Integrator::PositionVerlet) grains::in(scene).params.dissipation = 1e-4;
        expectSameRun(scene, {1, 7, 150});
        ASSERT_FALSE(HasFailure()) << "integrator " << static_cast<int>(integrator);
    }
}

}  // namespace
}  // namespace talus::grains
