// Particles and a free body push each other: the stages of both, as a scene takes them in turn.
#include "talus/environment/wall_impulses.h"
#include "talus/geometry/mass.h"
#include "talus/grains/fields.h"
#include "talus/math/inverse_tensor.h"
#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "talus/solids/pipeline.h"
#include "tests/particles/particle_world.h"

namespace talus::couple {
namespace {

constexpr double density = 2500, dt = 0.001;

solids::Rigid rigidOf(const geometry::Solid& solid) {
    const auto properties = geometry::massPropertiesOf(solid);
    const Tensor& unit = properties.per_density;
    const Tensor inertia{unit.x * density, unit.y * density, unit.z * density};
    return {density * properties.volume, inertia, inverse(inertia)};
}

/// Some 400 particles in a column that flies against a body beside its middle, so that it turns.
class Shots {
  public:
    /// @param spin of the body at the start
    /// @param substeps of the body within one of the particles
    Shots(const environment::Wall& shape, geometry::Solid solid, environment::Surface surface,
          const Vec3d& spin, int threads, int substeps)
        : rigid(rigidOf(solid)), substeps_(substeps), run_(setupOf(shape, rigid, surface), threads) {
        solids::Setup bodies;
        bodies.walls = run_.setup().walls;
        bodies.solid_walls = {0};
        bodies.bodies.resize(1);
        solids::PreparedBody& body = bodies.bodies[0];
        body.solid = std::make_shared<const geometry::Solid>(std::move(solid));
        body.rigid = rigid;
        body.start.spin = spin;
        solids::addTables(world(), bodies);
        auto made = step::Pipeline::compose("bodies", solids::stagesOf(bodies).inOrder());
        EXPECT_TRUE(made.ok());
        moves_.emplace(std::move(*made));
    }

    void addColumn() {
        const Random random{3, 1};
        for (std::uint64_t k = 0; k < 400; ++k)
            run_.add({-0.03 - 0.1 * random.uniform(k, 0), 0.012 * random.uniform(k, 1),
                      0.016 * random.uniform(k, 2) - 0.008},
                     {1 + random.uniform(k, 3), 0, 0}, 0, 2e-5);
    }
    void add(const Vec3d& place, const Vec3d& velocity, double mass) { run_.add(place, velocity, 0, mass); }

    /// As a scene does: the bodies' steps, then the particles'.
    void steps(int count) {
        for (int n = 0; n < count; ++n) {
            const double time = world().time;
            for (int k = 0; k < substeps_; ++k)
                ASSERT_TRUE(moves_->run(world(), run_.exec, dt / substeps_).ok());
            world().time = time;
            run_.steps(1, dt);
        }
    }

    state::World& world() { return run_.world; }
    solids::BodyState body() { return solids::bodyIn(world().table(solids::bodies_table), 0); }
    Vec3d velocity(std::size_t i) { return run_.velocity(i); }
    Vec3d pushed() {
        return world().table(environment::wall_impulses_table).read(environment::fields::wall_impulse)[0];
    }

    /// What particles and body have, and what is on its way from these to that.
    Vec3d momentum() { return run_.measured().holding.momentum + pushed() + body().velocity * rigid.mass; }
    /// About the scene's origin.
    Vec3d angularMomentum() {
        const state::Table& pushes = world().table(environment::wall_impulses_table);
        Vec3d sum = solids::angularMomentum(rigid, body()) +
                    cross(body().position, pushed() + body().velocity * rigid.mass) +
                    pushes.read(environment::fields::wall_angular_impulse)[0];
        const auto mass = run_.table().read(particles::fields::mass);
        for (std::size_t i = 0; i < run_.size(); ++i)
            sum += cross(run_.place(i), run_.velocity(i)) * double{mass[i]};
        return sum;
    }

    solids::Rigid rigid;

  private:
    static particles::Setup setupOf(environment::Wall wall, const solids::Rigid& rigid,
                                    environment::Surface surface) {
        wall.name = "body";
        wall.follows = true;
        auto setup = particles::testing_support::setupOf({}, {wall});
        setup.walls = std::make_shared<const environment::Walls>(
            std::vector{wall}, std::vector<std::uint16_t>{0}, std::vector<environment::Motion>{},
            std::vector<environment::WallMobility>{{1 / rigid.mass, rigid.inverse_inertia}});
        setup.surfaces.walls = {surface};
        return setup;
    }

    int substeps_;
    particles::testing_support::Trial run_;
    std::optional<step::Pipeline> moves_;
};

Shots againstBox(double friction, int threads = 1, int substeps = 1) {
    environment::Wall wall;
    wall.kind = environment::Wall::Kind::BoxOutside;
    wall.box = {{-0.01, -0.015, -0.01}, {0.01, 0.015, 0.01}};
    return {wall, wall.box, {0.7, friction}, {0, 0, 2}, threads, substeps};
}

// Without gravity momentum stays, and without friction angular momentum, too: friction acts a micrometre from
// a particle's centre, and particles do not turn. Velocities of particles are in single precision: each
// bounce rounds one by up to 6e-8 of it, and of 400 that bounce up to eight times each rounding is its own.
// However many steps the body takes within one of the particles, each push counts once.
TEST(ParticlesAndBodies, KeepTheirMomentum) {
    for (const double friction : {0.0, 0.4})
        for (const int substeps : {1, 7}) {
            Shots run = againstBox(friction, 1, substeps);
            run.addColumn();
            const Vec3d momentum = run.momentum(), angular = run.angularMomentum();
            run.steps(100);
            EXPECT_GT(run.body().velocity.x, 0.1);
            EXPECT_GT(std::abs(run.body().spin.z - 2), 1);
            EXPECT_NEAR(length(run.momentum() - momentum), 0, 1e-7 * length(momentum));
            if (friction == 0) {
                EXPECT_NEAR(length(run.angularMomentum() - angular), 0, 1e-7 * length(angular));
            }
        }
}

// A particle that meets a ball of its own mass head on, without loss: they exchange their velocities, to the
// single precision of the particle's velocity and mass. The ball does not turn: one that does is met as if
// its points went straight within a step, which gives it r w^2 dt / 2 along the normal.
TEST(ParticlesAndBodies, ExchangeVelocitiesWhereMassesAreEqual) {
    environment::Wall wall;
    wall.kind = environment::Wall::Kind::SphereOutside;
    wall.sphere = {{}, 0.01};
    Shots run(wall, wall.sphere, {1, 0}, {}, 1, 1);
    run.add({-0.05, 0, 0}, {2, 0, 0}, run.rigid.mass);
    run.steps(50);
    EXPECT_NEAR(run.velocity(0).x, 0, 2.5e-7);
    EXPECT_NEAR(run.body().velocity.x, 2, 2.5e-7);
}

// A push that the body has not taken yet is state.
TEST(ParticlesAndBodies, HaveTheSameBitsForAnyNumberOfThreadsAndFromASnapshot) {
    Shots whole = againstBox(0.4), resumed = againstBox(0.4);
    whole.addColumn();
    int done = 30;
    whole.steps(done);
    for (; whole.pushed() == Vec3d{} && done < 60; ++done) whole.steps(1);
    ASSERT_NE(whole.pushed(), Vec3d{});
    ASSERT_TRUE(state::restore(state::takeSnapshot(whole.world()), resumed.world()).ok());
    whole.steps(60 - done);
    resumed.steps(60 - done);
    EXPECT_EQ(state::stateHash(whole.world()), state::stateHash(resumed.world()));
    for (const int threads : {2, 5}) {
        Shots other = againstBox(0.4, threads);
        other.addColumn();
        other.steps(60);
        EXPECT_EQ(state::stateHash(whole.world()), state::stateHash(other.world())) << threads;
    }
}

}  // namespace
}  // namespace talus::couple
