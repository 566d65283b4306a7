// Grains of very different sizes: what is listed against all pairs, and what follows from a large grain among
// small ones.
#include "talus/grains/search/size_classes.h"

#include <map>
#include <set>

#include "talus/core/rng.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/search/allowance.h"
#include "talus/grains/sources/new_grain.h"
#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using namespace testing_support;

TEST(SizeClasses, AClassEndsAtTwiceTheDiameterOfTheOneBefore) {
    const SizeClasses sizes{.finest = 0.02, .largest = 0.13, .count = 4};
    const std::vector<std::pair<double, int>> classes{{0.001, 0}, {0.01, 0},   {0.0101, 1}, {0.02, 1},
                                                      {0.04, 2},  {0.0401, 3}, {0.065, 3},  {0.7, 3}};
    for (const auto& [radius, wanted] : classes) EXPECT_EQ(sizes.of(radius), wanted) << radius;
    EXPECT_EQ(sizes.largestOf(0), 0.02);
    EXPECT_EQ(sizes.largestOf(2), 0.08);
    EXPECT_EQ(sizes.largestOf(3), 0.13) << "no grain of the last class is larger";
    EXPECT_EQ(SizeClasses{}.of(1e9), 0) << "one class";
}

constexpr double skin = 0.002, finest = 0.02, dt = 1e-4;
const environment::Walls floor_wall({environment::Wall{}}, {0}, {});

struct Case {
    double ratio;  ///< of the largest diameter to the finest class's
    std::size_t larger;
    bool periodic, settles, by_both, allowances;
    Search search;
};

ContactSearch searchFor(const Case& c) {
    SizeClasses sizes{.finest = finest, .largest = c.ratio * finest, .count = SizeClasses::max_count};
    sizes.count = sizes.of(0.5 * sizes.largest) + 1;
    ContactSearch search{
        .skin = skin, .cell = finest + skin, .search = c.search, .by_both = c.by_both, .sizes = sizes};
    const double side = std::max(0.3, 3.1 * search.widest());
    if (c.periodic) search.domain = {{-0.5 * side, 0, 0}, {side, side, 0}};
    return search;
}

/// Small grains in a lump at the corner of the domain, and larger ones of all sizes up to the largest one
/// that touch the lump or each other. One in thirty is fast.
state::World lumpWorld(const Case& c, const ContactSearch& search) {
    state::World world;
    addGrainTables(world, {.walls = 1, .settles = c.settles});
    const Random random{17, 0};
    const auto symmetric = [&](std::size_t i, std::uint32_t channel) {
        return random.uniform(-1, 1, i, channel);
    };
    constexpr std::size_t small = 600;
    for (std::size_t i = 0; i < c.larger + small; ++i) {
        const bool is_large = i < c.larger;
        const double size = is_large ? i == 0 ? c.ratio : std::pow(c.ratio, random.uniform(0, 1, i, 7))
                                     : random.uniform(0.6, 1, i, 7);
        const Vec3d place{symmetric(i, 1), symmetric(i, 2), symmetric(i, 3)};
        appendGrain(world.table(grains_table),
                    {.position = search.domain.low +
                                 (is_large ? normalized(place) * (0.5 * finest * size) : place * 0.07),
                     .velocity = Vec3d{symmetric(i, 4), symmetric(i, 5), symmetric(i, 6)} *
                                 (i % 30 == 0 ? 0.6 : 0.004),
                     .spin = {},
                     .radius = 0.5 * finest * size,
                     .density = 1,
                     .material = 0},
                    {});
        if (c.settles) world.table(grains_table).write(fields::settled)[i] = i % 3 == 1;
    }
    return world;
}

using Listed = std::map<std::pair<std::size_t, std::size_t>, int>;

Listed listOf(const state::World& world, const ContactSearch& search) {
    const ListViews list = ListViews::of(world);
    const auto x = world.table(grains_table).read(fields::position);
    Listed found;
    for (std::size_t b = 0; b < list.blocks(); ++b)
        for (std::size_t row = list.block(b).first_row; row < list.block(b).last_row; ++row) {
            const ListViews::Pair pair = list.pair(list.block(b), row);
            ++found[{pair.i, pair.j}];
            const Vec3d way = x[pair.i] - x[pair.j];
            EXPECT_LT(length((way - shiftOf(search.domain, pair.image)) - shortest(search.domain, way)), 1e-9)
                << "the copy that is near";
        }
    return found;
}

/// Each pair from its first grain, which is of the finer class where both move; from both where blocks may
/// sleep.
Listed allPairs(const state::World& world, const ContactSearch& search, std::size_t moving) {
    const state::Table& grains = world.table(grains_table);
    const auto x = grains.read(fields::position);
    const auto a = grains.read(fields::radius);
    const auto allowance = grains.read(fields::allowance);
    const std::size_t size = blockSize(moving);
    Listed wanted;
    for (std::size_t i = 0; i < moving; ++i)
        for (std::size_t j = 0; j < x.size(); ++j) {
            const Vec3d straight = x[i] - x[j], way = shortest(search.domain, straight);
            const double within =
                a[i] + a[j] + std::max(search.skin, double{allowance[i]} + double{allowance[j]});
            if (i == j || squaredLength(way) >= within * within) continue;
            const bool across = !(straight == way) || j >= moving || i / size != j / size;
            if (i < j || (across && search.by_both)) ++wanted[{i, j}];
            if (i < j && j < moving && !search.by_both)
                EXPECT_LE(search.sizes.of(a[i]), search.sizes.of(a[j]));
        }
    return wanted;
}

void expectAllPairs(const Case& c) {
    const ContactSearch search = searchFor(c);
    state::World world = lumpWorld(c, search), again = lumpWorld(c, search);
    const auto rebuild = [&](state::World& of, const exec::Exec& exec) {
        return rebuildContactList(exec, search, environment::WallsAt(floor_wall, 0), ContactTables::of(of),
                                  c.allowances ? dt : 0);
    };
    ASSERT_FALSE(rebuild(world, exec::Exec::serial()).has_value());
    const auto all = world.table(grains_table).size();
    std::size_t moving = all;
    if (c.settles)
        for (const std::uint8_t settled : world.table(grains_table).read(fields::settled)) moving -= settled;
    const Listed wanted = allPairs(world, search, moving);
    EXPECT_GT(wanted.size(), 1000u);
    EXPECT_EQ(listOf(world, search), wanted);
    ASSERT_FALSE(rebuild(again, exec::Exec::cpu(3)).has_value());
    EXPECT_EQ(state::stateHash(again), state::stateHash(world)) << "three threads";
}

TEST(SizeClasses, TheListHoldsThePairsThatBruteForceFinds) {
    for (const double ratio : {1.0, 3.0, 20.0, 100.0})
        for (const std::size_t larger : {std::size_t{2}, std::size_t{60}})
            for (const bool periodic : {false, true})
                for (const bool settles : {false, true})
                    for (const bool by_both : {false, true})
                        for (const bool allowances : {false, true})
                            for (const Search search : {Search::Sorted, Search::Hash}) {
                                expectAllPairs(
                                    {ratio, larger, periodic, settles, by_both, allowances, search});
                                ASSERT_FALSE(HasFailure())
                                    << ratio << " x " << larger << (periodic ? " periodic" : "")
                                    << (settles ? " settles" : "") << (by_both ? " by both" : "")
                                    << (allowances ? " allowances" : "")
                                    << (search == Search::Hash ? " hash" : "");
                            }
}

/// A scene that may have 40,000 grains of 2 mm, and a ball.
scene::Scene bedAndBall(double ball_radius) {
    scene::Scene scene = sandScene({}, 1e-5);
    Fill bed;
    bed.name = "bed";
    bed.material = "sand";
    bed.count = 40000;
    bed.grain_radius = 0.001;
    bed.box = {{0, 0, 0}, {0.1, 0.1, 0.1}};
    grains::in(scene).fills = {bed};
    Grain ball;
    ball.material = "sand";
    ball.position = {0.05, 0.05, 0.2};
    ball.radius = ball_radius;
    grains::in(scene).placed = {ball};
    return scene;
}

// 40,000 of 2 mm and one of 40 mm: the mean is 2.00095 mm. The cells are those of the common grains: the list
// of these costs the same as without the ball.
TEST(SizeClasses, SkinUsesTheMeanDiameterAndCellsTheSmallestClass) {
    const ContactSearch search = couple::granular::grainSetup(bedAndBall(0.02)).search;
    const double mean = (40000 * 0.002 + 0.040) / 40001;
    EXPECT_DOUBLE_EQ(search.skin, 0.1 * mean);
    EXPECT_DOUBLE_EQ(search.cell, 0.002 + 0.1 * mean);
}

TEST(SizeClasses, MeanRadiusIncludesEmittersAndDiscreteSizes) {
    scene::Scene scene = bedAndBall(0.001);
    Emitter spout;
    spout.material = "sand";
    spout.count = 20000;
    spout.distribution = Sizes::Distribution::Discrete;
    spout.radii = {0.001, 0.003};
    spout.shares = {3, 1};
    grains::in(scene).emitters = {spout};
    // 40,001 + 15,000 of 1 mm and 5000 of 3 mm.
    EXPECT_NEAR(grains::meanRadius(scene), (55001 * 0.001 + 5000 * 0.003) / 60001, 1e-15);
    grains::in(scene).contacts.front().stiffness = 1e4;
    EXPECT_EQ(grains::sizeClasses(scene).count, 3) << "to 2 mm, 4 mm and 8 mm: 6 mm is of the third";
    EXPECT_EQ(grains::sizeClasses(scene).finest, 0.002);
}

// One class: the same skin and cell, to the bit, as of (smallest + largest) / 2.
TEST(SizeClasses, GrainsUpToTwiceAsLargeAsTheSmallestAreOneClass) {
    for (const double spread : {0.0, 0.1, 0.3}) {
        scene::Scene scene = bedAndBall(0.001);
        grains::in(scene).placed.clear();
        grains::in(scene).fills.front().radius_spread = spread;
        const double smallest = 0.001 * (1 - spread), largest = 0.001 * (1 + spread);
        const ContactSearch search = couple::granular::grainSetup(scene).search;
        EXPECT_EQ(search.skin, 0.1 * 2 * (0.5 * (smallest + largest)));
        EXPECT_EQ(search.cell, 2 * largest + 0.0 + search.skin);
        EXPECT_EQ(search.sizes.count, 1);
    }
}

// A million times as large: no more classes than keys of cells have room for.
TEST(SizeClasses, NoMoreThanTwentyClassesAreMade) {
    const SizeClasses sizes = grains::sizeClasses(bedAndBall(1e3));
    EXPECT_EQ(sizes.count, 20);
    EXPECT_GE(sizes.finest * (1 << 19), sizes.largest);
    EXPECT_GT(sizes.finest, 0.002);
}

// 70,000 small grains on one large one, which comes first in the order of the cells: more than the 65,536
// numbers that a block has for its grains and halo. As the small ones list the large one, it is a halo of
// one.
TEST(SizeClasses, ALargeGrainMayTouchMoreGrainsThanABlockHasNumbersFor) {
    scene::Scene scene = bedAndBall(0.1);
    const ContactSearch search = couple::granular::grainSetup(scene).search;
    state::World world;
    addGrainTables(world, {.walls = 1});
    constexpr std::size_t small = 70000;
    const auto add = [&](const Vec3d& position, double radius) {
        appendGrain(
            world.table(grains_table),
            {.position = position, .velocity = {}, .spin = {}, .radius = radius, .density = 1, .material = 0},
            {});
    };
    add({1e-6, 1e-6, 1e-6}, 0.1);
    const Random random{3, 0};
    for (std::size_t i = 0; i < small; ++i)
        add(normalized(Vec3d{random.uniform(0.01, 1, i, 0), random.uniform(0.01, 1, i, 1),
                             random.uniform(0.01, 1, i, 2)}) *
                0.101,
            0.001);
    const auto trouble = rebuildContactList(exec::Exec::cpu(2), search, environment::WallsAt(floor_wall, 0),
                                            ContactTables::of(world), 0);
    ASSERT_FALSE(trouble.has_value()) << trouble->what;
    std::size_t with_large = 0;
    const auto a = world.table(grains_table).read(fields::radius);
    for (const auto& [pair, times] : listOf(world, search)) with_large += a[pair.second] > 0.05;
    EXPECT_EQ(with_large, small);
}

/// A shower of grains of three sizes, up to twenty times apart, onto a floor.
scene::Scene threeSizes() {
    Contact contact;
    contact.stiffness = 1e5;
    contact.friction = 0.5;
    scene::Scene scene = sandScene(contact, 2e-5);
    scene.environment.gravity = {0, 0, -9.81};
    scene.environment.periodic = {"x", "y"};
    scene.environment.domain_max = {0.13, 0.13, 0};
    scene.environment.walls = {floorAt(0)};
    const Random random{5, 0};
    const auto add = [&](std::uint32_t i, double radius, const Vec3d& position) {
        Grain grain;
        grain.material = "sand";
        grain.radius = radius;
        grain.position = position;
        grain.velocity = {random.uniform(-0.3, 0.3, i, 1), random.uniform(-0.3, 0.3, i, 2), -0.3};
        grains::in(scene).placed.push_back(grain);
    };
    for (std::uint32_t i = 0; i < 3500; ++i)
        add(i, random.uniform(0.0009, 0.001, i, 0), latticeSite(i, 58, 58) * 0.0022 + Vec3d{0, 0, 0.0011});
    for (std::uint32_t i = 0; i < 12; ++i)
        add(i + 4000, 0.005, latticeSite(i, 4, 3) * 0.03 + Vec3d{0.01, 0.01, 0.0075});
    add(5000, 0.02, {0.06, 0.1, 0.0226});
    return scene;
}

TEST(SizeClasses, SameBitsForAnyThreadsSearchAndAfterResume) {
    scene::Scene scene = threeSizes();
    constexpr std::uint64_t steps = 300;
    const auto hashBy = [&](const exec::Exec& exec) {
        scene::Simulation simulation = start(scene, exec);
        advance(simulation, steps);
        EXPECT_GT(measured(simulation).contacts, 100u);
        return state::stateHash(simulation.world());
    };
    const std::uint64_t wanted = hashBy(exec::Exec::serial());
    EXPECT_EQ(hashBy(exec::Exec::cpu(2)), wanted);
    EXPECT_EQ(hashBy(exec::Exec::cpu(5)), wanted);
    scene::Simulation first = start(scene);
    advance(first, 163);
    scene::Simulation second = start(scene, exec::Exec::cpu(3));
    ASSERT_TRUE(state::restore(state::takeSnapshot(first.world()), second.world()).ok());
    advance(second, steps - 163);
    EXPECT_EQ(state::stateHash(second.world()), wanted);
    grains::in(scene).params.search = Search::Hash;
    EXPECT_EQ(hashBy(exec::Exec::serial()), wanted);
}

// Grains of all sizes in flight: whatever happens between two searches, nothing touches that is not listed.
TEST(SizeClasses, EveryContactIsInTheList) {
    scene::Simulation simulation = start(threeSizes());
    const ContactSearch search = couple::granular::grainSetup(threeSizes()).search;
    std::size_t of_ball = 0;
    for (int look = 0; look < 6; ++look) {
        advance(simulation, 74);
        const state::Table& grains = simulation.world().table(grains_table);
        const auto x = grains.read(fields::position);
        const auto a = grains.read(fields::radius);
        std::set<std::pair<std::size_t, std::size_t>> pairs;
        for (const auto& [pair, times] : listOf(simulation.world(), search))
            pairs.insert(std::minmax(pair.first, pair.second));
        for (std::size_t i = 0; i < x.size(); ++i)
            for (std::size_t j = i + 1; j < x.size(); ++j) {
                if (length(shortest(search.domain, x[i] - x[j])) >= a[i] + a[j]) continue;
                of_ball += std::max(a[i], a[j]) > 0.01;
                ASSERT_TRUE(pairs.count({i, j}) != 0) << look << ": " << i << " and " << j;
            }
    }
    EXPECT_GT(of_ball, 100u);
}

}  // namespace
}  // namespace talus::grains
