// Particles to the grid and back: what is kept, and the same bits for any number of threads.
#include <random>

#include "talus/exec/exec.h"
#include "talus/sand/grid/prepare.h"
#include "tests/sand/grid_support.h"

namespace talus::sand::grid {
namespace {

/// Particles at random positions with random velocities and slopes.
Blob cloud(std::size_t count) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto vector = [&] { return Vec3d{number(random), number(random), number(random)}; };
    Blob blob;
    for (std::size_t i = 0; i < count; ++i) {
        blob.position.push_back(vector());
        blob.velocity.push_back(narrow(vector()));
        for (std::vector<Vec3f>* slope : {&blob.dx, &blob.dy, &blob.dz}) slope->push_back(narrow(vector()));
    }
    return blob;
}

/// Angular momentum of the grid about the origin, with each face at its centre.
Vec3d spinOf(const Lattice& l, const SandOnGrid& sand) {
    Vec3d sum;
    for (int k = 1; k < l.count.z - 1; ++k)
        for (int j = 1; j < l.count.y - 1; ++j)
            for (int i = 1; i < l.count.x - 1; ++i)
                for (int a = 0; a < 3; ++a) {
                    const std::size_t f = l.index(i, j, k);
                    Vec3d momentum;
                    setComponent(momentum, a, sand.mass[a][f] * sand.velocity[a][f]);
                    sum +=
                        cross(l.position({a == 0 ? i : i + 0.5, a == 1 ? j : j + 0.5, a == 2 ? k : k + 0.5}),
                              momentum);
                }
    return sum;
}

TEST(GridTransfer, KeepsMassAndMomentum) {
    Blob blob = cloud(5000);
    const auto exec = exec::Exec::serial();
    const Particles particles = blob.particles();
    const Lattice lattice = boxAround(exec, particles.position, blob.spacing);
    SandOnGrid sand;
    TransferScratch scratch;
    toGrid(exec, lattice, particles, sand, scratch);
    const double mass = 5000 * blob.mass();
    for (int a = 0; a < 3; ++a) {
        double sum = 0;
        for (const double m : sand.mass[a]) sum += m;
        EXPECT_NEAR(sum, mass, 1e-12 * mass);
    }
    double in_cells = 0;
    for (const double m : sand.cell_mass) in_cells += m;
    EXPECT_NEAR(in_cells, mass, 1e-12 * mass);
    const Vec3d change = momentumOf(exec, lattice, sand, sand.velocity) - blob.momentum();
    EXPECT_LT(length(change), 1e-12 * mass);
}

TEST(GridTransfer, GoingToTheGridAndBackKeepsMomentumAndAngularMomentum) {
    Blob blob = cloud(5000);
    const auto exec = exec::Exec::serial();
    const Particles particles = blob.particles();
    const Lattice lattice = boxAround(exec, particles.position, blob.spacing);
    SandOnGrid first, second;
    TransferScratch scratch;
    toGrid(exec, lattice, particles, first, scratch);
    toParticles(exec, lattice, first.velocity, first.velocity, Transfer::Affine, particles);
    toGrid(exec, lattice, particles, second, scratch);
    // To the round-off of the particles' velocities, which are floats.
    const double mass = 5000 * blob.mass();
    EXPECT_LT(length(momentumOf(exec, lattice, second, second.velocity) -
                     momentumOf(exec, lattice, first, first.velocity)),
              1e-7 * mass);
    EXPECT_LT(length(spinOf(lattice, second) - spinOf(lattice, first)), 1e-7 * mass);
    // Velocities without slopes lose angular momentum: the test sees it.
    toParticles(exec, lattice, first.velocity, first.velocity, Transfer::InCell, particles);
    toGrid(exec, lattice, particles, second, scratch);
    EXPECT_GT(length(spinOf(lattice, second) - spinOf(lattice, first)), 1e-5 * mass);
}

TEST(GridTransfer, ImplicitParticlesKeepTheirVelocitiesWhereTheGridDoesNotChange) {
    Blob blob = cloud(500);
    const std::vector<Vec3f> before = blob.velocity;
    const auto exec = exec::Exec::serial();
    const Particles particles = blob.particles();
    const Lattice lattice = boxAround(exec, particles.position, blob.spacing);
    SandOnGrid sand;
    TransferScratch scratch;
    toGrid(exec, lattice, particles, sand, scratch);
    toParticles(exec, lattice, sand.velocity, sand.velocity, Transfer::Implicit, particles);
    EXPECT_TRUE(blob.velocity == before);
}

TEST(GridTransfer, HasTheSameBitsForAnyNumberOfThreads) {
    Blob blob = cloud(20000);
    const Particles particles = blob.particles();
    const Lattice lattice = boxAround(exec::Exec::serial(), particles.position, blob.spacing);
    SandOnGrid one, four;
    TransferScratch scratch;
    toGrid(exec::Exec::serial(), lattice, particles, one, scratch);
    toGrid(exec::Exec::cpu(4), lattice, particles, four, scratch);
    for (int a = 0; a < 3; ++a) {
        EXPECT_TRUE(one.mass[a] == four.mass[a]);
        EXPECT_TRUE(one.velocity[a] == four.velocity[a]);
    }
    EXPECT_TRUE(one.cell_mass == four.cell_mass);
}

}  // namespace
}  // namespace talus::sand::grid
