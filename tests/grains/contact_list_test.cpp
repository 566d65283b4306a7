#include "talus/grains/contact_list.h"

#include <map>
#include <set>

#include "talus/core/rng.h"
#include "talus/grains/fields.h"
#include "talus/grains/new_grain.h"

namespace talus::grains {
namespace {

constexpr double largest = 0.05;

state::World cloudWorld(std::size_t count, double size, std::uint32_t seed) {
    state::World world;
    addGrainTables(world, 0);
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
const std::vector<WallFace> floor_face{{WallFace::Kind::Plane, 0, 0, {0, 0, 0}, {0, 0, 1}}};

void rebuild(state::World& world, Search search = Search::Sorted,
             const exec::Exec& exec = exec::Exec::serial()) {
    const auto trouble = rebuildContactList(exec, {skin, 2 * largest + skin, search},
                                            {floor_face.data(), floor_face.size()}, world.table(grains_table),
                                            world.table(contacts_table), world.table(wall_contacts_table));
    ASSERT_FALSE(trouble.has_value());
}

using IdPair = std::pair<std::uint32_t, std::uint32_t>;

/// Each listed pair by ids, with how often it is listed, and its springs seen from the first id.
std::map<IdPair, std::vector<Vec3d>> listed(const state::World& world) {
    const state::Table& grains = world.table(grains_table);
    const auto id = grains.read(fields::id);
    const auto ends = grains.read(fields::contacts_end);
    const auto partner = world.table(contacts_table).read(fields::partner);
    const auto spring = world.table(contacts_table).read(fields::spring);
    std::map<IdPair, std::vector<Vec3d>> pairs;
    for (std::size_t i = 0; i < grains.size(); ++i)
        for (std::size_t row = i == 0 ? 0 : ends[i - 1]; row < ends[i]; ++row) {
            const std::size_t j = partner[row];
            const bool across = i / block_size != j / block_size;
            EXPECT_TRUE(across || i < j) << "a pair inside a block stands with its first grain";
            const bool swap = id[i] > id[j];
            pairs[swap ? IdPair{id[j], id[i]} : IdPair{id[i], id[j]}].push_back(swap ? -spring[row]
                                                                                     : spring[row]);
        }
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
    for (const Search search : {Search::Sorted, Search::Hash}) {
        state::World world = cloudWorld(1500, 1.0, 5);  // three blocks
        rebuild(world, search);
        std::set<IdPair> found;
        for (const auto& [pair, springs] : listed(world)) found.insert(pair);
        EXPECT_EQ(found, byBruteForce(world));
    }
}

TEST(ContactList, APairInsideABlockStandsOnceAndAcrossBlocksTwice) {
    state::World world = cloudWorld(1500, 1.0, 6);
    rebuild(world);
    const auto id = world.table(grains_table).read(fields::id);
    std::map<std::uint32_t, std::size_t> block;
    for (std::size_t i = 0; i < id.size(); ++i) block[id[i]] = i / block_size;
    std::size_t across = 0;
    for (const auto& [pair, springs] : listed(world)) {
        const bool two_blocks = block[pair.first] != block[pair.second];
        across += two_blocks;
        EXPECT_EQ(springs.size(), two_blocks ? 2u : 1u);
    }
    EXPECT_GT(across, 100u);
}

TEST(ContactList, SpringsFollowTheirPairsThroughASort) {
    state::World world = cloudWorld(1500, 1.0, 7);
    rebuild(world);
    // A spring that tells its pair, odd under swapping the two as a spring is.
    {
        state::Table& grains = world.table(grains_table);
        const auto id = std::as_const(grains).read(fields::id);
        const auto ends = std::as_const(grains).read(fields::contacts_end);
        state::Table& contacts = world.table(contacts_table);
        for (std::size_t i = 0; i < id.size(); ++i)
            for (std::size_t row = i == 0 ? 0 : ends[i - 1]; row < ends[i]; ++row) {
                const double j = id[contacts.read(fields::partner)[row]], own = id[i];
                contacts.write(fields::spring)[row] = {own - j, (own - j) * (own + j), 0};
            }
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
    for (Vec3d& spring : world.table(contacts_table).write(fields::spring)) spring = {1, 0, 0};
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
    rebuild(five, Search::Sorted, exec::Exec::cpu(5));
    EXPECT_EQ(state::stateHash(one), state::stateHash(five));
}

TEST(ContactList, NamesAGrainThatIsLostAndChangesNothing) {
    state::World world = cloudWorld(100, 1.0, 3);
    rebuild(world);
    const std::uint32_t id = world.table(grains_table).read(fields::id)[42];
    world.table(grains_table).write(fields::position)[42].y = std::nan("");
    const std::uint64_t before = state::stateHash(world);
    const auto trouble =
        rebuildContactList(exec::Exec::serial(), {skin, 0.11, Search::Sorted}, {}, world.table(grains_table),
                           world.table(contacts_table), world.table(wall_contacts_table));
    ASSERT_TRUE(trouble.has_value());
    EXPECT_EQ(trouble->ids, std::vector<std::uint32_t>{id});
    EXPECT_THAT(trouble->advice, testing::HasSubstr("time.dt"));
    EXPECT_EQ(state::stateHash(world), before);
}

}  // namespace
}  // namespace talus::grains
