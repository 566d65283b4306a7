// A collision of two clumps against LAMMPS' rigid bodies (fix rigid), with the same mass and inertia and
// the pair style granular between their spheres. LAMMPS takes the mass of the whole body for the effective
// mass of a contact, too. It turns bodies by another scheme (Richardson's extrapolation of a quaternion), so
// the two agree to the error of a step and not to round-off.
#include "talus/grains/clumps/list_clumps.h"
#include "tests/grains/grain_world.h"
#include "tests/support/lammps.h"
#include "tests/support/scene_text.h"

namespace talus {
namespace {

using namespace testing_support;

constexpr const char* scene_text = R"(format = 1
name = "clumps"
[time]
duration = 1
frame_interval = "1 ms"
dt = "1 us"
[world]
gravity = [0, 0, 0]
[[material]]
name = "sand"
density = 2500
[[contact]]
between = ["sand", "sand"]
law = "hooke"
stiffness = 2e4
shear_stiffness = 6e3
normal_damping = 300
shear_damping = 120
friction = 0.4
adhesionless = false
[[grain_shape]]
name = "hook"
centres = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [2, 2, 1]]
radii = [1, 1, 0.8, 0.7]
[[grain_shape]]
name = "rod"
centres = [[-2, 0, 0], [0, 0, 0], [2, 0, 0]]
radii = [1, 1, 1]
[[grain]]
material = "sand"
position = [0, 0, 0]
velocity = [0.5, 0, 0]
spin = [3, 40, -25]
shape = "hook"
radius = "4 mm"
[[grain]]
material = "sand"
position = [0.0145, 0.004, 0.002]
velocity = [-0.4, 0, 0.05]
spin = [10, 0, 0]
rotation = [0, 1, 0.3]
shape = "rod"
radius = "3 mm"
)";

/// The bodies as `fix rigid` reads them: mass, centre, inertia in space, velocity, angular momentum, images.
std::string bodiesOf(const scene::Simulation& simulation) {
    namespace f = grains::fields;
    const state::Table& clumps = simulation.world().table(grains::clumps_table);
    const auto& shapes = granularOf(simulation).setup().shapes;
    std::string text = fmt::format("{}\n", clumps.size());
    for (std::size_t c = 0; c < clumps.size(); ++c) {
        const double m = clumps.read(f::clump_mass)[c], a = clumps.read(f::clump_radius)[c];
        const Vec3d x = clumps.read(f::axis_x)[c], y = clumps.read(f::axis_y)[c], z = cross(x, y);
        const Vec3d unit = shapes[clumps.read(f::shape)[c]]->inertia * (m * a * a);
        const auto part = [&](double Vec3d::*p, double Vec3d::*q) {
            return unit.x * (x.*p) * (x.*q) + unit.y * (y.*p) * (y.*q) + unit.z * (z.*p) * (z.*q);
        };
        const Vec3d p = clumps.read(f::clump_position)[c], v = clumps.read(f::clump_velocity)[c],
                    l = clumps.read(f::angular_momentum)[c];
        text += fmt::format(
            "{} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} "
            "{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} 0 0 0\n",
            c + 1, m, p.x, p.y, p.z, part(&Vec3d::x, &Vec3d::x), part(&Vec3d::y, &Vec3d::y),
            part(&Vec3d::z, &Vec3d::z), part(&Vec3d::x, &Vec3d::y), part(&Vec3d::x, &Vec3d::z),
            part(&Vec3d::y, &Vec3d::z), v.x, v.y, v.z, l.x, l.y, l.z);
    }
    return text;
}

/// The spheres as a data file. Their own masses do not matter: those of the bodies do.
std::string spheresOf(const scene::Simulation& simulation) {
    namespace f = grains::fields;
    const state::Table& grains = simulation.world().table(grains::grains_table);
    std::string text = fmt::format(
        "spheres\n\n{} atoms\n1 atom types\n-0.1 0.1 xlo xhi\n-0.1 0.1 ylo yhi\n-0.1 0.1 zlo "
        "zhi\n\nAtoms\n\n",
        grains.size());
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec3d p = grains.read(f::position)[i];
        text += fmt::format("{} 1 {:.17g} 2500 {:.17g} {:.17g} {:.17g}\n", grains.read(f::id)[i] + 1,
                            2 * grains.read(f::radius)[i], p.x, p.y, p.z);
    }
    return text;
}

TEST(Clumps, CollideAsRigidBodiesOfLammpsDo) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    scene::Simulation simulation = test::simulationOf(scene_text);
    const test::TemporaryFolder folder;
    ASSERT_TRUE(io::writeFile(folder / "data.x", spheresOf(simulation)).ok());
    ASSERT_TRUE(io::writeFile(folder / "bodies.txt", bodiesOf(simulation)).ok());
    constexpr int steps = 16000;
    const std::string script = fmt::format(
        "units si\natom_style sphere\nboundary s s s\nnewton off\ncomm_modify vel yes\nread_data data.x\n"
        "pair_style granular\n"
        "pair_coeff * * hooke 2e4 300 tangential linear_history 6e3 0.4 0.4 damping mass_velocity\ntimestep "
        "1e-6\n"
        "thermo_style custom step\nneighbor 1e-3 nsq\nneigh_modify delay 0 every 1 check yes\n"
        "group first id <= 4\ngroup second id > 4\nneigh_modify exclude group first first\n"
        "neigh_modify exclude group second second\n"
        "fix move all rigid group 2 first second infile bodies.txt\n"
        "dump d all custom {0} dump.*.txt id x y z vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz\n"
        "dump_modify d format float %.17g\nrun {0}\n",
        steps);
    ASSERT_TRUE(io::writeFile(folder / "in.test", script).ok());
    const std::string command =
        fmt::format("cd '{0}' && TMPDIR='{0}' OMP_NUM_THREADS=1 lmp -in in.test -log none >screen.txt 2>&1",
                    folder.path().string());
    ASSERT_EQ(std::system(command.c_str()), 0)
        << io::readFile(folder / "screen.txt", std::uint64_t{1} << 24).value();
    const auto dump = engines::readLammpsDump(folder / fmt::format("dump.{}.txt", steps));
    ASSERT_TRUE(dump.ok()) << dump.error().message;
    const auto theirs = test::statesOf(*dump);

    const auto begin = test::statesOf(simulation);
    bool touched = false;
    for (int k = 0; k < steps; k += 100) {
        advance(simulation, 100);
        touched |= measured(simulation).contacts > 0;
    }
    ASSERT_TRUE(touched);
    EXPECT_EQ(measured(simulation).contacts, 0u) << "they should have parted";
    const auto ours = test::statesOf(simulation);
    for (std::size_t i = 0; i < ours.size(); ++i) {
        // The collision changed the motion by far more than the two differ.
        EXPECT_GT(length(ours[i].velocity - begin[i].velocity), 0.1) << i;
        EXPECT_LT(length(ours[i].velocity - theirs[i].velocity), 1e-5) << i;
        EXPECT_LT(length(ours[i].position - theirs[i].position), 1e-7) << i;
        EXPECT_LT(length(ours[i].spin - theirs[i].spin), 1e-3) << i;
    }
}

}  // namespace
}  // namespace talus
