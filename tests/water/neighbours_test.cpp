// Neighbour lists against all pairs, in open and periodic domains, for a box and for some that flew far off.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "talus/core/rng.h"
#include "talus/step/pipeline.h"
#include "talus/water/pipeline.h"
#include "talus/water/search/codes.h"
#include "talus/water/search/find_neighbours.h"

namespace talus::water {
namespace {

constexpr double support = 0.1;

/// A world with particles at random places.
state::World worldOf(std::size_t count, const Vec3d& size, std::size_t far_off) {
    state::World world;
    addTables(world, Setup{});
    state::Table& rows = world.table(water_table);
    rows.resize(count);
    const auto position = rows.write(fields::position);
    const auto id = rows.write(fields::id);
    const Random random{7, 1};
    for (std::size_t i = 0; i < count; ++i) {
        id[i] = static_cast<std::uint32_t>(i);
        position[i] = {random.uniform(0, size.x, i, 0), random.uniform(0, size.y, i, 1),
                       random.uniform(0, size.z, i, 2)};
        if (i < far_off) position[i] = position[i] * 3000.0;
    }
    return world;
}

void compare(state::World world, const environment::Periodic& domain, int threads) {
    std::vector<step::Stage> stages;
    stages.emplace_back(FindNeighbours{support, 1000, domain});
    auto pipeline = step::Pipeline::compose("search", std::move(stages));
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(pipeline->run(world, exec::Exec::cpu(threads), 1e-3).ok());
    const state::Table &rows = world.table(water_table), &work = world.table(work_table);
    const auto position = rows.read(fields::position);
    const auto first = work.read(fields::first), end = work.read(fields::end_of);
    const auto runs = work.read(fields::runs);
    const auto list = world.table(list_table).read(fields::neighbour);
    const auto start = world.table(run_table).read(fields::run_start);
    std::size_t pairs = 0;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        std::set<std::uint32_t> near, listed;
        for (std::uint32_t j = 0; j < rows.size(); ++j) {
            const double r = length(environment::shortest(domain, position[j] - position[i]));
            // What is within round-off of the support may be in it or not.
            if (j != i && r < support * (1 - 1e-4)) near.insert(j);
        }
        for (std::uint32_t k = first[i]; k < end[i]; ++k) {
            const std::uint32_t j = Code::row(list[k], start.data() + runs[i]);
            if (j == rows.size()) continue;  // padding
            ASSERT_LT(j, rows.size());
            ASSERT_TRUE(listed.insert(j).second) << "twice";
            ASSERT_NE(j, i);
            ASSERT_LT(length(environment::shortest(domain, position[j] - position[i])), support * (1 + 1e-4));
        }
        ASSERT_TRUE(std::includes(listed.begin(), listed.end(), near.begin(), near.end())) << i;
        pairs += near.size();
    }
    EXPECT_GT(pairs, rows.size());  // the case has something to find
}

TEST(Neighbours, AreAllPairsWithinTheSupport) {
    compare(worldOf(3000, {0.8, 0.6, 0.5}, 0), {}, 1);
    compare(worldOf(3000, {0.8, 0.6, 0.5}, 0), {}, 3);
}

TEST(Neighbours, AreFoundWhereSomeFlewFarOff) { compare(worldOf(3000, {0.8, 0.6, 0.5}, 20), {}, 2); }

TEST(Neighbours, GoAcrossPeriodicSides) {
    compare(worldOf(3000, {0.8, 0.6, 0.5}, 0), {{0, 0, 0}, {0.8, 0.6, 0.5}}, 2);
    // Two and three cells across, and one axis open.
    compare(worldOf(600, {0.2, 0.31, 0.5}, 0), {{0, 0, 0}, {0.2, 0.31, 0}}, 1);
}

}  // namespace
}  // namespace talus::water
