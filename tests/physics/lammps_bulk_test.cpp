// Beds that settle in Talus and in LAMMPS: paths part after a few collisions (the arm of the torque differs,
// see docs/theory/lammps.md), but what an engineer would measure must not.
#include "tests/support/lammps.h"

#include "talus/core/rng.h"
#include "tests/grains/grain_world.h"

namespace talus {
namespace {

using test::GrainState;

struct Bulk {
    double kinetic = 0;   ///< mean over the run of translation and rotation, per grain [J]
    double height = 0;    ///< mean height of the grains at the end [m]
    double contacts = 0;  ///< touching pairs per grain at the end
};

constexpr std::uint64_t frames = 30;

/// Grains of different sizes that fall into a box.
scene::Scene fallingCloud(int n, std::uint32_t seed) {
    grains::Contact contact;
    contact.law = "linear";
    contact.stiffness = 1000;
    contact.shear_stiffness = 500;
    contact.restitution = 0.5;
    contact.friction = 0.5;
    scene::Scene scene = testing_support::sandScene(contact, 1e-5);
    scene.environment.gravity = {0, 0, -9.81};
    scene.time.frame_interval = 0.005;
    const double spacing = 2.6e-3;
    environment::Wall box;
    box.name = "box";
    box.material = "sand";
    box.kind = environment::Wall::Kind::BoxInside;
    box.box = {{0, 0, 0}, {n * spacing, n * spacing, 1}};
    scene.environment.walls = {box};
    const Random random{seed, 3};
    std::uint64_t draw = 0;
    const auto symmetric = [&] { return 2 * random.uniform(draw++) - 1; };
    for (int k = 0; k < n * n * n; ++k) {
        const int x = k % n, y = k / n % n, z = k / (n * n);
        grains::Grain grain;
        grain.material = "sand";
        grain.radius = 1e-3 * (1 + 0.2 * symmetric());
        grain.position = Vec3d{x + 0.5, y + 0.5, z + 0.5} * spacing;
        grain.velocity = Vec3d{symmetric(), symmetric(), symmetric()} * 0.3;
        grains::in(scene).placed.push_back(grain);
    }
    return scene;
}

Bulk bulkOf(const std::vector<std::vector<GrainState>>& run, const scene::Scene& scene) {
    Bulk bulk;
    const auto count = static_cast<double>(grains::in(scene).placed.size());
    for (const auto& states : run)
        for (std::size_t i = 0; i < states.size(); ++i) {
            const double a = grains::in(scene).placed[i].radius;
            const double mass =
                4.0 / 3.0 * 3.14159265358979 * a * a * a * scene.environment.materials[0].density;
            bulk.kinetic +=
                0.5 * mass *
                (squaredLength(states[i].velocity) + 0.4 * a * a * squaredLength(states[i].spin)) /
                (count * static_cast<double>(run.size()));
        }
    const auto& last = run.back();
    for (std::size_t i = 0; i < last.size(); ++i) {
        bulk.height += last[i].position.z / count;
        for (std::size_t j = 0; j < i; ++j)
            if (length(last[i].position - last[j].position) <
                grains::in(scene).placed[i].radius + grains::in(scene).placed[j].radius)
                bulk.contacts += 1 / count;
    }
    return bulk;
}

std::vector<std::vector<GrainState>> runTalus(scene::Simulation& simulation) {
    std::vector<std::vector<GrainState>> run{test::statesOf(simulation)};
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        testing_support::advance(simulation, simulation.clock().steps_per_frame);
        run.push_back(test::statesOf(simulation));
    }
    return run;
}

/// Mean over seeds of how much larger Talus' value is, and its standard error, in parts of LAMMPS' value.
struct Comparison {
    double mean = 0;
    double error = 0;
};

Comparison compare(const std::vector<Bulk>& ours, const std::vector<Bulk>& theirs, double Bulk::*member) {
    Comparison c;
    const auto n = static_cast<double>(ours.size());
    double squares = 0;
    for (std::size_t s = 0; s < ours.size(); ++s) {
        const double difference = ours[s].*member / (theirs[s].*member) - 1;
        c.mean += difference / n;
        squares += difference * difference;
    }
    c.error = std::sqrt(std::max(0.0, squares / n - c.mean * c.mean) / (n - 1));
    return c;
}

void expectAlike(int n, std::uint32_t seeds, double kinetic, double height, double contacts) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    std::vector<Bulk> ours, theirs;
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
        const scene::Scene scene = fallingCloud(n, seed);
        scene::Simulation simulation = testing_support::start(scene);
        theirs.push_back(bulkOf(test::runLammps(simulation, frames), scene));
        ours.push_back(bulkOf(runTalus(simulation), scene));
    }
    const auto check = [&](const char* name, double Bulk::*member, double tolerance) {
        const Comparison c = compare(ours, theirs, member);
        ::testing::Test::RecordProperty(
            name, fmt::format("{:.4g}: {:+.2g} +- {:.2g}", ours.back().*member, c.mean, c.error));
        EXPECT_LT(std::abs(c.mean), tolerance) << name << ", standard error " << c.error;
    };
    check("kinetic", &Bulk::kinetic, kinetic);
    check("height", &Bulk::height, height);
    check("contacts", &Bulk::contacts, contacts);
    EXPECT_GT(ours.back().contacts, 1.5) << "the bed has not settled, so its contacts say little";
}

// The tolerances are five standard errors. Between seeds (12 of the small bed, 8 of the large one) kinetic
// energy, height and contacts of one bed scatter by 0.9, 1.0 and 3.8 percent with 216 grains, and by 0.7, 0.6
// and 1.4 percent with 1000.
TEST(LammpsBulk, SmallBedsSettleAlike) { expectAlike(6, 5, 0.02, 0.025, 0.09); }

TEST(LammpsBulk, LongLargerBedsSettleAlike) { expectAlike(10, 8, 0.012, 0.01, 0.03); }

}  // namespace
}  // namespace talus
