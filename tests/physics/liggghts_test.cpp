// LIGGGHTS' own laws and meshes against those of Talus, step for step: the same state, the numbers that
// liggghts_laws.h makes of a contact. Where the two compute otherwise, both are held against formulas that
// have the differences of docs/theory/liggghts.md and no other.
#include "talus/couple/granular/setup.h"
#include "talus/engines/liggghts/liggghts_script.h"
#include "tests/physics/liggghts_formulas.h"
#include "tests/physics/sand_grains.h"
#include "tests/support/granular.h"
#include "tests/support/lammps.h"

namespace talus {
namespace {

using namespace testing_support;
using test::GrainState;

constexpr double dt = 2e-6;

using States = std::vector<std::vector<GrainState>>;  ///< at the start and after each step, by id

/// By LIGGGHTS.
States byLiggghts(scene::Scene scene, std::uint64_t frames) {
    scene.time.frame_interval = dt;
    const scene::Simulation simulation = start(scene);
    const test::TemporaryFolder folder;
    const engines::LiggghtsModel model = engines::liggghtsModel(simulation, frames);
    const Status can = engines::checkLammpsModel(model.grains);
    EXPECT_TRUE(can.ok()) << (can.ok() ? "" : can.error().message);
    EXPECT_TRUE(engines::writeLiggghtsInput(folder.path(), simulation, model).ok());
    const std::string script = engines::liggghtsSetup(model);
    EXPECT_TRUE(io::writeFile(folder / "in.test",
                              script + fmt::format("run {}\n", frames * model.grains.steps_per_frame))
                    .ok());
    const std::string command = fmt::format(
        "cd '{0}' && TMPDIR='{0}' OMP_NUM_THREADS=1 liggghts -in in.test -log none >screen.txt 2>&1",
        folder.path().string());
    EXPECT_EQ(std::system(command.c_str()), 0)
        << io::readFile(folder / "screen.txt", std::uint64_t{1} << 24).value();
    States found;
    for (std::uint64_t frame = 0; frame <= frames; ++frame) {
        const auto dump = engines::readLammpsDump(
            folder / fmt::format("dump.{}.txt", frame * model.grains.steps_per_frame));
        if (!dump) {
            ADD_FAILURE() << dump.error().message;
            return found;
        }
        found.push_back(test::statesOf(*dump));
    }
    return found;
}

/// By Talus.
States byTalus(const scene::Scene& scene, int steps) {
    scene::Simulation simulation = start(scene);
    States states{test::statesOf(simulation)};
    for (int step = 0; step < steps; ++step) {
        advance(simulation, 1);
        states.push_back(test::statesOf(simulation));
    }
    return states;
}

/// Largest differences over all steps, in parts of the largest velocity and spin.
struct Difference {
    double velocity = 0, spin = 0;

    double largest() const { return std::max(velocity, spin); }
    void atLeast(const Difference& other) {
        velocity = std::max(velocity, other.velocity);
        spin = std::max(spin, other.spin);
    }
};

/// @param group the grains that are compared
Difference between(const States& ours, const States& theirs, const std::vector<std::size_t>& group) {
    Difference out;
    EXPECT_EQ(ours.size(), theirs.size());
    double speed = 0, spin = 0;
    for (const auto& states : theirs)
        for (const std::size_t i : group) {
            speed = std::max(speed, length(states[i].velocity));
            spin = std::max(spin, length(states[i].spin));
        }
    for (std::size_t step = 0; step < std::min(ours.size(), theirs.size()); ++step)
        for (const std::size_t i : group) {
            const GrainState &a = ours[step][i], &b = theirs[step][i];
            out.velocity = std::max(out.velocity, length(a.velocity - b.velocity) / speed);
            if (spin > 0) out.spin = std::max(out.spin, length(a.spin - b.spin) / spin);
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

environment::Wall meshWall(const char* name, std::vector<Vec3d> points,
                           std::vector<std::array<std::uint32_t, 3>> triangles) {
    auto mesh = std::make_shared<geometry::Mesh>();
    mesh->points = std::move(points);
    mesh->triangles = std::move(triangles);
    environment::Wall wall;
    wall.name = name;
    wall.material = "sand";
    wall.kind = environment::Wall::Kind::Mesh;
    wall.mesh = mesh;
    return wall;
}

constexpr double half = 0.02;  ///< of a plate's side [m]

/// A square of two triangles across the axis z.
environment::Wall plate(const char* name, double x) {
    return meshWall(name,
                    {{x - half, -half, 0}, {x + half, -half, 0}, {x + half, half, 0}, {x - half, half, 0}},
                    {{0, 1, 2}, {0, 2, 3}});
}

/// Two rectangles that meet on the axis y, their outer sides higher than that by `rise`.
environment::Wall fold(const char* name, double x, double rise) {
    return meshWall(name,
                    {{x - half, -half, rise},
                     {x - half, half, rise},
                     {x, -half, 0},
                     {x, half, 0},
                     {x + half, -half, rise},
                     {x + half, half, rise}},
                    {{0, 2, 1}, {1, 2, 3}, {2, 4, 3}, {3, 4, 5}});
}

/// A grain that sticks to a plate, one that slides on it, and two that meet in the air: impacts at 0.5 m/s
/// whose largest overlap is some 4 % of the radius.
scene::Scene impacts(const grains::Contact& contact) {
    scene::Scene scene = sandScene(contact, dt);
    grains::in(scene).placed = {
        grainAt({0.003, 0.001, 1.001 * radius}, {0.1, 0.2, -0.5}, {30, -200, 50}),
        grainAt({-0.008, 0.001, 1.001 * radius}, {1.5, 0.2, -0.5}, {30, -200, 50}),
        grainAt({0, 0, 0.02}, {0, 0, 0}, {0, 100, 0}),
        grainAt({2.001 * radius, 0.5 * radius, 0.02}, {-0.5, 0.2, 0}, {0, 0, 50}),
    };
    scene.environment.walls = {plate("plate", 0)};
    return scene;
}
constexpr int impact_steps = 300;
const std::vector<std::vector<std::size_t>> groups{{0}, {1}, {2, 3}};  ///< of impacts(): who meets whom

/// impacts() by the formulas of the page.
States byFormulas(const scene::Scene& scene, const test::LiggghtsWays& ways) {
    const auto setup = couple::granular::grainSetup(scene);
    const test::LiggghtsFormulas formulas{setup.laws.at(0, 0),
                                          grains::in(scene).contacts.front().law == "hertz-mindlin", ways};
    States states(impact_steps + 1);
    for (const auto& group : groups) {
        std::vector<test::Ball> balls;
        for (const std::size_t i : group) {
            const grains::Grain& grain = grains::in(scene).placed[i];
            balls.push_back({grain.position, grain.velocity, grain.spin, radius, mass});
        }
        const auto after = formulas.run(balls, impact_steps, dt);
        for (std::size_t step = 0; step < after.size(); ++step)
            for (const test::Ball& b : after[step])
                states[step].push_back({b.position, b.velocity, b.spin, b.force, b.torque});
    }
    return states;
}

Difference betweenImpacts(const States& ours, const States& theirs) {
    Difference most;
    for (const auto& group : groups) most.atLeast(between(ours, theirs, group));
    return most;
}

constexpr test::LiggghtsWays none_of_them{false, false, false, false};

struct Law {
    const char* name;
    grains::Contact contact;
};
std::vector<Law> laws() {
    return {{"hooke", hooke(0)},
            {"hooke with shear dashpot", hooke(1000)},
            {"hertz-mindlin", hertz(false)},
            {"hertz-mindlin with shear dashpot", hertz(true)}};
}

class Liggghts : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!test::liggghtsInstalled()) GTEST_SKIP() << test::no_liggghts;
    }
};

// The page names four differences. With them the formulas are LIGGGHTS', to round-off: there is no fifth.
TEST_F(Liggghts, MatchesTheDocumentedFormulas) {
    for (const Law& law : laws()) {
        const scene::Scene scene = impacts(law.contact);
        EXPECT_LT(betweenImpacts(byFormulas(scene, {}), byLiggghts(scene, impact_steps)).largest(), 1e-12)
            << law.name;
    }
}

/// What of the largest velocity and spin is another one by a difference alone, and by all, in percent: the
/// table of the page.
struct Stated {
    const char* difference;
    test::LiggghtsWays ways;
    Difference percent[4];  ///< of laws()
};
const Stated stated[] = {
    {"middle", {true, false, false, false}, {{0.075, 1.1}, {0.24, 0.99}, {0.87, 2.9}, {0.75, 2.9}}},
    {"shadow",
     {false, true, false, false},
     {{1.1e-6, 4.8e-6}, {0.82e-6, 4.0e-6}, {0.66e-6, 3.1e-6}, {0.65e-6, 3.7e-6}}},
    {"length", {false, false, true, false}, {{0, 0}, {0, 0}, {0.72, 3.5}, {9.8, 32}}},
    {"spring alone", {false, false, false, true}, {{0, 0}, {1.4, 4.6}, {0, 0}, {5.7, 19}}},
    {"all", {}, {{0.075, 1.1}, {1.7, 4.7}, {0.75, 3.6}, {3.7, 14}}},
};

// Without them the formulas are those of Talus; and what each of them changes is what the page says, to the
// two digits that it gives.
TEST(LiggghtsFormulas, MatchTalusExceptForFourDifferences) {
    for (std::size_t k = 0; k < laws().size(); ++k) {
        const Law law = laws()[k];
        const scene::Scene scene = impacts(law.contact);
        const States ours = byTalus(scene, impact_steps);
        EXPECT_LT(betweenImpacts(byFormulas(scene, none_of_them), ours).largest(), 1e-12) << law.name;
        for (const Stated& row : stated) {
            const Difference is = betweenImpacts(byFormulas(scene, row.ways), ours), says = row.percent[k];
            EXPECT_NEAR(100 * is.velocity, says.velocity, 0.05 * says.velocity + 1e-10)
                << law.name << ", " << row.difference;
            EXPECT_NEAR(100 * is.spin, says.spin, 0.05 * says.spin + 1e-10)
                << law.name << ", " << row.difference;
        }
    }
}

/// Where grains meet meshes: over the line between two triangles of a plane, off a side and a corner, onto a
/// ridge and over it, into valleys of three slopes. They do not turn.
scene::Scene edges(double friction) {
    grains::Contact contact = hooke(0);
    contact.friction = friction;
    scene::Scene scene = sandScene(contact, dt);
    grains::in(scene).params.spin = false;
    const auto add = [&](const environment::Wall& wall, const Vec3d& place, double sideways) {
        scene.environment.walls.push_back(wall);
        grains::in(scene).placed.push_back(grainAt(place, {sideways, 0.2, -0.5}));
    };
    add(plate("diagonal", 0), {0.0005, 0.001, 1.001 * radius}, 2.5);
    add(plate("side", 0.1), {0.1205, 0.001, 1.001 * radius}, 0.1);
    add(plate("corner", 0.2), {0.2205, 0.0205, 1.001 * radius}, 0.1);
    add(fold("ridge", 0.3, -half), {0.3003, 0.001, 1.001 * radius}, 0.1);
    add(fold("over a ridge", 0.4, -half), {0.3997, 0.001, 1.001 * radius}, 2);
    add(fold("steep valley", 0.5, half), {0.5001, 0.001, 1.42 * radius}, 0.1);
    add(fold("valley", 0.6, half / 2), {0.6001, 0.001, 1.2 * radius}, 0.1);
    add(fold("flat valley", 0.7, half / 20), {0.7001, 0.001, 1.005 * radius}, 0.1);
    return scene;
}

// Both find the same contacts on a mesh, and no contact twice where triangles meet. With friction what is
// left is how the spring turns with the contact: by 5e-4 at each step, 0.5 m/s along a surface of 2 mm
// radius, the square of which is 2e-7.
TEST_F(Liggghts, ContactsAtMeshEdgesAreTheSame) {
    for (const double friction : {0.0, 0.4}) {
        const scene::Scene scene = edges(friction);
        const States ours = byTalus(scene, 400), theirs = byLiggghts(scene, 400);
        for (std::size_t i = 0; i < scene.environment.walls.size(); ++i) {
            const std::string& name = scene.environment.walls[i].name;
            const bool turns = friction > 0 && i > 0 && name.find("valley") == std::string::npos;
            EXPECT_LT(between(ours, theirs, {i}).largest(), turns ? 2e-7 : 1e-12) << name << " " << friction;
            EXPECT_GT(ours.back()[i].velocity.z, ours.front()[i].velocity.z + 0.1) << name << " was not met";
        }
    }
}

/// Grains on a mesh that moves, and on one that turns about an axis which is not its own. They do not turn.
scene::Scene moving(double friction) {
    grains::Contact contact = hooke(0);
    contact.friction = friction;
    scene::Scene scene = sandScene(contact, dt);
    grains::in(scene).params.spin = false;
    for (const int k : {0, 1}) {
        scene.environment.walls.push_back(plate(k == 0 ? "moves" : "turns", 0.1 * k));
        grains::in(scene).placed.push_back(
            grainAt({0.1 * k + 0.003, 0.001, 1.001 * radius}, {0.1, 0.2, -0.5}));
        environment::Motion motion;
        motion.wall = scene.environment.walls.back().name;
        motion.kind = k == 0 ? environment::Motion::Kind::Translate : environment::Motion::Kind::Rotate;
        motion.velocity = {0.1, 0.3, 0.2};
        motion.axis = normalized(Vec3d{0.1, 0.2, 1});
        motion.point = {0.1, 0, 0};
        motion.rate = 40;
        scene.environment.motions.push_back(motion);
    }
    return scene;
}

// A mesh that moves or turns carries grains along alike. With friction there is one difference more: how fast
// a wall moves is taken at its surface by LIGGGHTS, and where the grain's surface is by Talus, an overlap d
// deeper. While the wall turns by w across its normal the grain slips by w d more or less.
TEST_F(Liggghts, MovingMeshesAreTheSame) {
    for (const double friction : {0.0, 0.4}) {
        scene::Scene scene = moving(friction);
        const States ours = byTalus(scene, 200), theirs = byLiggghts(scene, 200);
        const double across = 40 * std::hypot(0.1, 0.2) / std::hypot(0.1, 0.2, 1), deepest = 0.04 * radius,
                     speed = std::hypot(0.1, 0.2, 0.5);
        for (const std::size_t i : {0u, 1u})
            EXPECT_LT(between(ours, theirs, {i}).largest(),
                      i == 1 && friction > 0 ? across * deepest / speed : 1e-12)
                << scene.environment.walls[i].name << " " << friction;
        scene.environment.motions.clear();
        const States still = byTalus(scene, 200);
        for (const std::size_t i : {0u, 1u})
            EXPECT_GT(between(ours, still, {i}).velocity, 0.01) << "the motion does nothing";
    }
}

}  // namespace
}  // namespace talus
