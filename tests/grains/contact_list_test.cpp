#include "talus/grains/search/contact_list.h"

#include <algorithm>
#include <map>
#include <set>

#include "talus/core/rng.h"
#include "talus/grains/fields.h"
#include "talus/grains/sources/new_grain.h"
#include "tests/grains/ghosts_by_grain.h"

namespace talus::grains {
namespace {

constexpr double largest = 0.05;

state::World cloudWorld(std::size_t count, double size, std::uint32_t seed) {
    state::World world;
    addGrainTables(world, {.walls = 1});
    const Random random{seed, 0};
    for (std::size_t i = 0; i < count; ++i)
        appendGrain(world.table(grains_table),
                    {.position = {random.uniform(0, size, i, 0), random.uniform(0, size, i, 1),
                                  random.uniform(0, size, i, 2)},
                     .velocity = {},
                     .spin = {},
                     .radius = random.uniform(0.03, largest, i, 3),
                     .density = 1,
                     .material = 0},
                    {});
    return world;
}

constexpr double skin = 0.01;
const environment::Walls floor_wall({environment::Wall{}}, {0}, {});

const ContactSearch plain_search{.skin = skin, .cell = 2 * largest + skin};

void rebuild(state::World& world, const ContactSearch& search = plain_search,
             const exec::Exec& exec = exec::Exec::serial()) {
    const auto trouble =
        rebuildContactList(exec, search, environment::WallsAt(floor_wall, 0), ContactTables::of(world), 0);
    ASSERT_FALSE(trouble.has_value());
}

using IdPair = std::pair<std::uint32_t, std::uint32_t>;

/// Calls look(pair, row) for every row of the list.
template <class Look>
void forRows(const state::World& world, Look look) {
    const ListViews list = ListViews::of(world);
    for (std::size_t b = 0; b < list.blocks(); ++b) {
        const Block block = list.block(b);
        for (std::size_t row = block.first_row; row < block.last_row; ++row) look(list.pair(block, row), row);
    }
}

/// Each listed pair by ids, with its springs seen from the first id, one for each time that it is listed.
std::map<IdPair, std::vector<Vec3d>> listed(const state::World& world) {
    const auto id = world.table(grains_table).read(fields::id);
    const auto spring = world.table(contacts_table).read(fields::spring<double>);
    std::map<IdPair, std::vector<Vec3d>> pairs;
    forRows(world, [&](const ListViews::Pair& pair, std::size_t row) {
        const auto [i, j, image] = pair;
        EXPECT_TRUE(i / blockSize(id.size()) != j / blockSize(id.size()) || i < j)
            << "a pair inside a block stands with its first grain";
        const bool swap = id[i] > id[j];
        pairs[swap ? IdPair{id[j], id[i]} : IdPair{id[i], id[j]}].push_back(swap ? -spring[row]
                                                                                 : spring[row]);
    });
    return pairs;
}

std::set<IdPair> byBruteForce(const state::World& world) {
    const state::Table& grains = world.table(grains_table);
    const auto x = grains.read(fields::position);
    const auto a = grains.read(fields::radius);
    const auto id = grains.read(fields::id);
    std::set<IdPair> pairs;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = i + 1; j < x.size(); ++j)
            if (length(x[i] - x[j]) < a[i] + a[j] + skin)
                pairs.insert({std::min(id[i], id[j]), std::max(id[i], id[j])});
    return pairs;
}

TEST(ContactList, HoldsThePairsThatBruteForceFinds) {
    for (const Search by : {Search::Sorted, Search::Hash}) {
        state::World world = cloudWorld(5000, 1.5, 5);  // three blocks
        ContactSearch search = plain_search;
        search.search = by;
        rebuild(world, search);
        std::set<IdPair> found;
        for (const auto& [pair, springs] : listed(world)) found.insert(pair);
        EXPECT_EQ(found, byBruteForce(world));
    }
}

TEST(ContactList, BlocksDivideAmongTwoThreadsAndIntoParts) {
    for (std::size_t grains = 0; grains < 30000; ++grains) {
        const std::size_t size = blockSize(grains), part = partSize(size);
        ASSERT_LE(size, largest_block);
        ASSERT_LE(part, largest_part);
        ASSERT_EQ(size % part, 0u) << grains;
        if (grains <= 256) continue;
        // One thread takes every other block, beginning with the first: no more than half, but for the
        // rounding of each block to whole lines of memory in each of its parts, which the last one lacks.
        std::size_t first = 0;
        for (std::size_t begin = 0; begin < grains; begin += 2 * size)
            first += std::min(size, grains - begin);
        const std::size_t blocks = (grains + size - 1) / size, rounding = 8 * (size / part);
        ASSERT_LE(first, grains / 2 + blocks * rounding / 2 + 1) << grains;
        ASSERT_EQ(blocks % (grains <= 512 ? 2 : 4), 0u) << grains;
    }
}

TEST(ContactList, APairStandsOnceAndAcrossBlocksThatMaySleepTwice) {
    for (const bool by_both : {false, true}) {
        state::World world = cloudWorld(5000, 1.5, 6);
        ContactSearch search = plain_search;
        search.by_both = by_both;
        rebuild(world, search);
        const auto id = world.table(grains_table).read(fields::id);
        std::map<std::uint32_t, std::size_t> block;
        for (std::size_t i = 0; i < id.size(); ++i) block[id[i]] = i / blockSize(id.size());
        std::size_t across = 0;
        for (const auto& [pair, springs] : listed(world)) {
            const bool two_blocks = block[pair.first] != block[pair.second];
            across += two_blocks;
            EXPECT_EQ(springs.size(), two_blocks && by_both ? 2u : 1u);
        }
        EXPECT_GT(across, 100u);
    }
}

// Each grain that moves adds what every halo that it is in found for it, in the order of the halos.
TEST(ContactList, GhostsAreInTheOrderOfTheirGrains) {
    for (const bool by_both : {false, true}) {
        state::World world;
        addGrainTables(world, {.walls = 1, .settles = true});
        const Random random{10, 0};
        for (std::size_t i = 0; i < 5000; ++i) {
            appendGrain(world.table(grains_table),
                        {.position = {random.uniform(0, 1.5, i, 0), random.uniform(0, 1.5, i, 1),
                                      random.uniform(0, 1.5, i, 2)},
                         .velocity = {},
                         .spin = {},
                         .radius = 0.04,
                         .density = 1,
                         .material = 0},
                        {});
            world.table(grains_table).write(fields::settled)[i] = i % 5 == 0;
        }
        ContactSearch search = plain_search;
        search.by_both = by_both;
        search.domain = {{}, {0, 1.5, 0}};
        rebuild(world, search);
        const ListViews list = ListViews::of(world);
        std::vector<std::vector<std::uint32_t>> expected(5000);
        for (std::size_t h = 0; h < list.halo_grain.size(); ++h)
            if (list.halo_grain[h] < 4000 && !by_both)
                expected[list.halo_grain[h]].push_back(static_cast<std::uint32_t>(h));
        EXPECT_EQ(testing_support::ghostsByGrain(world), expected);
        EXPECT_EQ(list.ghosts() > 300, !by_both) << list.ghosts();
    }
}

TEST(ContactList, SpringsFollowTheirPairsThroughASort) {
    state::World world = cloudWorld(5000, 1.5, 7);
    rebuild(world);
    // A spring that tells its pair, odd under swapping the two as a spring is.
    {
        state::Table& grains = world.table(grains_table);
        const auto id = std::as_const(grains).read(fields::id);
        const auto spring = world.table(contacts_table).write(fields::spring<double>);
        const auto touching = world.table(contacts_table).write(fields::touching);
        forRows(world, [&](const ListViews::Pair& pair, std::size_t row) {
            const double own = id[pair.i], other = id[pair.j];
            spring[row] = {own - other, (own - other) * (own + other), 0};
            touching[row] = 1;  // only pairs that touch are remembered
        });
        const auto wall_grain = std::as_const(world.table(wall_contacts_table)).read(fields::wall_grain);
        for (std::size_t k = 0; k < wall_grain.size(); ++k)
            world.table(wall_contacts_table).write(fields::wall_spring)[k] = {1.0 + id[wall_grain[k]], 0, 0};
        // Shift everything: other cells, another order; distances stay.
        for (Vec3d& x : grains.write(fields::position)) x += {0.037, -0.021, 0};
    }
    const auto before = listed(world);
    rebuild(world);
    const auto after = listed(world);
    ASSERT_EQ(after.size(), before.size());
    for (const auto& [pair, springs] : after)
        for (const Vec3d& spring : springs) {
            const double a = pair.first, b = pair.second;
            ASSERT_EQ(spring, (Vec3d{a - b, (a - b) * (a + b), 0})) << a << " " << b;
        }
    const auto wall_grain = std::as_const(world.table(wall_contacts_table)).read(fields::wall_grain);
    const auto id = std::as_const(world.table(grains_table)).read(fields::id);
    ASSERT_GT(wall_grain.size(), 10u);
    for (std::size_t k = 0; k < wall_grain.size(); ++k)
        EXPECT_EQ(world.table(wall_contacts_table).read(fields::wall_spring)[k].x, 1.0 + id[wall_grain[k]]);
}

TEST(ContactList, NewGrainsJoinWithoutDisturbingOldSprings) {
    state::World world = cloudWorld(600, 0.8, 8);
    rebuild(world);
    for (Vec3d& spring : world.table(contacts_table).write(fields::spring<double>)) spring = {1, 0, 0};
    for (std::uint8_t& touching : world.table(contacts_table).write(fields::touching)) touching = 1;
    const std::size_t pairs = listed(world).size();
    appendGrain(world.table(grains_table),
                {.position = {0.4, 0.4, 0.4},
                 .velocity = {},
                 .spin = {},
                 .radius = 0.04,
                 .density = 1,
                 .material = 0},
                {});
    rebuild(world);
    const auto after = listed(world);
    EXPECT_GT(after.size(), pairs);
    for (const auto& [pair, springs] : after)
        EXPECT_EQ(std::abs(springs.front().x), pair.second == 600 ? 0.0 : 1.0);
}

TEST(ContactList, IsTheSameForAnyThreadCount) {
    state::World one = cloudWorld(3000, 1.2, 9), five = cloudWorld(3000, 1.2, 9);
    rebuild(one);
    rebuild(five, plain_search, exec::Exec::cpu(5));
    EXPECT_EQ(state::stateHash(one), state::stateHash(five));
}

TEST(ContactList, FindsPairsAcrossPeriodicSides) {
    struct Case {
        Vec3d length;
        bool by_both;
    };
    for (const auto& [length, by_both] :
         {Case{{1, 0, 0}, false}, Case{{1, 1, 1}, true}, Case{{1, 1, 1}, false}, Case{{0, 0.9, 1}, true}}) {
        state::World world = cloudWorld(2500, 1.0, 12);
        const environment::Periodic domain{{0.1, -0.2, 0.3}, length};  // some grains start outside of it
        ContactSearch search = plain_search;
        search.domain = domain;
        search.by_both = by_both;
        rebuild(world, search);
        const state::Table& grains = world.table(grains_table);
        const auto x = grains.read(fields::position);
        const auto a = grains.read(fields::radius);
        // Every pair from either side, by the nearest copy.
        std::map<std::pair<std::size_t, std::size_t>, int> expected, found;
        std::size_t across = 0;
        const std::size_t size = blockSize(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            ASSERT_EQ(x[i], wrapped(domain, x[i]));
            for (std::size_t j = 0; j < x.size(); ++j) {
                Vec3d apart = x[i] - x[j];
                const Vec3d straight = apart;
                if (length.x > 0) apart.x -= length.x * std::round(apart.x / length.x);
                if (length.y > 0) apart.y -= length.y * std::round(apart.y / length.y);
                if (length.z > 0) apart.z -= length.z * std::round(apart.z / length.z);
                if (i == j || talus::length(apart) >= a[i] + a[j] + skin) continue;
                const bool image = !(straight == apart);
                across += image;
                // Once, from the first; across blocks and sides that may sleep from both.
                if (i < j || (by_both && (image || i / size != j / size))) ++expected[{i, j}];
            }
        }
        forRows(world, [&](const ListViews::Pair& pair, std::size_t) {
            ++found[{pair.i, pair.j}];
            const Vec3d apart = (x[pair.i] - x[pair.j]) - shiftOf(domain, pair.image);
            EXPECT_LT(talus::length(apart), a[pair.i] + a[pair.j] + skin);
        });
        EXPECT_EQ(found, expected);
        EXPECT_GT(across, 100u);
        // The contact loop asks for no shift before the first copy of a halo.
        const ListViews list = ListViews::of(world);
        for (std::size_t b = 0; b < list.blocks(); ++b) {
            const auto* const image = list.halo_image.data();
            EXPECT_TRUE(
                std::is_partitioned(image + list.block(b).first_halo, image + list.block(b).last_halo,
                                    [](std::uint8_t code) { return code == environment::own_image; }));
        }
    }
}

TEST(ContactList, NamesAGrainThatIsLostAndChangesNothing) {
    state::World world = cloudWorld(100, 1.0, 3);
    rebuild(world);
    const std::uint32_t id = world.table(grains_table).read(fields::id)[42];
    world.table(grains_table).write(fields::position)[42].y = std::nan("");
    const std::uint64_t before = state::stateHash(world);
    const auto trouble = rebuildContactList(exec::Exec::serial(), {skin, 0.11, Search::Sorted},
                                            environment::WallsAt(floor_wall, 0), ContactTables::of(world), 0);
    ASSERT_TRUE(trouble.has_value());
    EXPECT_EQ(trouble->ids, std::vector<std::uint32_t>{id});
    EXPECT_THAT(trouble->advice, testing::HasSubstr("time.dt"));
    EXPECT_EQ(state::stateHash(world), before);
}

}  // namespace
}  // namespace talus::grains
