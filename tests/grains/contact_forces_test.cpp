#include "talus/grains/forces/contact_forces.h"

#include "talus/core/rng.h"
#include "talus/grains/forces/fetch_ahead.h"
#include "talus/grains/forces/forces.h"
#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using testing_support::advance;
using testing_support::sandScene;
using testing_support::start;

constexpr std::array all_laws{"lee-herrmann", "linear",      "hooke",        "hertz-mindlin",
                              "bell",         "bell-linear", "lennard-jones"};

Contact contactOf(Law law) {
    Contact contact;
    contact.law = law;
    contact.stiffness = law == "linear" || law == "hooke" || law == "bell-linear" ? 2000 : 1e5;
    if (law == "bell" || law == "bell-linear" || law == "lennard-jones") {
        contact.normal_damping = 0.1;
        contact.shear_damping = 0.05;
    }
    contact.shear_stiffness = 500;
    contact.restitution = 0.7;
    return contact;
}

/// Grains that overlap, spin and slide at random; two materials when asked for.
scene::Scene denseCloud(std::size_t count, const std::vector<Contact>& contacts, std::size_t materials) {
    scene::Scene scene = sandScene(contacts.front(), 1e-5);
    if (materials == 2) scene.environment.materials.push_back({"gravel", 3000, {}});
    grains::in(scene).contacts = contacts;
    const Random random{11, 0};
    const double size = 0.0036 * std::cbrt(static_cast<double>(count));
    for (std::size_t i = 0; i < count; ++i) {
        Grain grain;
        grain.material = scene.environment.materials[i % materials].name;
        grain.radius = random.uniform(0.0018, 0.0022, i, 9);
        grain.position = {random.uniform(0, size, i, 0), random.uniform(0, size, i, 1),
                          random.uniform(0, size, i, 2)};
        grain.velocity = {random.uniform(-1, 1, i, 3), random.uniform(-1, 1, i, 4),
                          random.uniform(-1, 1, i, 5)};
        grain.spin = {random.uniform(-300, 300, i, 6), random.uniform(-300, 300, i, 7),
                      random.uniform(-300, 300, i, 8)};
        grains::in(scene).placed.push_back(grain);
    }
    return scene;
}

std::vector<Contact> twoLaws() {
    Contact sand = contactOf("lee-herrmann"), mixed = contactOf("linear"), gravel = contactOf("lee-herrmann");
    sand.first = sand.second = mixed.first = "sand";
    mixed.second = gravel.first = gravel.second = "gravel";
    gravel.stiffness = 3e5;
    gravel.cap = Cap::Spring;
    gravel.adhesionless = false;
    return {sand, mixed, gravel};
}

std::vector<Contact> oneLaw(Law law) {
    Contact contact = contactOf(law);
    contact.first = contact.second = "sand";
    return {contact};
}

/// The same steps by both kernels; equality of bits is what the vector file promises.
void expectKernelsAgree(scene::Scene scene, Precision precision, int steps = 20) {
    grains::in(scene).params.precision = precision;
    scene::Simulation vector = start(scene);
    Setup setup = couple::granular::grainSetup(scene);
    setup.kernel = ContactForces::Kernel::Portable;
    auto portable = pipeline(setup);
    ASSERT_TRUE(portable.ok());
    state::World world = start(scene).world();
    // The first step starts from forces that the vector kernel found; the springs and forces of all steps
    // after it come from the portable one.
    for (int i = 0; i < steps; ++i) {
        ASSERT_TRUE(vector.advance().ok());
        ASSERT_TRUE(portable->run(world, exec::Exec::serial(), vector.clock().dt()).ok());
        world.time = vector.world().time;
    }
    ASSERT_GT(measured(vector).contacts, 250u);
    EXPECT_EQ(state::stateHash(vector.world()), state::stateHash(world));
}

void expectKernelsAgree(const scene::Scene& scene) {
    for (const Precision precision : {Precision::Double, Precision::Mixed})
        expectKernelsAgree(scene, precision);
}

TEST(ContactForces, VectorAndPortableKernelsGiveTheSameBits) {
    for (const Law law : all_laws)
        for (const bool spin : {true, false}) {
            scene::Scene scene = denseCloud(2300, oneLaw(law), 1);
            grains::in(scene).params.spin = spin;
            expectKernelsAgree(scene);
        }
    expectKernelsAgree(denseCloud(2300, twoLaws(), 2));
}

// More grains than caches hold: the rows of a block are worked on in parts then (fetch_ahead.h).
TEST(ContactForces, KernelsAgreeOnMoreGrainsThanFitInTheCache) {
    constexpr std::size_t count = fetch_ahead::too_many_for_cache + 1000;
    expectKernelsAgree(denseCloud(count, oneLaw("lee-herrmann"), 1), Precision::Mixed, 2);
}

TEST(ContactForces, KernelsAgreeOnCohesionAndRollingAndAcrossPeriodicSides) {
    std::vector<Contact> contacts = twoLaws();
    contacts[0].rolling = Rolling::Spring;
    contacts[0].twisting_friction = 0.1;
    contacts[0].cohesion = Cohesion::Capillary;
    contacts[0].bridge_volume = 1e-12;
    contacts[1].rolling = Rolling::Constant;
    contacts[2].law = "hertz-mindlin";
    contacts[2].cohesion = Cohesion::Jkr;
    expectKernelsAgree(denseCloud(2600, contacts, 2));
    for (const Cohesion cohesion : {Cohesion::Constant, Cohesion::Dmt, Cohesion::Capillary, Cohesion::Jkr}) {
        Contact contact = oneLaw("hertz-mindlin").front();
        contact.cohesion = cohesion;
        contact.range = 1e-4;
        expectKernelsAgree(denseCloud(2300, {contact}, 1));
    }
    scene::Scene scene = denseCloud(2600, oneLaw("lee-herrmann"), 1);
    scene.environment.periodic = {"x", "y", "z"};
    scene.environment.domain_max = Vec3d{1, 1, 1} * (0.0036 * std::cbrt(2600.0));
    expectKernelsAgree(scene);
}

/// Forces and torques by id after one step.
std::vector<std::pair<Vec3d, Vec3d>> forcesAfterAStep(const scene::Scene& scene, bool by_both) {
    Setup setup = couple::granular::grainSetup(scene);
    setup.search.by_both = by_both;
    auto steps = pipeline(setup);
    EXPECT_TRUE(steps.ok());
    state::World world = start(scene).world();
    state::Table& grains = world.table(grains_table);
    world.table(search_table).write(fields::search_due)[0] = 1;
    EXPECT_TRUE(steps->run(world, exec::Exec::cpu(3), 1e-6).ok());
    EXPECT_EQ(ListViews::of(world).ghosts() == 0, by_both);
    const auto id = std::as_const(grains).read(fields::id);
    const auto forces = forcesOf(grains);
    std::vector<std::pair<Vec3d, Vec3d>> found(grains.size());
    for (std::size_t i = 0; i < grains.size(); ++i) found[id[i]] = {forces.force[i], forces.torque[i]};
    return found;
}

// Each contact once, and what it does to the grain of the other block brought there; or by both blocks.
TEST(ContactForces, AreTheSameFromOneOrBothBlocks) {
    scene::Scene scene = denseCloud(2600, oneLaw("lee-herrmann"), 1);
    scene.environment.periodic = {"x", "y"};
    scene.environment.domain_max = Vec3d{1, 1, 1} * (0.0036 * std::cbrt(2600.0));
    const auto once = forcesAfterAStep(scene, false), twice = forcesAfterAStep(scene, true);
    double force_error = 0, torque_error = 0, force = 0, torque = 0;
    for (std::size_t i = 0; i < once.size(); ++i) {
        force_error = std::max(force_error, length(once[i].first - twice[i].first));
        torque_error = std::max(torque_error, length(once[i].second - twice[i].second));
        force = std::max(force, length(twice[i].first));
        torque = std::max(torque, length(twice[i].second));
    }
    // A dozen roundings of 1.1e-16 of the largest force of a grain: the order of its sum is another one.
    EXPECT_LT(force_error, 1.3e-15 * force);
    EXPECT_LT(torque_error, 1.3e-15 * torque);
    EXPECT_GT(torque, 0);
    const std::uint64_t contacts = measured(start(scene)).contacts;
    grains::in(scene).params.rest = true;
    EXPECT_EQ(measured(start(scene)).contacts, contacts) << "counted once, also where both list them";
}

/// Summed in long double, so that the sum's own round-off (1e-15 in double) does not hide what is tested.
Vec3<long double> exactMomentum(const scene::Simulation& simulation) {
    const state::Table& grains = simulation.world().table(grains_table);
    const auto velocity = grains.read(fields::velocity);
    const auto mass = grains.read(fields::mass);
    Vec3<long double> sum;
    for (std::size_t i = 0; i < velocity.size(); ++i) {
        const long double m = mass[i];
        sum += Vec3<long double>{m * velocity[i].x, m * velocity[i].y, m * velocity[i].z};
    }
    return sum;
}

// A cloud that flies about in a periodic box for long enough to cross it: momentum stays, to round-off.
TEST(ContactForces, MomentumIsConservedAcrossPeriodicSides) {
    scene::Scene scene = denseCloud(700, oneLaw("lee-herrmann"), 1);
    scene.environment.periodic = {"x", "y", "z"};
    const double side = 0.0036 * std::cbrt(700.0);
    scene.environment.domain_max = {side, side, side};
    for (Grain& grain : grains::in(scene).placed) grain.velocity.x += 2;
    scene::Simulation simulation = start(scene, exec::Exec::cpu(2));
    const Vec3<long double> momentum = exactMomentum(simulation);
    const std::uint64_t contacts = measured(simulation).contacts;
    advance(simulation, 1700);  // 34 mm, more than the box
    EXPECT_GT(measured(simulation).contacts, contacts / 4);
    EXPECT_LT(talus::length(exactMomentum(simulation) - momentum), 1e-15L);
    for (const Vec3d& x : std::as_const(simulation.world()).table(grains_table).read(fields::position)) {
        ASSERT_GE(x.x, -0.1 * side);
        ASSERT_LE(x.x, 1.1 * side);
    }
}

// Newton's third law to the bit: the force on i from j is minus the force on j from i, in either order of
// storage and whether the pair is inside a block or across two. In a cloud without gravity the sum of all
// forces is then zero but for the round-off of the sums.
TEST(ContactForces, PairsGetOppositeForcesToTheBit) {
    for (const Law law : all_laws) {
        Contact contact = oneLaw(law).front();
        contact.rolling = Rolling::Spring;
        scene::Scene scene = sandScene(contact, 1e-5);
        Grain a, b;
        a.material = b.material = "sand";
        a.position = {0.1, 0.2, 0.3};
        b.position = {0.1017, 0.2021, 0.3013};
        a.velocity = {1, 0.3, -0.2};
        b.velocity = {-0.4, 0.1, 0.7};
        a.spin = {100, -50, 30};
        b.spin = {-80, 20, 60};
        b.radius = 0.0023;
        grains::in(scene).placed = {a, b};
        scene::Simulation simulation = start(scene);
        for (int i = 0; i < 30; ++i) {
            advance(simulation, 1);
            const Vec3d on_a = testing_support::of(simulation, fields::force<double>, 0);
            const Vec3d on_b = testing_support::of(simulation, fields::force<double>, 1);
            ASSERT_EQ(on_a, -on_b);
            if (i == 0) {
                ASSERT_GT(length(on_a), 0.01);
            }
        }
    }
}

TEST(ContactForces, MomentumOfACloudOfTenThousandIsConservedToRoundOff) {
    scene::Scene scene = denseCloud(10000, oneLaw("lee-herrmann"), 1);
    scene::Simulation simulation = start(scene, exec::Exec::cpu(2));
    const Measures before = measured(simulation);
    const Vec3<long double> momentum = exactMomentum(simulation);
    advance(simulation, 100);
    const Measures after = measured(simulation);
    ASSERT_GT(after.contacts, 5000u);
    ASSERT_LT(after.kinetic + after.elastic, before.kinetic + before.elastic);  // something happened
    // 10^4 grains add up m v ~ 8e-5 * 1 kg m/s in 100 steps: a random walk of round-off of
    // 1e-16 * 8e-5 * sqrt(10^4 * 100) = 1e-17; a single lost contact force would show as 1e-5 * 1 N = 1e-5.
    EXPECT_LT(talus::length(exactMomentum(simulation) - momentum), 2e-16L);
}

}  // namespace
}  // namespace talus::grains
