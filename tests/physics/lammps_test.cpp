// Talus against LAMMPS (Debian's 29 Sep 2021), an independent program that many people have tested: the same
// state and law must give the same forces and the same paths. docs/theory/lammps.md derives the mapping.
#include "tests/support/lammps.h"

#include "talus/core/rng.h"
#include "talus/grains/contact_kernel.h"
#include "talus/scene/setup.h"
#include "tests/grains/grain_world.h"

namespace talus {
namespace {

using test::GrainState;
using test::statesOf;
using testing_support::advance;
using testing_support::start;

enum class Radii { Equal, Three, Any };

struct Case {
    const char* name;
    grains::Law law;
    Radii radii;
    bool adhesionless;
    double shear_stiffness;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

grains::Contact contactOf(const Case& c) {
    grains::Contact contact;
    contact.law = c.law;
    contact.stiffness = c.law == grains::Law::Linear ? 2e4 : 5e5;
    contact.shear_stiffness = c.shear_stiffness;
    contact.normal_damping = 2000;
    contact.shear_damping = 1500;
    contact.restitution = 0.6;
    contact.adhesionless = c.adhesionless;
    return contact;
}

scene::Scene sceneOf(const grains::Contact& contact, double dt) {
    scene::Scene scene = testing_support::sandScene(contact, dt);
    scene.name = "against LAMMPS";
    scene.grains.gravity = {0.3, -0.2, -9.81};
    return scene;
}

/// n^3 grains on a lattice, moved off it at random, with random velocities and spins.
void addCloud(scene::Scene& scene, const Case& c, int n, double spacing, double jitter, double speed) {
    const Random random{scene.seed, 7};
    std::uint64_t draw = 0;
    const auto symmetric = [&] { return 2 * random.uniform(draw++) - 1; };
    const auto vector = [&](double size) {
        return Vec3d{size * symmetric(), size * symmetric(), size * symmetric()};
    };
    for (int k = 0; k < n * n * n; ++k) {
        const double size = c.radii == Radii::Equal ? 0 : c.radii == Radii::Three ? k % 3 - 1.0 : symmetric();
        grains::Grain grain;
        grain.material = "sand";
        grain.radius = 1e-3 * (1 + 0.15 * size);
        grain.position = Vec3d{k % n + 0.5, k / n % n + 0.5, k / n / n + 0.5} * spacing + vector(jitter);
        grain.velocity = vector(speed);
        grain.spin = scene.grains.spin ? vector(speed / 1e-3) : Vec3d{};
        scene.placed.push_back(grain);
    }
}

/// A box, a slanted plane, an obstacle of each shape: around and in a cloud of this edge.
void addWalls(scene::Scene& scene, double edge, double margin) {
    grains::Wall wall;
    wall.material = "sand";
    wall.name = "box";
    wall.kind = grains::Wall::Kind::BoxInside;
    wall.box = {{-margin, -margin, -margin}, {edge + margin, edge + margin, edge + margin}};
    scene.walls.push_back(wall);
    wall.name = "slope";
    wall.kind = grains::Wall::Kind::Plane;
    wall.plane = {{-margin, 0, -margin}, {1, 0.5, 1.5}};
    scene.walls.push_back(wall);
    wall.name = "ball";
    wall.kind = grains::Wall::Kind::SphereOutside;
    wall.sphere = {{edge / 2, edge / 2, -margin - 4e-3}, 4.1e-3};
    scene.walls.push_back(wall);
    wall.name = "shell";
    wall.kind = grains::Wall::Kind::SphereInside;
    wall.sphere = {{edge / 2, edge / 2, edge / 2}, 0.9 * edge};
    scene.walls.push_back(wall);
    wall.name = "block";
    wall.kind = grains::Wall::Kind::BoxOutside;
    wall.box = {{edge - 1e-3, edge - 1e-3, edge}, {edge + 1, edge + 1, edge + 1}};
    scene.walls.push_back(wall);
}

double largest(const std::vector<GrainState>& states, Vec3d GrainState::*member) {
    double found = 0;
    for (const GrainState& s : states) found = std::max(found, length(s.*member));
    return found;
}

/// Largest difference of a vector over all grains, in terms of the largest such vector.
double difference(const std::vector<GrainState>& a, const std::vector<GrainState>& b,
                  Vec3d GrainState::*member) {
    double found = 0;
    for (std::size_t i = 0; i < a.size(); ++i) found = std::max(found, length(a[i].*member - b[i].*member));
    return found / largest(b, member);
}

/// `--gtest_output=xml` shows how close they are.
void expectClose(const std::vector<GrainState>& a, const std::vector<GrainState>& b,
                 Vec3d GrainState::*member, double tolerance) {
    const double found = difference(a, b, member);
    ::testing::Test::RecordProperty(member == &GrainState::position   ? "position"
                                    : member == &GrainState::velocity ? "velocity"
                                    : member == &GrainState::spin     ? "spin"
                                                                      : "force",
                                    fmt::format("{:.2g}", found));
    EXPECT_LT(found, tolerance);
}

std::size_t touching(const scene::Simulation& simulation) {
    return simulation.measure().contacts + simulation.measure().wall_contacts;
}

class AgainstLammps : public ::testing::TestWithParam<Case> {
  protected:
    void SetUp() override {
        if (!test::lammpsInstalled())
            GTEST_SKIP() << "LAMMPS is not here (Debian: apt-get install lammps openmpi-bin)";
    }
};

// One evaluation of all forces: only round-off may differ. An overlap d is a difference of lengths near a, so
// its round-off is a/d (here about 50) times that of a double, 1e-14; the largest force is a sum of several
// such.
TEST_P(AgainstLammps, ForcesOfTheFirstStepAreTheSame) {
    grains::Contact contact = contactOf(GetParam());
    // LAMMPS leaves out the shear force of a contact that slides before its spring was ever moved, so none
    // may slide here.
    contact.friction = 1000;
    scene::Scene scene = sceneOf(contact, 1e-6);
    addCloud(scene, GetParam(), 7, 1.96e-3, 0.1e-3, 0.5);
    addWalls(scene, 7 * 1.96e-3, -0.1e-3);
    const scene::Simulation simulation = start(scene);
    ASSERT_GT(touching(simulation), 600u);
    const auto ours = statesOf(simulation), theirs = test::runLammps(simulation, 0).at(0);
    expectClose(ours, theirs, &GrainState::position, 1e-15);
    expectClose(ours, theirs, &GrainState::force, 1e-13);
}

// A cloud that flies apart against its walls: every grain collides, some slide, some roll back. Without spin
// both programs integrate the same equations, so the paths part by round-off alone (1e-15 a step), and a
// collision enlarges that by about ten; there are a few each.
TEST_P(AgainstLammps, PathsOfAThousandGrainsWithoutSpinAreTheSame) {
    scene::Scene scene = sceneOf(contactOf(GetParam()), 5e-6);
    scene.grains.spin = false;
    scene.time.frame_interval = 200 * 5e-6;
    addCloud(scene, GetParam(), 10, 2.4e-3, 0.02e-3, 1.5);
    addWalls(scene, 10 * 2.4e-3, 0);
    scene::Simulation simulation = start(scene);
    ASSERT_EQ(touching(simulation), 0u);  // see above: no shear force in LAMMPS' first evaluation
    const auto theirs = test::runLammps(simulation, 1).at(1);
    advance(simulation, 200);
    ASSERT_GT(touching(simulation), 50u);
    const auto ours = statesOf(simulation);
    expectClose(ours, theirs, &GrainState::position, 1e-9);
    expectClose(ours, theirs, &GrainState::velocity, 1e-9);
}

/// The step of the engine, written down plainly for all pairs, with the arm of the torque between two grains
/// as a parameter: a - share * d.
class PlainSteps {
  public:
    PlainSteps(const scene::Simulation& simulation, double share)
        : setup_(scene::grainSetup(simulation.scene())), states_(statesOf(simulation)), share_(share) {
        for (const grains::Grain& grain : simulation.scene().placed) {
            radius_.push_back(grain.radius);
            mass_.push_back(4.0 / 3.0 * 3.14159265358979323846 * std::pow(grain.radius, 3) * 2500);
        }
        springs_.resize(states_.size() * (states_.size() + setup_.faces.size()));
        forces(0);
    }

    void advance(int steps, double dt) {
        for (int step = 0; step < steps; ++step) {
            kick(dt / 2);
            for (GrainState& s : states_) s.position += s.velocity * dt;
            forces(dt);
            kick(dt / 2);
        }
    }
    const std::vector<GrainState>& states() const { return states_; }

  private:
    void kick(double h) {
        for (std::size_t i = 0; i < states_.size(); ++i) {
            states_[i].velocity += states_[i].force * (h / mass_[i]);
            states_[i].spin += states_[i].torque * (h / (0.4 * mass_[i] * radius_[i] * radius_[i]));
        }
    }

    void forces(double dt) {
        const std::size_t n = states_.size(), row = n + setup_.faces.size();
        const grains::LawConstants& law = setup_.laws.at(0, 0);
        for (std::size_t i = 0; i < n; ++i) {
            states_[i].force = setup_.params.gravity * mass_[i];
            states_[i].torque = {};
        }
        for (std::size_t i = 0; i < n; ++i) {
            GrainState& a = states_[i];
            for (std::size_t j = i + 1; j < n; ++j) {
                GrainState& b = states_[j];
                Vec3d& spring = springs_[i * row + j];
                const Vec3d x = a.position - b.position;
                grains::Touch<double> touch;
                touch.overlap = radius_[i] + radius_[j] - length(x);
                touch.normal = x / length(x);
                touch.effective_mass = mass_[i] * mass_[j] / (mass_[i] + mass_[j]);
                touch.velocity =
                    a.velocity - b.velocity - cross(a.spin * radius_[i] + b.spin * radius_[j], touch.normal);
                if (touch.overlap <= 0) {
                    spring = {};
                    continue;
                }
                const auto found = pair(law, touch, spring, dt);
                const Vec3d turning = cross(touch.normal, found.shear);
                a.force += found.force;
                b.force -= found.force;
                a.torque -= turning * (radius_[i] - share_ * touch.overlap);
                b.torque -= turning * (radius_[j] - share_ * touch.overlap);
            }
            for (std::size_t f = 0; f < setup_.faces.size(); ++f) {
                Vec3d& spring = springs_[i * row + n + f];
                const auto [distance, normal] = distanceTo(setup_.faces[f], a.position);
                if (distance >= radius_[i]) {
                    spring = {};
                    continue;
                }
                grains::Touch<double> touch;
                touch.overlap = radius_[i] - distance;
                touch.effective_mass = mass_[i];
                touch.normal = normal;
                touch.velocity = a.velocity - cross(a.spin * radius_[i], normal);
                const auto found = pair(law, touch, spring, dt);
                a.force += found.force;
                a.torque -= cross(normal, found.shear) * radius_[i];
            }
        }
    }

    static grains::PairForce<double> pair(const grains::LawConstants& law, const grains::Touch<double>& touch,
                                          Vec3d& spring, double dt) {
        grains::PairForce<double> found;
        grains::withLaw(law.law, [&](auto chosen) {
            found = grains::pairForce<decltype(chosen)>(grains::LawLanes<double>(law), touch, spring, dt);
        });
        spring = found.spring;
        return found;
    }

    grains::Setup setup_;
    std::vector<GrainState> states_;
    std::vector<double> radius_, mass_;
    std::vector<Vec3d> springs_;
    double share_;
};

// With spin one convention differs (the arm of the torque between two grains); everything else must not. So
// the plain loop with Talus' arm must follow the engine, and with LAMMPS' arm it must follow LAMMPS.
TEST_P(AgainstLammps, WithSpinOnlyTheArmOfTheTorqueDiffers) {
    scene::Scene scene = sceneOf(contactOf(GetParam()), 5e-6);
    scene.time.frame_interval = 200 * 5e-6;
    addCloud(scene, GetParam(), 5, 2.4e-3, 0.02e-3, 1.5);
    addWalls(scene, 5 * 2.4e-3, 0);
    scene::Simulation simulation = start(scene);
    ASSERT_EQ(touching(simulation), 0u);
    PlainSteps as_talus(simulation, 0), as_lammps(simulation, 0.5);
    const auto theirs = test::runLammps(simulation, 1).at(1);
    advance(simulation, 200);
    as_talus.advance(200, simulation.clock().dt());
    as_lammps.advance(200, simulation.clock().dt());
    for (const auto member : {&GrainState::position, &GrainState::velocity, &GrainState::spin}) {
        expectClose(statesOf(simulation), as_talus.states(), member, 1e-9);
        expectClose(theirs, as_lammps.states(), member, 1e-9);
    }
    // The convention itself is felt: by overlap over diameter in one collision, and more after each.
    EXPECT_GT(difference(statesOf(simulation), theirs, &GrainState::spin), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(
    Laws, AgainstLammps,
    ::testing::Values(Case{"LeeHerrmannEqual", grains::Law::LeeHerrmann, Radii::Equal, true, 2e4},
                      Case{"LeeHerrmannThreeRadii", grains::Law::LeeHerrmann, Radii::Three, true, 2e4},
                      Case{"LeeHerrmannPull", grains::Law::LeeHerrmann, Radii::Equal, false, 2e4},
                      Case{"LeeHerrmannNoSpring", grains::Law::LeeHerrmann, Radii::Equal, true, 0},
                      Case{"LinearEqual", grains::Law::Linear, Radii::Equal, true, 1e4},
                      Case{"LinearAnyRadii", grains::Law::Linear, Radii::Any, true, 1e4},
                      Case{"LinearPull", grains::Law::Linear, Radii::Any, false, 1e4}),
    [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace talus
