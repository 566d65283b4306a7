// Rigid clusters: which cells belong together, and what a cluster keeps.
#include "talus/exec/exec.h"
#include "talus/sand/grid/clusters.h"
#include "talus/sand/grid/prepare.h"

namespace talus::sand::grid {
namespace {

struct Field {
    Lattice lattice{{-3, 2, 5}, {12, 9, 8}, 0.25};
    Solids solids;
    SandOnGrid sand;
    std::vector<std::uint8_t> rigid;
    Faces velocity;

    Field() {
        const std::size_t n = lattice.cells();
        sampleSolids(exec::Exec::serial(), lattice, {}, {}, solids);
        rigid.assign(n, 0);
        sand.cell_mass.assign(n, 1);
        for (int a = 0; a < 3; ++a) {
            sand.mass[a].resize(n);
            velocity[a].resize(n);
            for (std::size_t f = 0; f < n; ++f) {
                sand.mass[a][f] = 1 + 0.3 * std::sin(static_cast<double>(f + 7));
                velocity[a][f] = std::cos(static_cast<double>(5 * f) + a);
            }
        }
    }
    /// Momentum and angular momentum of all faces.
    std::pair<Vec3d, Vec3d> momenta(const Faces& v) const {
        Vec3d momentum, spin;
        for (int k = 1; k < lattice.count.z - 1; ++k)
            for (int j = 1; j < lattice.count.y - 1; ++j)
                for (int i = 1; i < lattice.count.x - 1; ++i)
                    for (int a = 0; a < 3; ++a) {
                        const std::size_t f = lattice.index(i, j, k);
                        Vec3d one;
                        setComponent(one, a, sand.mass[a][f] * v[a][f]);
                        momentum += one;
                        spin += cross(lattice.position(
                                          {a == 0 ? i : i + 0.5, a == 1 ? j : j + 0.5, a == 2 ? k : k + 0.5}),
                                      one);
                    }
        return {momentum, spin};
    }
};

TEST(GridClusters, CellsThatShareAFaceAreOneCluster) {
    Field f;
    const auto set = [&](int i, int j, int k) { f.rigid[f.lattice.index(i, j, k)] = 1; };
    set(2, 2, 2);
    set(3, 2, 2);
    set(3, 3, 2);
    set(4, 4, 2);  // touches the others along an edge only
    set(8, 5, 5);
    std::uint32_t clusters = 0;
    const std::vector<std::uint32_t> cluster = connect(f.lattice, f.rigid, clusters);
    EXPECT_EQ(clusters, 3u);
    const auto at = [&](int i, int j, int k) { return cluster[f.lattice.index(i, j, k)]; };
    EXPECT_EQ(at(2, 2, 2), 0u);
    EXPECT_EQ(at(3, 3, 2), 0u);
    EXPECT_EQ(at(4, 4, 2), 1u);
    EXPECT_EQ(at(8, 5, 5), 2u);
    EXPECT_EQ(at(5, 5, 5), no_cluster);
}

TEST(GridClusters, KeepTheirMomentumAndAngularMomentumAndLoseEnergy) {
    Field f;
    for (int k = 2; k < 5; ++k)
        for (int j = 2; j < 6; ++j)
            for (int i = 2; i < 7; ++i) f.rigid[f.lattice.index(i, j, k)] = 1;
    f.rigid[f.lattice.index(9, 6, 5)] = 1;  // alone, it cannot spin
    std::uint32_t clusters = 0;
    const std::vector<std::uint32_t> cluster = connect(f.lattice, f.rigid, clusters);
    EXPECT_EQ(clusters, 2u);
    Faces after = f.velocity;
    std::vector<Reaction> reactions;
    makeRigid(f.lattice, f.solids, f.sand, cluster, clusters, std::vector<double>(f.lattice.cells(), 0),
              after, reactions);
    EXPECT_TRUE(reactions.empty());
    const auto [momentum, spin] = f.momenta(f.velocity);
    const auto [momentum_after, spin_after] = f.momenta(after);
    EXPECT_LT(length(momentum_after - momentum), 1e-10);
    EXPECT_LT(length(spin_after - spin), 1e-10);
    const auto exec = exec::Exec::serial();
    EXPECT_LT(kineticEnergyOf(exec, f.lattice, f.sand, after),
              kineticEnergyOf(exec, f.lattice, f.sand, f.velocity));
    // Rigid: no strain between the faces of a cell, and none across an edge.
    const std::size_t c = f.lattice.index(4, 4, 3), y = f.lattice.stride(1);
    EXPECT_NEAR(after[0][c + 1], after[0][c], 1e-12);
    EXPECT_NEAR(after[0][c] - after[0][c - y] + after[1][c] - after[1][c - 1], 0, 1e-12);
    EXPECT_GT(std::abs(after[0][c] - after[0][c - y]), 1e-6);  // it turns
}

/// A block on a floor of friction 0.3, which moves by (1, 0, -1).
struct OnFloor : Field {
    double floor = 0;
    std::vector<double> friction_limit;
    std::vector<std::uint32_t> cluster;
    std::uint32_t clusters = 0;

    explicit OnFloor(double strength) {
        floor = lattice.position(Vec3d{0, 0, 2}).z;
        const double z = floor;
        sampleSolids(
            exec::Exec::serial(), lattice,
            [z](const Vec3d& x) {
                return SolidAt{x.z - z, {}, 0.3};
            },
            {}, solids);
        for (int k = 2; k < 5; ++k)
            for (int j = 2; j < 6; ++j)
                for (int i = 2; i < 7; ++i) rigid[lattice.index(i, j, k)] = 1;
        cluster = connect(lattice, rigid, clusters);
        friction_limit.assign(lattice.cells(), 0);
        for (std::size_t c = 0; c < lattice.cells(); ++c)
            if (!(solids.rough[c] == Vec3d{}) && cluster[c] != no_cluster) friction_limit[c] = strength;
        for (int a = 0; a < 3; ++a)
            for (double& v : velocity[a]) v = a == 0 ? 1 : a == 2 ? -1 : 0;
    }
};

// Coulomb: the impulse along the wall is at most the limit and friction times the impulse that stops the
// fall. A strong friction_limit holds the cluster.
TEST(GridClusters, WallsSlowASlidingClusterByCoulombsLimit) {
    for (const double strength : {0.2, 1e3}) {
        OnFloor f(strength);
        ASSERT_EQ(f.clusters, 1u);
        std::vector<Reaction> reactions;
        Faces after = f.velocity;
        makeRigid(f.lattice, f.solids, f.sand, f.cluster, f.clusters, f.friction_limit, after, reactions);
        Vec3d impulse;
        for (const Reaction& reaction : reactions) impulse += reaction.impulse;
        EXPECT_LT(impulse.z, 0);
        const std::size_t c = f.lattice.index(4, 4, 3);
        if (strength < 1) {
            double limit = 0.3 * -impulse.z;
            for (const double of : f.friction_limit) limit += of;
            EXPECT_NEAR(impulse.x, limit, 1e-6 * limit);
            EXPECT_GT(after[0][c], 0.1);
        } else {
            EXPECT_NEAR(after[0][f.lattice.index(4, 4, 2)], 0, 1e-3);
        }
        // No corner of its base goes into the floor, to what 100 iterations leave.
        for (const int i : {2, 6})
            for (const int j : {2, 5}) EXPECT_GT(after[2][f.lattice.index(i, j, 3)], -0.02);
    }
}

}  // namespace
}  // namespace talus::sand::grid
