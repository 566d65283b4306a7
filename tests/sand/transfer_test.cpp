// The transfers between particles and grid keep mass, momentum and angular momentum, and reproduce flows that
// are linear in space.
#include "talus/sand/mpm/transfer.h"

#include <gtest/gtest.h>

#include <cstring>

#include "talus/core/rng.h"
#include "talus/sand/mpm/one_particle.h"

namespace talus::sand::mpm {
namespace {

constexpr std::size_t count = 37;  // two whole batches and a part
constexpr double cell = 0.1;

struct Cloud {
    std::vector<Vec3d> position;
    std::vector<Vec3f> velocity, dx, dy, dz, strain, shear;
    std::vector<float> maxwell;

    Particles view() {
        const auto of = [](auto& v) { return exec::View{v.data(), v.size()}; };
        return {of(position), of(velocity), of(dx), of(dy), of(dz), of(strain), of(shear), of(maxwell)};
    }
};

/// Particles in the tile at the origin, also where they may wander to.
Cloud cloud() {
    const Random random{7, 1};
    Cloud all;
    for (std::uint32_t n = 0; n < count; ++n) {
        const auto one = [&](std::uint32_t k, double low, double high) {
            return random.uniform(low, high, n, k);
        };
        const auto vector = [&](std::uint32_t k, double size) {
            return narrow(Vec3d{one(k, -size, size), one(k + 1, -size, size), one(k + 2, -size, size)});
        };
        all.position.push_back(Vec3d{one(0, -0.5, 5.5), one(1, -0.5, 5.5), one(2, -0.5, 5.5)} * cell);
        all.velocity.push_back(vector(3, 1));
        all.dx.push_back(vector(6, 1));
        all.dy.push_back(vector(9, 1));
        all.dz.push_back(vector(12, 1));
        all.strain.push_back(vector(15, 0.01) - Vec3f{0.02f, 0.02f, 0.02f});
        all.shear.push_back(vector(18, 0.005));
        all.maxwell.push_back(static_cast<float>(one(21, -0.01, 0.01)));
    }
    return all;
}

Transfer transfer() {
    Transfer t{.lattice = Lattice({}, cell, {}),
               .dt = 1e-3f,
               .bulk = 40,
               .shear = 30,
               .law = {0.9f, 0, 0},
               .relaxation = {0.6f, 0.9f}};
    return t;
}

Vec3d placeOf(std::size_t n) {
    const auto at = static_cast<int>(n);
    return Vec3d{double(at / 64 + patch_first), double(at / 8 % 8 + patch_first),
                 double(at % 8 + patch_first)} *
           cell;
}

/// Mass, momentum and angular momentum of an affine particle: x x m v, and m h^2 / 4 times the antisymmetric
/// part of the derivatives.
struct Sums {
    double mass = 0;
    Vec3d momentum, angular;
};

TEST(Transfer, KeepsMassMomentumAndAngularMomentum) {
    Cloud all = cloud();
    Sums before;
    for (std::size_t n = 0; n < count; ++n) {
        before.mass += 1;
        before.momentum += wide(all.velocity[n]);
        const Vec3d spin{all.dy[n].z - all.dz[n].y, all.dz[n].x - all.dx[n].z, all.dx[n].y - all.dy[n].x};
        before.angular += cross(all.position[n], wide(all.velocity[n])) + spin * (cell * cell / 4);
    }
    Patch patch{};
    toPatch(transfer(), all.view(), {}, 0, count, patch);
    Sums after;
    for (std::size_t n = 0; n < patch_nodes; ++n) {
        const Node& node = patch.nodes[n];
        after.mass += node.w;
        after.momentum += wide(node.xyz());
        after.angular += cross(placeOf(n), wide(node.xyz()));
    }
    // Single precision; the stress, whose impulses add up to nothing, is some 2 m/s at each node.
    EXPECT_NEAR(after.mass, before.mass, 1e-5 * count);
    EXPECT_LT(length(after.momentum - before.momentum), 1e-6 * count);
    EXPECT_LT(length(after.angular - before.angular), 1e-6 * count);
}

TEST(Transfer, ReproducesLinearFlows) {
    const Vec3d v0{0.3, -0.2, 0.1}, gx{1, 2, 3}, gy{-1, 0.5, 2}, gz{0.1, -2, 1};
    const auto flow = [&](const Vec3d& x) { return v0 + gx * x.x + gy * x.y + gz * x.z; };
    Cloud all = cloud();
    Patch patch{};
    for (std::size_t n = 0; n < patch_nodes; ++n) patch.nodes[n] = quad<float>(flow(placeOf(n)), 8);
    fromPatch(transfer(), all.view(), {}, 0, count, patch, {});
    for (std::size_t n = 0; n < count; ++n) {
        EXPECT_LT(length(wide(all.velocity[n]) - flow(all.position[n])), 2e-6);
        EXPECT_LT(length(wide(all.dx[n]) - gx), 1e-4);
        EXPECT_LT(length(wide(all.dy[n]) - gy), 1e-4);
        EXPECT_LT(length(wide(all.dz[n]) - gz), 1e-4);
    }
}

TEST(Transfer, UsesTheNodesThatAParticleHasOfItsOwn) {
    Cloud all = cloud();
    const Patch patch{};
    std::array<Node, 36> own{};
    for (Node& node : own) node = {1, 2, 3, 8};
    const NodesOf of{20, own.data()};
    fromPatch(transfer(), all.view(), {}, 0, count, patch, {&of, 1});
    for (std::size_t n = 0; n < count; ++n)
        EXPECT_NEAR(double{all.velocity[n].y}, n == 20 ? 2 : 0, 1e-5) << n;
}

// A device and the hot path of the processor take the particles one by one or many at a time; the bits are
// the same (docs/decisions.md: no contraction, one order of sums).
TEST(Transfer, OneParticleAtATimeGivesTheSameBits) {
    Cloud all = cloud();
    // So fast that some strains within the step need eigenvalues, and with some particles apart.
    for (Vec3f& v : all.velocity) v = v * 40.0f;
    for (std::size_t n = 0; n < count; n += 3) all.strain[n] = {0.1f, 0.1f, 0.1f};
    const Transfer t = transfer();
    const Particles p = all.view();
    Patch many{};
    toPatch(t, p, {}, 0, count, many);
    Patch moments{};
    momentsToPatch(t, p, {}, 0, count, moments);
    const auto expectSameAs = [&](const Patch& patch, auto given_at) {
        std::vector<Node> one(patch_nodes);
        for (std::size_t n = 0; n < count; ++n) {
            const Stencil s(t.lattice, p.position[n], {});
            const Given given = given_at(n);
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j)
                    for (int k = 0; k < 3; ++k) {
                        Node& node = one[static_cast<std::size_t>(s.firstNode() + patchIndex(i, j, k))];
                        const Node more = givenTo(given, s, i, j, k);
                        node += more.xyz();
                        node.w += more.w;
                    }
        }
        EXPECT_EQ(std::memcmp(one.data(), patch.nodes.data(), patch_nodes * sizeof(Node)), 0);
    };
    expectSameAs(many, [&](std::size_t n) { return givenBy(t, p, n); });
    expectSameAs(moments, [&](std::size_t n) { return momentOf(p, n); });

    for (Node& node : many.nodes) {
        toVelocity(node, {});
        toVolume(node, 0);
    }
    Cloud after = all;
    fromPatch(t, after.view(), {}, 0, count, many, {});
    bool large = false, apart = false;
    for (std::size_t n = 0; n < count; ++n) {
        const Stencil s(t.lattice, p.position[n], {});
        const Taken taken = takenFrom(s, cell, [&](int i, int j, int k) {
            return many.nodes[static_cast<std::size_t>(s.firstNode() + patchIndex(i, j, k))];
        });
        const Vec3f e = p.strain[n], o = p.shear[n];
        float m = p.maxwell[n];
        const Symmetric<float> h = strainAfter(t, taken, {e.x, e.y, e.z, o.x, o.y, o.z}, m);
        EXPECT_EQ(taken.velocity, after.velocity[n]);
        EXPECT_EQ(taken.dx, after.dx[n]);
        EXPECT_EQ(taken.dy, after.dy[n]);
        EXPECT_EQ(taken.dz, after.dz[n]);
        EXPECT_EQ((Vec3f{h.xx, h.yy, h.zz}), after.strain[n]) << n;
        EXPECT_EQ((Vec3f{h.yz, h.zx, h.xy}), after.shear[n]) << n;
        EXPECT_EQ(m, after.maxwell[n]) << n;
        large = large || length(taken.dx) * t.dt > 0.3f;  // of |b - I|, at least as much
        apart = apart || h.xx + h.yy + h.zz > 0;
    }
    EXPECT_TRUE(large) << "no logarithm needed eigenvalues";
    EXPECT_TRUE(apart);
}

// A pair of nodes has what both transfers give, to the last bit.
TEST(Transfer, PairsHoldWhatIsGivenWithAndWithoutStress) {
    Cloud all = cloud();
    Cloud loose = all;
    for (Vec3f& e : loose.strain) e = {};
    for (Vec3f& o : loose.shear) o = {};
    Transfer t = transfer(), quiet = t;
    quiet.viscosity = 0;
    quiet.relaxation = {};
    PairPatch pairs{};
    toPatch(t, all.view(), {}, 0, count, pairs);
    Patch with{}, without{};
    toPatch(t, all.view(), {}, 0, count, with);
    toPatch(quiet, loose.view(), {}, 0, count, without);
    bool differ = false;
    for (std::size_t n = 0; n < patch_nodes; ++n) {
        EXPECT_EQ(std::memcmp(&pairs.nodes[n].low, &with.nodes[n], sizeof(Node)), 0) << n;
        EXPECT_EQ(pairs.nodes[n].high.xyz(), without.nodes[n].xyz()) << n;
        EXPECT_EQ(pairs.nodes[n].high.w, without.nodes[n].w) << n;
        differ = differ || with.nodes[n].xyz() != without.nodes[n].xyz();
    }
    EXPECT_TRUE(differ) << "the stress is not zero";
}

// What a particle keeps: a share of its velocity less that of the nodes without stress, also where it has
// nodes of its own; one at a time with the same bits.
TEST(Transfer, ResidualIsWhatTheNodesDoNotShow) {
    Cloud all = cloud();
    const std::vector<Vec3f> before = all.velocity;
    Transfer t = transfer();
    t.kept = 0.75f;
    Patch patch{}, without{};
    for (std::size_t n = 0; n < patch_nodes; ++n) {
        patch.nodes[n] = {1, 2, 3, 8};
        without.nodes[n] = quad<float>(placeOf(n), 8);
    }
    std::array<Node, 36> own{}, own_without{};
    for (Node& node : own_without) node = {5, 6, 7, 8};
    const NodesOf of{20, own.data(), own_without.data()};
    std::vector<Vec3f> residual(count);
    const std::vector<Vec3d> position = all.position;
    fromPatch(t, all.view(), {}, 0, count, patch, {&of, 1}, &without, residual);
    for (std::size_t n = 0; n < count; ++n) {
        const Vec3d on_grid = n == 20 ? Vec3d{5, 6, 7} : position[n];
        EXPECT_LT(length(wide(residual[n]) - 0.75 * (wide(before[n]) - on_grid)), 3e-6) << n;
        if (n == 20) continue;
        const Stencil s(t.lattice, position[n], {});
        const Vec3f one = velocityFrom(s, [&](int i, int j, int k) {
            return without.nodes[static_cast<std::size_t>(s.firstNode() + patchIndex(i, j, k))];
        });
        EXPECT_EQ(residual[n], (before[n] - one) * t.kept) << n;
    }
}

// Each node of volume 1 / mass is shared by its particles in proportion to their weights, so the volumes of
// all particles add up to the number of nodes that have sand, whatever the disorder: 391 of 512 for these
// particles. 1e-5: single precision of a thousand products.
TEST(Transfer, VolumesOfParticlesAddUpToTheNodes) {
    Cloud all = cloud();
    const Transfer t = transfer();
    const Particles p = all.view();
    Patch patch{};
    toPatch(t, p, {}, 0, count, patch);
    double nodes = 0, sum = 0;
    for (Node& node : patch.nodes) {
        nodes += node.w > 0 ? 1 : 0;
        toVolume(node, 0);
    }
    for (std::size_t n = 0; n < count; ++n) {
        const Stencil s(t.lattice, p.position[n], {});
        sum += double{takenFrom(s, cell, [&](int i, int j, int k) {
                          return patch.nodes[static_cast<std::size_t>(s.firstNode() + patchIndex(i, j, k))];
                      }).around.volume};
    }
    EXPECT_NEAR(sum / particles_in_cell, nodes, 1e-5 * nodes);
    Node half{0, 0, 0, 4};
    toVolume(half, 0.5);
    EXPECT_FLOAT_EQ(half.w, 1) << "half of the weight is inside a solid";
}

TEST(Tile, CodesAndPlaces) {
    for (const TileAt at : {TileAt{0, 0, 0}, TileAt{-3, 7, -250000}}) EXPECT_EQ(tileOf(codeOf(at)), at);
    const Lattice periodic({}, cell, {{0, 0, 0}, {0.8, 0, 0}});
    EXPECT_EQ(periodic.wrapped({-1, -1, 5}), (TileAt{1, -1, 5}));
    // The particle's lowest node is in the tile.
    EXPECT_EQ(Lattice({}, cell, {}).tileAt({0.04, 0.06, 0.451}), (TileAt{-1, 0, 1}));
    // Just beyond the left side of the domain is just before the right side of its last tile.
    EXPECT_NEAR(periodic.inTile({0.01, 0, 0}, periodic.cornerOf({1, 0, 0})).x, 4.1, 1e-12);
}

}  // namespace
}  // namespace talus::sand::mpm
