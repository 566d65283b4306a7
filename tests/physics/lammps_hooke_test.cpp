// `hooke` against LAMMPS' own gran/hooke/history (not `granular`, which exports use; lammps_test.cpp): the
// numbers of the pair_style line are those of the scene, and each step is compared.
#include "talus/engines/lammps/lammps_data.h"
#include "tests/physics/sand_grains.h"
#include "tests/support/granular.h"
#include "tests/support/lammps.h"

namespace talus {
namespace {

using namespace testing_support;
using test::GrainState;

constexpr double dt = 2e-6;

grains::Contact hooke() {
    grains::Contact contact;
    contact.law = "hooke";
    contact.stiffness = 2e4;
    contact.shear_stiffness = 6e3;
    contact.normal_damping = 3000;
    contact.shear_damping = 1200;
    contact.friction = 0.4;
    contact.adhesionless = false;
    return contact;
}

/// The numbers that follow `gran/hooke/history`: K_n K_t gamma_n gamma_t x_mu dampflag.
std::string numbersOf(const grains::Contact& c) {
    return fmt::format("{} {} {} {} {} 1", c.stiffness, c.shear_stiffness, c.normal_damping, c.shear_damping,
                       c.friction);
}

/// The states after each of so many steps, by LAMMPS. @param walls lines of the script
std::vector<std::vector<GrainState>> byLammps(const scene::Simulation& simulation, int steps,
                                              const std::string& walls) {
    const test::TemporaryFolder folder;
    engines::LammpsModel model = engines::lammpsModel(simulation);
    EXPECT_TRUE(engines::writeLammpsInput(folder.path(), simulation, model, {.name = "x", .frames = 0}).ok());
    const std::string script = fmt::format(
        "units si\natom_style sphere\nboundary s s s\nnewton off\ncomm_modify vel yes\nread_data data.x\n"
        "pair_style gran/hooke/history {}\npair_coeff * *\ntimestep {}\nneighbor 1e-3 nsq\n"
        "neigh_modify delay 0 every 1 check yes\nfix move all {}\n{}\n"
        "dump d all custom 1 dump.*.txt id x y z vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz\n"
        "dump_modify d format float %.17g\nrun {}\n",
        numbersOf(grains::in(simulation.scene()).contacts.front()), dt, model.spin ? "nve/sphere" : "nve",
        walls, steps);
    EXPECT_TRUE(io::writeFile(folder / "in.test", script).ok());
    const std::string command =
        fmt::format("cd '{0}' && TMPDIR='{0}' OMP_NUM_THREADS=1 lmp -in in.test -log none >screen.txt 2>&1",
                    folder.path().string());
    EXPECT_EQ(std::system(command.c_str()), 0)
        << io::readFile(folder / "screen.txt", std::uint64_t{1} << 24).value();
    std::vector<std::vector<GrainState>> found;
    for (int step = 0; step <= steps; ++step) {
        const auto dump = engines::readLammpsDump(folder / fmt::format("dump.{}.txt", step));
        if (!dump) {
            ADD_FAILURE() << dump.error().message;
            return found;
        }
        found.push_back(test::statesOf(*dump));
    }
    return found;
}

/// Compares every step. @param tolerance in parts of the largest velocity and spin
void expectSameSteps(const scene::Scene& scene, int steps, const std::string& walls, double tolerance) {
    scene::Simulation simulation = start(scene);
    const auto theirs = byLammps(simulation, steps, walls);
    ASSERT_EQ(theirs.size(), static_cast<std::size_t>(steps) + 1);
    double speed = 0, spin = 0;
    for (const auto& states : theirs)
        for (const GrainState& s : states) {
            speed = std::max(speed, length(s.velocity));
            spin = std::max(spin, length(s.spin));
        }
    bool touched = false;
    for (int step = 1; step <= steps; ++step) {
        advance(simulation, 1);
        touched |= measured(simulation).contacts + measured(simulation).wall_contacts > 0;
        const auto ours = test::statesOf(simulation);
        const auto& they = theirs[static_cast<std::size_t>(step)];
        for (std::size_t i = 0; i < ours.size(); ++i) {
            ASSERT_LT(length(ours[i].velocity - they[i].velocity), tolerance * speed) << "step " << step;
            ASSERT_LE(length(ours[i].spin - they[i].spin), tolerance * spin) << "step " << step;
        }
    }
    EXPECT_TRUE(touched);
    EXPECT_EQ(measured(simulation).contacts + measured(simulation).wall_contacts, 0u)
        << "they should have parted";
}

class HookeAgainstLammps : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    }
};

// A spinning grain that strikes a floor obliquely: it sticks, slides and turns. The plane of the contact does
// not turn, so both programs do the same arithmetic: 150 steps of round-off, 1e-16 each, of an overlap that
// is 1e-2 of the radius.
TEST_F(HookeAgainstLammps, EachStepOfAnObliqueImpactOnAFloorIsTheSame) {
    for (const double sideways : {0.1, 1.5}) {
        scene::Scene scene = sandScene(hooke(), dt);
        grains::in(scene).placed = {grainAt({0, 0, 1.001 * radius}, {sideways, 0.2, -0.5}, {30, -200, 50})};
        scene.environment.walls = {floorAt(0)};
        expectSameSteps(scene, 150,
                        "fix floor all wall/gran hooke/history " +
                            numbersOf(grains::in(scene).contacts.front()) + " zplane 0 NULL",
                        1e-11);
    }
}

// Two grains of different size, head on: the effective mass counts.
TEST_F(HookeAgainstLammps, EachStepOfAHeadOnImpactIsTheSame) {
    scene::Scene scene = sandScene(hooke(), dt);
    grains::in(scene).placed = {grainAt({0, 0, 0}, {0.4, 0, 0}), grainAt({2.6 * radius, 0, 0}, {-0.3, 0, 0})};
    grains::in(scene).placed[1].radius = 1.5 * radius;
    expectSameSteps(scene, 400, "", 1e-11);
}

// Obliquely, without rotation. While the plane of the contact turns, that style only projects the spring onto
// it, and Talus (as `granular`) keeps its length: a part of angle^2/2 a step, with v dt/(2 a) = 5e-4 some
// 1e-7, of a force that acts for a hundred steps. (With rotation it would differ by more: its torques have
// the arms a, not a - d/2.)
TEST_F(HookeAgainstLammps, EachStepOfAnObliqueImpactOfTwoIsNearlyTheSame) {
    scene::Scene scene = sandScene(hooke(), dt);
    grains::in(scene).params.spin = false;
    grains::in(scene).placed = {grainAt({0, 0, 0}, {0.5, 0.2, 0}),
                                grainAt({2.005 * radius, 0, 0}, {-0.3, -0.2, 0.1})};
    expectSameSteps(scene, 200, "", 1e-5);
}

}  // namespace
}  // namespace talus
