#include "talus/neighbors/cell_grid.h"

#include <algorithm>
#include <set>

#include "talus/core/rng.h"

namespace talus::neighbors {
namespace {

std::vector<Vec3d> sortedCloud(const std::vector<Vec3d>& cloud, double cell) {
    Array<std::uint32_t> order;
    spatialOrder(exec::Exec::serial(), {cloud.data(), cloud.size()}, cell, order);
    std::vector<Vec3d> sorted;
    for (const std::uint32_t i : order.view()) sorted.push_back(cloud[i]);
    return sorted;
}

std::vector<Vec3d> randomCloud(std::size_t count, double size, std::uint32_t seed) {
    const Random random{seed, 0};
    std::vector<Vec3d> cloud(count);
    for (std::size_t i = 0; i < count; ++i)
        cloud[i] = {random.uniform(-size, size, i, 0), random.uniform(-size, size, i, 1),
                    random.uniform(-size, size, i, 2)};
    return cloud;
}

using Pairs = std::set<std::pair<std::size_t, std::size_t>>;

Pairs pairsByGrid(const std::vector<Vec3d>& p, double cell, CellGrid::Lookup lookup, int cells = 1) {
    const CellGrid grid(exec::Exec::serial(), {p.data(), p.size()}, cell, lookup);
    const double reach = cells * cell;
    Pairs pairs;
    for (std::size_t i = 0; i < p.size(); ++i) {
        std::vector<CellRange> near;
        grid.inside(boxAround(grid.cellAt(p[i]), cells), near);
        for (const CellRange range : near)
            for (std::size_t j = range.begin; j < range.end; ++j)
                if (i < j && squaredLength(p[i] - p[j]) < reach * reach) {
                    // A pair seen twice would be a force applied twice.
                    EXPECT_TRUE(pairs.insert({i, j}).second) << i << " " << j;
                }
    }
    return pairs;
}

Pairs pairsByForce(const std::vector<Vec3d>& p, double reach) {
    Pairs pairs;
    for (std::size_t i = 0; i < p.size(); ++i)
        for (std::size_t j = i + 1; j < p.size(); ++j)
            if (squaredLength(p[i] - p[j]) < reach * reach) pairs.insert({i, j});
    return pairs;
}

class BothLookups : public testing::TestWithParam<CellGrid::Lookup> {};
INSTANTIATE_TEST_SUITE_P(Grid, BothLookups,
                         testing::Values(CellGrid::Lookup::Automatic, CellGrid::Lookup::Hashed));

TEST_P(BothLookups, FindsThePairsThatBruteForceFinds) {
    for (std::uint32_t seed = 0; seed < 5; ++seed) {
        const auto cloud = sortedCloud(randomCloud(600, 1.0, seed), 0.25);
        const Pairs expected = pairsByForce(cloud, 0.25);
        ASSERT_GT(expected.size(), 200u);
        EXPECT_EQ(pairsByGrid(cloud, 0.25, GetParam()), expected);
        const auto finer = sortedCloud(cloud, 0.125);
        EXPECT_EQ(pairsByGrid(finer, 0.125, GetParam(), 2), pairsByForce(finer, 0.25));
    }
}

TEST_P(BothLookups, LosesNothingFarAway) {
    // Two lumps 10^6 cells and more apart, across the place where Morton keys repeat (2^21 cells).
    std::vector<Vec3d> cloud = randomCloud(200, 1.0, 9);
    for (std::size_t i = 0; i < 100; ++i) cloud[i].x += 0.25 * 2097152.0;
    for (std::size_t i = 0; i < 50; ++i) cloud[i].z -= 3e8;
    const auto sorted = sortedCloud(cloud, 0.25);
    const Pairs expected = pairsByForce(sorted, 0.25);
    ASSERT_GT(expected.size(), 5u);
    EXPECT_EQ(pairsByGrid(sorted, 0.25, GetParam()), expected);
}

TEST_P(BothLookups, EmptyAndSingle) {
    EXPECT_TRUE(pairsByGrid({}, 1, GetParam()).empty());
    EXPECT_TRUE(pairsByGrid({{1, 2, 3}}, 1, GetParam()).empty());
}

TEST(CellGrid, TakesTheTableWhenDenseAndTheHashWhenScattered) {
    const auto dense = sortedCloud(randomCloud(600, 1.0, 1), 0.25);
    const auto scattered = sortedCloud(randomCloud(600, 1000.0, 1), 0.25);
    const auto serial = exec::Exec::serial();
    EXPECT_TRUE(CellGrid(serial, {dense.data(), dense.size()}, 0.25, CellGrid::Lookup::Automatic).isDense());
    EXPECT_FALSE(
        CellGrid(serial, {scattered.data(), scattered.size()}, 0.25, CellGrid::Lookup::Automatic).isDense());
}

TEST(SpatialOrder, IsAPermutationThatKeepsCellsTogether) {
    const auto cloud = randomCloud(5000, 3.0, 4);
    Array<std::uint32_t> order;
    spatialOrder(exec::Exec::cpu(3), {cloud.data(), cloud.size()}, 0.5, order);
    std::vector<std::uint32_t> seen(order.view().begin(), order.view().end());
    std::sort(seen.begin(), seen.end());
    for (std::uint32_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], i);

    std::set<std::uint64_t> done;
    std::uint64_t current = ~std::uint64_t{0};
    for (const std::uint32_t i : order.view()) {
        const std::uint64_t key = mortonKey(cellOf(cloud[i], 2.0));
        if (key == current) continue;
        ASSERT_TRUE(done.insert(key).second) << "a cell comes in two pieces";
        current = key;
    }
}

// Values worked out by hand from the paper's primes.
TEST(TeschnerHash, UsesThePapersPrimes) {
    EXPECT_EQ(teschnerHash({1, 0, 0}), 73856093u);
    EXPECT_EQ(teschnerHash({0, 1, 0}), 19349663u);
    EXPECT_EQ(teschnerHash({0, 0, 1}), 83492791u);
    EXPECT_EQ(teschnerHash({1, 1, 0}), 73856093u ^ 19349663u);
}

}  // namespace
}  // namespace talus::neighbors
