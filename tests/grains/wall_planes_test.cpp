#include "talus/grains/forces/wall_planes.h"

#include "talus/core/rng.h"
#include "talus/grains/pipeline.h"
#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using testing_support::sandScene;
using testing_support::start;

Contact contactOf(Law law) {
    Contact contact;
    contact.law = law;
    contact.stiffness = law == "linear" ? 2000 : 1e5;
    contact.shear_stiffness = 500;
    contact.restitution = 0.7;
    return contact;
}

environment::Wall planeAt(const char* name, const char* material, const Vec3d& point, const Vec3d& normal) {
    environment::Wall wall;
    wall.name = name;
    wall.material = material;
    wall.kind = environment::Wall::Kind::Plane;
    wall.plane = {point, normal / length(normal)};
    return wall;
}

/// A sheet of grains that fall, slide and spin onto a floor, two slopes at its borders and a floor of its own
/// that comes up under a part of them: some grains are near one plane, some near two, some near one that
/// moves.
scene::Scene sheet(const std::vector<Contact>& contacts, std::size_t materials) {
    scene::Scene scene = sandScene(contacts.front(), 1e-5);
    if (materials == 2) scene.environment.materials.push_back({"gravel", 3000, {}});
    grains::in(scene).contacts = contacts;
    scene.environment.gravity = {0, 0, -9.81};
    const Random random{5, 0};
    constexpr std::size_t side = 40;
    for (std::size_t i = 0; i < side * side; ++i) {
        Grain grain;
        // Runs of one material, so that some packs have one law and some have two.
        grain.material = scene.environment.materials[i / 48 % materials].name;
        grain.radius = random.uniform(0.0018, 0.0021, i, 0);
        grain.position = {0.0042 * static_cast<double>(i % side), 0.0042 * static_cast<double>(i / side),
                          random.uniform(0.0017, 0.0023, i, 1)};
        grain.velocity = {random.uniform(-1, 1, i, 2), random.uniform(-1, 1, i, 3),
                          random.uniform(-1, 0, i, 4)};
        grain.spin = {random.uniform(-300, 300, i, 5), random.uniform(-300, 300, i, 6),
                      random.uniform(-300, 300, i, 7)};
        grains::in(scene).placed.push_back(grain);
    }
    const double end = 0.0042 * side;
    scene.environment.walls = {
        planeAt("floor", "sand", {}, {0, 0, 1}),
        planeAt("slope", scene.environment.materials.back().name.c_str(), {0.01, 0, 0}, {0.1, 0.02, 1}),
        planeAt("other slope", "sand", {0, end - 0.01, 0}, {0, -0.1, 1}),
        planeAt("lift", "sand", {end - 0.03, 0, 0}, {-0.05, 0, 1})};
    environment::Motion lift;
    lift.wall = "lift";
    lift.velocity = {0, 0, 0.05};
    scene.environment.motions = {lift};
    return scene;
}

/// The same steps pack by pack and grain by grain.
void expectKernelsAgree(const scene::Scene& scene) {
    scene::Simulation vector = start(scene, exec::Exec::cpu(2));
    Setup setup = couple::granular::grainSetup(scene);
    setup.kernel = ContactForces::Kernel::Portable;
    auto portable = pipeline(setup);
    ASSERT_TRUE(portable.ok());
    ASSERT_TRUE(vector.advance().ok());  // begins the sums of the frame
    state::World world = vector.world();
    for (int i = 0; i < 60; ++i) {
        testing_support::advance(vector, 1);
        ASSERT_TRUE(portable->run(world, exec::Exec::serial(), vector.clock().dt()).ok());
        world.time = vector.world().time;
        ASSERT_EQ(state::stateHash(vector.world()), state::stateHash(world)) << "step " << i;
    }
    const auto touching = world.table(wall_contacts_table).read(fields::wall_touching);
    EXPECT_GT(std::count(touching.begin(), touching.end(), 1), 400);
}

TEST(WallPlanes, PacksAndSingleGrainsGiveTheSameBits) {
    for (const Law law : {"lee-herrmann", "linear", "hertz-mindlin"})
        for (const bool spin : {true, false}) {
            Contact contact = contactOf(law);
            contact.first = contact.second = "sand";
            scene::Scene scene = sheet({contact}, 1);
            grains::in(scene).params.spin = spin;
            expectKernelsAgree(scene);
        }
    Contact sand = contactOf("lee-herrmann"), mixed = contactOf("linear"), gravel = contactOf("lee-herrmann");
    sand.first = sand.second = mixed.first = "sand";
    mixed.second = gravel.first = gravel.second = "gravel";
    gravel.cap = Cap::Spring;
    expectKernelsAgree(sheet({sand, mixed, gravel}, 2));
    sand.cohesion = Cohesion::Constant;
    sand.pull = 1e-4;
    expectKernelsAgree(sheet({sand, mixed, gravel}, 2));
}

}  // namespace
}  // namespace talus::grains
