// Rigid clusters: which cells belong together, and what a cluster keeps.
#include "talus/exec/exec.h"
#include "talus/sand/grid/clusters.h"
#include "talus/sand/grid/prepare.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

struct Field {
    Lattice lattice{{-3, 2, 5}, {12, 9, 8}, 0.25};
    Solids solids;
    SandOnGrid sand;
    std::vector<std::uint8_t> rigid;
    Faces velocity;

    explicit Field(const std::array<bool, 3>& wraps = {}) {
        lattice.wraps = wraps;
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
        wrapRing(exec::Exec::serial(), lattice, sand.mass);
        wrapRing(exec::Exec::serial(), lattice, velocity);
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
    /// The velocity that makeRigid() leaves where nothing touches a wall.
    Faces rigidMotion(const Clusters& clusters) const {
        Faces after = velocity;
        std::vector<Reaction> reactions;
        makeRigid(exec::Exec::serial(), lattice, solids, sand, clusters,
                  std::vector<double>(lattice.cells(), 0), after, reactions);
        EXPECT_TRUE(reactions.empty());
        return after;
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
    const Clusters clusters = connect(f.lattice, f.rigid);
    EXPECT_EQ(clusters.count(), 3u);
    const auto at = [&](int i, int j, int k) { return clusters.of[f.lattice.index(i, j, k)]; };
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
    const Clusters clusters = connect(f.lattice, f.rigid);
    EXPECT_EQ(clusters.count(), 2u);
    const Faces after = f.rigidMotion(clusters);
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

// Two bars along x that the side along y cuts, one cell short of the period and as long as it, and steps that
// come back to their first cell one period further along both axes.
TEST(GridClusters, ContinueThroughPeriodicSides) {
    Field f({true, true, false});
    const int nx = f.lattice.count.x - 2, ny = f.lattice.count.y - 2;
    const auto set = [&](int i, int j, int k) {
        f.rigid[f.lattice.inPeriod(f.lattice.index(1 + i % nx, 1 + j % ny, k))] = 1;
    };
    for (int i = 0; i < nx; ++i)
        for (const int j : {0, ny - 1}) {
            if (i < nx - 1) set(i + 5, j, 1);
            set(i, j, 3);
        }
    for (int i = 0, j = 0; i < nx * ny; ++i) {  // up by a cell where y has not come round yet
        set(i, j, 6);
        if (j < ny) set(i, ++j, 6);
    }
    const Clusters clusters = connect(f.lattice, f.rigid);
    ASSERT_EQ(clusters.count(), 3u);
    EXPECT_EQ(clusters.endless[0], (std::array{false, false, false}));
    EXPECT_EQ(clusters.endless[1], (std::array{true, false, false}));
    EXPECT_EQ(clusters.endless[2], (std::array{true, true, false}));
    // The cells of the short bar lie beside each other.
    const auto place = [&](int i, int j) {
        const std::size_t c = f.lattice.index(1 + i % nx, 1 + j, 1);
        const auto& shift = clusters.shift[c];
        EXPECT_EQ(clusters.of[c], 0u);
        return std::array{i % nx + shift[0] * nx, j + shift[1] * ny};
    };
    const auto first = place(5, 0);
    for (int i = 0; i < nx - 1; ++i) {
        EXPECT_EQ(place(i + 5, 0), (std::array{first[0] + i, first[1]}));
        EXPECT_EQ(place(i + 5, ny - 1), (std::array{first[0] + i, first[1] - 1}));
    }
}

/// A block in the middle of a domain that repeats along all axes, and the same one moved by cells through the
/// sides.
struct Moved {
    Field middle{{true, true, true}}, block{{true, true, true}};
    const Lattice& l = middle.lattice;
    Vec3i by;

    explicit Moved(const Vec3i& cells) : by(cells) {
        forAll([&](int i, int j, int k, std::size_t c, std::size_t to) {
            middle.rigid[c] = i > 1 && i < 8 && j > 0 && j < 5 && k > 0 && k < 5;
            block.rigid[to] = middle.rigid[c];
            for (int a = 0; a < 3; ++a) {
                block.sand.mass[a][to] = middle.sand.mass[a][c];
                block.velocity[a][to] = middle.velocity[a][c];
            }
        });
        wrapRing(exec::Exec::serial(), l, block.sand.mass);
        wrapRing(exec::Exec::serial(), l, block.velocity);
    }
    /// Calls take(i, j, k, cell, where it is moved to) for all cells inside the ring.
    template <class Take>
    void forAll(Take take) const {
        const Vec3i n = l.count - Vec3i{2, 2, 2};
        for (int k = 0; k < n.z; ++k)
            for (int j = 0; j < n.y; ++j)
                for (int i = 0; i < n.x; ++i)
                    take(i, j, k, l.index(1 + i, 1 + j, 1 + k),
                         l.index(1 + (i + by.x) % n.x, 1 + (j + by.y) % n.y, 1 + (k + by.z) % n.z));
    }
    double apart(const Faces& of_middle, const Faces& of_block) const {
        double most = 0;
        forAll([&](int, int, int, std::size_t c, std::size_t to) {
            for (int a = 0; a < 3; ++a) most = std::max(most, std::abs(of_block[a][to] - of_middle[a][c]));
        });
        return most;
    }
};

TEST(GridClusters, TheMotionDoesNotDependOnWhereTheSideIs) {
    for (int cells = 0; cells < 10; ++cells) {
        const Moved moved({cells, cells, cells});
        const Faces expected = moved.middle.rigidMotion(connect(moved.l, moved.middle.rigid)),
                    after = moved.block.rigidMotion(connect(moved.l, moved.block.rigid));
        EXPECT_LT(moved.apart(expected, after), 1e-12) << cells;
        for (std::size_t c = 0; c < moved.l.cells(); ++c)
            for (int a = 0; a < 3; ++a) EXPECT_EQ(after[a][c], after[a][moved.l.inPeriod(c)]);
        const auto [momentum, spin] = moved.middle.momenta(moved.middle.velocity);
        const auto [momentum_after, spin_after] = moved.middle.momenta(expected);
        EXPECT_LT(length(momentum_after - momentum), 1e-10);
        EXPECT_LT(length(spin_after - spin), 1e-10);
    }
}

// The same on a floor. Impulses are those that iterations in another order leave.
TEST(GridClusters, ContactsDoNotDependOnWhereTheSideIs) {
    Moved moved({5, 4, 0});
    const double floor = moved.l.position(Vec3d{0, 0, 2}).z;
    Faces after[2];
    Vec3d impulse[2];
    for (const bool is_moved : {false, true}) {
        Field& f = is_moved ? moved.block : moved.middle;
        sampleSolids(
            exec::Exec::serial(), f.lattice,
            [floor](const Vec3d& x) {
                return SolidAt{x.z - floor, {}, 0.3};
            },
            {}, f.solids);
        after[is_moved] = f.velocity;
        std::vector<Reaction> reactions;
        makeRigid(exec::Exec::serial(), f.lattice, f.solids, f.sand, connect(f.lattice, f.rigid),
                  std::vector<double>(f.lattice.cells(), 0.2), after[is_moved], reactions);
        EXPECT_GT(reactions.size(), 3u);
        const Vec3d low = f.lattice.position({1, 1, 1}),
                    high = f.lattice.position({f.lattice.count.x - 1.0, f.lattice.count.y - 1.0, 3});
        for (const Reaction& reaction : reactions) {
            const Vec3d& x = reaction.position;
            EXPECT_TRUE(x.x > low.x && x.x < high.x && x.y > low.y && x.y < high.y && x.z < high.z);
            impulse[is_moved] += reaction.impulse;
        }
    }
    EXPECT_LT(moved.apart(after[0], after[1]), 1e-5);
    EXPECT_LT(length(impulse[1] - impulse[0]), 1e-5 * length(impulse[0]));
}

// A bar as long as the period turns about its axis alone, with its momentum and that angular momentum; a
// layer does not turn.
TEST(GridClusters, EndlessOnesTurnAboutTheirAxisAlone) {
    for (const bool layer : {false, true}) {
        Field f({true, true, false});
        const Lattice& l = f.lattice;
        for (int k = 2; k < 5; ++k)
            for (int j = layer ? 1 : 2; j < (layer ? l.count.y - 1 : 5); ++j)
                for (int i = 1; i < l.count.x - 1; ++i) f.rigid[l.index(i, j, k)] = 1;
        const Clusters clusters = connect(l, f.rigid);
        ASSERT_EQ(clusters.count(), 1u);
        EXPECT_EQ(clusters.endless[0], (std::array{true, layer, false}));
        const Faces after = f.rigidMotion(clusters);
        const auto [momentum, spin] = f.momenta(f.velocity);
        const auto [momentum_after, spin_after] = f.momenta(after);
        EXPECT_LT(length(momentum_after - momentum), 1e-10);
        if (!layer) {
            EXPECT_NEAR(spin_after.x, spin.x, 1e-10);
        }
        const std::size_t c = l.index(1, 3, 3), y = l.stride(1), z = l.stride(2);
        for (std::size_t i = 0; i < 10; ++i) {
            EXPECT_NEAR(after[0][c + i - y + z], after[0][c], 1e-12);
            for (int a = 0; a < 3; ++a) EXPECT_NEAR(after[a][c + i], after[a][c], 1e-12);
        }
        const double turns = after[2][c + y] - after[2][c];
        EXPECT_NEAR(turns + after[1][c + z] - after[1][c], 0, 1e-12);
        EXPECT_EQ(std::abs(turns) > 1e-3, !layer);
    }
}

/// A block on a floor of friction 0.3, which moves by (1, 0, -1).
struct OnFloor : Field {
    double floor = 0;
    std::vector<double> friction_limit;
    Clusters clusters;

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
        clusters = connect(lattice, rigid);
        friction_limit.assign(lattice.cells(), 0);
        for (std::size_t c = 0; c < lattice.cells(); ++c)
            if (!(solids.rough[c] == Vec3d{}) && clusters.of[c] != no_cluster) friction_limit[c] = strength;
        for (int a = 0; a < 3; ++a)
            for (double& v : velocity[a]) v = a == 0 ? 1 : a == 2 ? -1 : 0;
    }
};

// Coulomb: the impulse along the wall is at most the limit and friction times the impulse that stops the
// fall. A strong friction_limit holds the cluster.
TEST(GridClusters, WallsSlowASlidingClusterByCoulombsLimit) {
    for (const double strength : {0.2, 1e3}) {
        OnFloor f(strength);
        ASSERT_EQ(f.clusters.count(), 1u);
        std::vector<Reaction> reactions;
        Faces after = f.velocity;
        makeRigid(exec::Exec::serial(), f.lattice, f.solids, f.sand, f.clusters, f.friction_limit, after,
                  reactions);
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
