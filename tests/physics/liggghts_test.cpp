// LIGGGHTS' own laws and meshes against those of Talus, step for step: the same state, the numbers that
// liggghts_laws.h makes of a contact. Where the two compute otherwise, the bound is what was measured,
// rounded up (docs/theory/liggghts.md).
#include "talus/run/liggghts/liggghts_script.h"
#include "tests/physics/sand_grains.h"
#include "tests/support/granular.h"
#include "tests/support/lammps.h"

namespace talus {
namespace {

using namespace testing_support;
using test::GrainState;

constexpr double dt = 2e-6;

/// The states of frames 0 to `frames`, by LIGGGHTS.
std::vector<std::vector<GrainState>> byLiggghts(const scene::Simulation& simulation, std::uint64_t frames) {
    const test::TemporaryFolder folder;
    const run::LiggghtsModel model = run::liggghtsModel(simulation, frames);
    const Status can = run::lammpsCan(model.grains);
    EXPECT_TRUE(can.ok()) << (can.ok() ? "" : can.error().message);
    EXPECT_TRUE(run::writeLiggghtsInput(folder.path(), simulation, model).ok());
    const std::string script = run::liggghtsSetup(model);
    EXPECT_TRUE(io::writeFile(folder / "in.test",
                              script + fmt::format("run {}\n", frames * model.grains.steps_per_frame))
                    .ok());
    const std::string command = fmt::format(
        "cd '{0}' && TMPDIR='{0}' OMP_NUM_THREADS=1 liggghts -in in.test -log none >screen.txt 2>&1",
        folder.path().string());
    EXPECT_EQ(std::system(command.c_str()), 0)
        << io::readFile(folder / "screen.txt", std::uint64_t{1} << 24).value();
    std::vector<std::vector<GrainState>> found;
    for (std::uint64_t frame = 0; frame <= frames; ++frame) {
        const auto dump =
            run::readLammpsDump(folder / fmt::format("dump.{}.txt", frame * model.grains.steps_per_frame));
        if (!dump) {
            ADD_FAILURE() << dump.error().message;
            return found;
        }
        found.push_back(test::statesOf(*dump));
    }
    return found;
}

/// Largest differences over all steps, in parts of the largest velocity and spin.
struct Difference {
    double velocity = 0, spin = 0;
    bool touched = false;
};

Difference compare(scene::Scene scene, int steps) {
    scene.time.frame_interval = dt;
    scene::Simulation simulation = start(scene);
    const auto theirs = byLiggghts(simulation, static_cast<std::uint64_t>(steps));
    Difference out;
    if (theirs.size() != static_cast<std::size_t>(steps) + 1) return out;
    double speed = 0, spin = 0;
    for (const auto& states : theirs)
        for (const GrainState& s : states) {
            speed = std::max(speed, length(s.velocity));
            spin = std::max(spin, length(s.spin));
        }
    for (int step = 1; step <= steps; ++step) {
        advance(simulation, 1);
        out.touched |= measured(simulation).contacts + measured(simulation).wall_contacts > 0;
        const auto ours = test::statesOf(simulation);
        const auto& they = theirs[static_cast<std::size_t>(step)];
        for (std::size_t i = 0; i < ours.size(); ++i) {
            out.velocity = std::max(out.velocity, length(ours[i].velocity - they[i].velocity) / speed);
            if (spin > 0) out.spin = std::max(out.spin, length(ours[i].spin - they[i].spin) / spin);
        }
    }
    return out;
}

grains::Contact hooke(double shear_damping) {
    grains::Contact contact;
    contact.law = "hooke";
    contact.stiffness = 2e4;
    contact.shear_stiffness = 6e3;
    contact.normal_damping = 3000;
    contact.shear_damping = shear_damping;
    contact.friction = 0.4;
    return contact;
}

grains::Contact hertz(bool shear_dashpot) {
    grains::Contact contact;
    contact.law = "hertz-mindlin";
    contact.young = 1e7;
    contact.poisson = 0.25;
    contact.restitution = 0.6;
    contact.friction = 0.4;
    contact.adhesionless = false;
    contact.shear_dashpot = shear_dashpot;
    return contact;
}

/// A square of two triangles about the origin, across the axis z.
environment::Wall plate(double half = 0.02) {
    auto mesh = std::make_shared<geometry::Mesh>();
    mesh->points = {{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
    mesh->triangles = {{0, 1, 2}, {0, 2, 3}};
    environment::Wall wall;
    wall.name = "plate";
    wall.material = "sand";
    wall.kind = environment::Wall::Kind::Mesh;
    wall.mesh = mesh;
    return wall;
}

class Liggghts : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!test::liggghtsInstalled()) GTEST_SKIP() << test::no_liggghts;
    }
    static scene::Scene onPlate(const grains::Contact& contact, double sideways) {
        scene::Scene scene = sandScene(contact, dt);
        grains::in(scene).placed = {
            grainAt({0.003, 0.001, 1.001 * radius}, {sideways, 0.2, -0.5}, {30, -200, 50})};
        scene.environment.walls = {plate()};
        return scene;
    }
    static scene::Scene twoGrains(const grains::Contact& contact, double aside) {
        scene::Scene scene = sandScene(contact, dt);
        grains::in(scene).placed = {grainAt({0, 0, 0}, {0, 0, 0}, {0, 100, 0}),
                                    grainAt({2.001 * radius, aside * radius, 0}, {-0.5, 0.2, 0}, {0, 0, 50})};
        return scene;
    }
};

TEST_F(Liggghts, Explore) {
    const auto show = [](const char* what, const Difference& d) {
        std::printf("%-30s %.2g %.2g %d\n", what, d.velocity, d.spin, d.touched);
    };
    for (const bool is_hertz : {false, true}) {
        grains::Contact slippery = is_hertz ? hertz(false) : hooke(0);
        slippery.friction = 0;
        show("slippery plate", compare(onPlate(slippery, 0.1), 300));
        show("slippery pair", compare(twoGrains(slippery, 0.5), 300));
        grains::Contact less = slippery;
        less.adhesionless = !less.adhesionless;
        show("slippery pair other limit", compare(twoGrains(less, 0.5), 300));
        for (const double sideways : {0.1, 1.5}) {
            scene::Scene still = onPlate(is_hertz ? hertz(false) : hooke(0), sideways);
            grains::in(still).params.spin = false;
            show("no spin plate", compare(still, 300));
        }
        scene::Scene still = twoGrains(is_hertz ? hertz(false) : hooke(0), 0.5);
        grains::in(still).params.spin = false;
        show("no spin pair", compare(still, 300));
    }
    for (const double factor : {1.0, 16.0, 256.0}) {
        grains::Contact stiff = hooke(0);
        stiff.stiffness *= factor;
        stiff.shear_stiffness *= factor;
        stiff.normal_damping *= std::sqrt(factor);
        show("stiff plate", compare(onPlate(stiff, 0.1), 150));
        show("stiff pair", compare(twoGrains(stiff, 0.5), 200));
    }
    for (const int kind : {0, 1})
        for (const double friction : {0.0, 0.4}) {
            grains::Contact contact = hooke(0);
            contact.friction = friction;
            scene::Scene scene = onPlate(contact, 0.1);
            grains::in(scene).params.spin = false;
            environment::Motion motion;
            motion.wall = "plate";
            motion.kind = kind == 0 ? environment::Motion::Kind::Translate : environment::Motion::Kind::Rotate;
            motion.velocity = {0.1, 0.3, 0.2};
            motion.axis = {0, 0, 1};
            motion.point = {0, 0, 0};
            motion.rate = 40;
            scene.environment.motions = {motion};
            show(kind == 0 ? "moves" : "turns", compare(scene, 150));
        }
}

}  // namespace
}  // namespace talus
