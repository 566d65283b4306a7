// Grains that are faster than most may go further before the next search, and are listed with all that they
// can meet on their way.
#include "talus/grains/search/allowance.h"

#include <map>
#include <set>

#include "talus/core/rng.h"
#include "talus/grains/search/wall_list.h"
#include "talus/grains/sources/new_grain.h"
#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

constexpr double largest = 0.05, skin = 0.01, dt = 1e-4;
const environment::Walls floor_wall({environment::Wall{}}, {0}, {});
const ContactSearch open_search{.skin = skin, .cell = 2 * largest + skin};

AllowanceRule ruleFor(const ContactSearch& search, const std::vector<double>& speeds, double step) {
    const double fastest = *std::max_element(speeds.begin(), speeds.end());
    return allowanceRule(search, speeds.size(), fastest, step, [&](double speed) {
        return static_cast<std::size_t>(
            std::count_if(speeds.begin(), speeds.end(), [&](double v) { return v > speed; }));
    });
}

TEST(Allowance, AFewFastGrainsMayGoFurtherByTheirSpeeds) {
    std::vector<double> speeds(100, 0.01);
    speeds[0] = 6;
    const AllowanceRule rule = ruleFor(open_search, speeds, dt);
    EXPECT_FLOAT_EQ(rule({0.01, 0, 0}), 0.005f);
    EXPECT_FALSE(rule.isLong(rule({0.01, 0, 0})));
    // 12 halves of a skin are 60 mm; two cells are 220 mm, of which the contact is 100: so 60.
    EXPECT_FLOAT_EQ(rule({0, 6, 0}), 0.06f);
    EXPECT_NEAR(rule({0, 0, 1}), 1.5 * 0.06 / 6, 1e-8);
    EXPECT_TRUE(rule.isLong(rule({0, 0, 1})));
    EXPECT_LE(double{rule({0, 6, 0})}, rule.most) << "never more than is searched";
    EXPECT_FLOAT_EQ(rule({std::nan(""), 0, 0}), 0.005f);
}

TEST(Allowance, IsTheSameForAllWhereManyAreFastOrNoneIs) {
    std::vector<double> speeds(100, 4.0);
    EXPECT_EQ(ruleFor(open_search, speeds, dt).time, 0) << "a gas";
    EXPECT_EQ(ruleFor(open_search, std::vector<double>(100, 0.02), dt).time, 0) << "a bed that creeps";
    std::vector<double> few(100, 0.01);
    few[0] = 4;
    EXPECT_EQ(ruleFor(open_search, few, 0).time, 0) << "no step follows";
    few[0] = std::numeric_limits<double>::infinity();
    EXPECT_EQ(ruleFor(open_search, few, dt).time, 0);
}

TEST(Allowance, IsSoShortThatNoPairMeetsTwiceInADomainThatRepeats) {
    std::vector<double> speeds(100, 0.01);
    speeds[0] = 4;
    ContactSearch search = open_search;
    search.domain.length = {0, 0.36, 0};
    EXPECT_FLOAT_EQ(ruleFor(search, speeds, dt)({4, 0, 0}), 0.5f * (0.18f - 0.1f));
    search.domain.length = {0, 0.21, 0};  // half of it is less than a search in the skin takes
    EXPECT_EQ(ruleFor(search, speeds, dt).time, 0);
}

// Of half a skin (5 mm) a tenth, a fifth or two fifths, whichever all but one grain in eight need 1000 steps
// (0.1 s) to go through, at one and a half times their speeds.
TEST(Allowance, IsShortWhereAllGrainsRest) {
    const auto least = [](double slow, double fast, std::size_t of_them_fast) {
        std::vector<double> speeds(100, slow);
        std::fill_n(speeds.begin(), of_them_fast, fast);
        return ruleFor(open_search, speeds, dt).least;
    };
    EXPECT_DOUBLE_EQ(least(0, 0, 0), 0.0005);
    EXPECT_DOUBLE_EQ(least(3.3e-3, 3.3e-3, 0), 0.0005);
    EXPECT_DOUBLE_EQ(least(3.4e-3, 3.4e-3, 0), 0.001);
    EXPECT_DOUBLE_EQ(least(0.0133, 0.0133, 0), 0.002);
    EXPECT_DOUBLE_EQ(least(0.0134, 0.0134, 0), 0.005) << "0.1 s would take more than two fifths";
    EXPECT_DOUBLE_EQ(least(1e-4, 0.39, 12), 0.0005) << "one in eight may be faster";
    EXPECT_DOUBLE_EQ(least(1e-4, 0.39, 13), 0.005);
    EXPECT_DOUBLE_EQ(least(1e-4, 0.41, 1), 0.005) << "the fastest would leave the 60 mm before";
    const AllowanceRule rule = ruleFor(open_search, std::vector<double>(100, 1e-4), dt);
    EXPECT_FLOAT_EQ(rule({1e-4, 0, 0}), 0.0005f);
    EXPECT_FLOAT_EQ(rule({0.1, 0, 0}), 1.5f * 0.1f * 0.1f);
    EXPECT_EQ(ruleFor(open_search, {0, 0}, 0).least, 0.005) << "no step follows";
}

/// A box of slow grains, one in thirty of them fast, on a floor.
/// @param speed of the slow ones, at most; the fast ones have 150 times as much
state::World mixedWorld(std::size_t count, double size, std::uint32_t seed, bool settles,
                        double speed = 0.02) {
    state::World world;
    addGrainTables(world, {.walls = 1, .settles = settles});
    const Random random{seed, 0};
    const auto symmetric = [&](std::size_t i, std::uint32_t channel) {
        return random.uniform(-1, 1, i, channel);
    };
    for (std::size_t i = 0; i < count; ++i)
        appendGrain(world.table(grains_table),
                    {.position = {random.uniform(0, size, i, 0), random.uniform(0, size, i, 1),
                                  random.uniform(0, size, i, 2)},
                     .velocity = Vec3d{symmetric(i, 4), symmetric(i, 5), symmetric(i, 6)} *
                                 (i % 30 == 0 ? 150 * speed : speed),
                     .spin = {},
                     .radius = random.uniform(0.03, largest, i, 3),
                     .density = 1,
                     .material = 0},
                    {});
    if (settles)
        for (std::size_t i = 1; i < count; i += 3) world.table(grains_table).write(fields::settled)[i] = 1;
    return world;
}

struct Case {
    Vec3d length;
    bool settles;
    double speed = 0.02;
    double reach = skin;  ///< gap up to which all pairs are listed
    bool by_both = false;
};

// The list against all pairs: those nearer than the skin (a tenth of it, where all rest), or than the sum of
// the two's allowances.
TEST(Allowance, ListHoldsAllPairsThatMayMeet) {
    for (const Case& c : {Case{{}, false}, Case{{}, true}, Case{{1, 0.9, 1}, false}, Case{{0, 1, 0}, true},
                          Case{{0, 0.9, 1}, true, 0.02, skin, true}, Case{{}, false, 1.2e-3, 0.1 * skin},
                          Case{{1, 0.9, 0}, true, 1.2e-3, 0.1 * skin}}) {
        state::World world = mixedWorld(3000, 1.0, 21, c.settles, c.speed);
        const ContactSearch search{
            .skin = skin, .cell = 2 * largest + skin, .domain = {{}, c.length}, .by_both = c.by_both};
        const auto trouble = rebuildContactList(
            exec::Exec::cpu(3), search, environment::WallsAt(floor_wall, 0), ContactTables::of(world), dt);
        ASSERT_FALSE(trouble.has_value());
        const state::Table& grains = world.table(grains_table);
        const auto x = grains.read(fields::position);
        const auto a = grains.read(fields::radius);
        const auto allowance = grains.read(fields::allowance);
        const std::size_t moving = c.settles ? 2000 : 3000, size = blockSize(moving);
        std::map<std::pair<std::size_t, std::size_t>, int> expected, found;
        std::size_t far = 0;
        for (std::size_t i = 0; i < moving; ++i)
            for (std::size_t j = 0; j < x.size(); ++j) {
                Vec3d apart = x[i] - x[j];
                const Vec3d straight = apart;
                if (c.length.x > 0) apart.x -= c.length.x * std::round(apart.x / c.length.x);
                if (c.length.y > 0) apart.y -= c.length.y * std::round(apart.y / c.length.y);
                if (c.length.z > 0) apart.z -= c.length.z * std::round(apart.z / c.length.z);
                const double gap = talus::length(apart) - a[i] - a[j];
                if (i == j || gap >= std::max(c.reach, double{allowance[i]} + double{allowance[j]})) continue;
                far += gap >= c.reach;
                const bool across = !(straight == apart) || j >= moving || i / size != j / size;
                if (i < j || (across && c.by_both)) ++expected[{i, j}];
            }
        const ListViews list = ListViews::of(world);
        for (std::size_t b = 0; b < list.blocks(); ++b)
            for (std::size_t row = list.block(b).first_row; row < list.block(b).last_row; ++row) {
                const ListViews::Pair pair = list.pair(list.block(b), row);
                ++found[{pair.i, pair.j}];
                const Vec3d apart = (x[pair.i] - x[pair.j]) - shiftOf(search.domain, pair.image);
                EXPECT_LT(talus::length(apart) - a[pair.i] - a[pair.j],
                          std::max(c.reach, double{allowance[pair.i]} + double{allowance[pair.j]}))
                    << "the copy that is near";
            }
        EXPECT_EQ(found, expected);
        EXPECT_GT(far, 1000u);
    }
}

TEST(Allowance, FastGrainsAreListedWithTheWallsThatTheyMayReach) {
    state::World world = mixedWorld(6000, 1.6, 22, false);
    ASSERT_FALSE(rebuildContactList(exec::Exec::serial(), open_search, environment::WallsAt(floor_wall, 0),
                                    ContactTables::of(world), dt));
    const state::Table& grains = world.table(grains_table);
    std::vector<std::uint32_t> expected;
    std::size_t far = 0;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const double gap = grains.read(fields::position)[i].z - grains.read(fields::radius)[i];
        const double allowance = grains.read(fields::allowance)[i];
        if (gap < allowance + still_wall_margin * skin) expected.push_back(static_cast<std::uint32_t>(i));
        far += gap > skin && gap < allowance;
    }
    const auto listed = world.table(wall_contacts_table).read(fields::wall_grain);
    EXPECT_EQ(std::vector<std::uint32_t>(listed.begin(), listed.end()), expected);
    EXPECT_GT(far, 2u);
}

/// A lattice of grains at rest with gaps of a twentieth of a diameter, one of which flies once all have been
/// at rest for a while.
scene::Scene restingLattice() {
    Contact contact;
    contact.law = "linear";
    contact.stiffness = 1000;
    scene::Scene scene = testing_support::sandScene(contact, 1e-5);
    for (std::uint32_t k = 0; k < 64; ++k) {
        Grain grain;
        grain.material = "sand";
        grain.position = testing_support::latticeSite(k, 4, 4) * 0.0042;
        grains::in(scene).placed.push_back(grain);
    }
    return scene;
}

// The list that is made with half a skin holds all pairs of neighbours (0.05 of 0.1 diameters); once all rest
// a new one holds none. What then flies comes to the same impacts as in a run without that.
TEST(Allowance, ListIsRebuiltOnceAllGrainsRest) {
    using namespace testing_support;
    scene::Scene scene = restingLattice();
    scene::Simulation rested = start(scene), at_once = start(scene);
    const auto listed = [&] { return rested.world().table(contacts_table).size(); };
    EXPECT_GT(listed(), 100u);
    advance(rested, 999);
    EXPECT_GT(listed(), 100u);
    advance(rested, 1);
    EXPECT_EQ(listed(), 0u);
    const auto push = [](scene::Simulation& simulation) {
        state::Table& grains = simulation.world().table(grains_table);
        for (std::size_t i = 0; i < grains.size(); ++i)
            if (grains.read(fields::id)[i] == 0) grains.write(fields::velocity)[i] = {0.5, 0.1, 0.05};
    };
    push(rested);
    push(at_once);
    advance(rested, 900);
    advance(at_once, 900);
    double moved = 0;
    for (std::uint32_t id = 0; id < 64; ++id) {
        moved = std::max(moved, length(of(rested, fields::velocity, id)));
        EXPECT_EQ(of(rested, fields::velocity, id), of(at_once, fields::velocity, id)) << id;
        EXPECT_EQ(of(rested, fields::position, id), of(at_once, fields::position, id)) << id;
    }
    EXPECT_GT(length(of(rested, fields::velocity, 1)), 0.05) << "hit";
    EXPECT_LT(moved, 0.5);
}

// A shower onto a bed: whatever happens between two searches, nothing touches that is not listed.
TEST(Allowance, EveryContactIsInTheList) {
    using namespace testing_support;
    Contact contact;
    contact.law = "linear";
    contact.stiffness = 1000;
    contact.shear_stiffness = 300;
    contact.restitution = 0.9;
    contact.friction = 0.3;
    scene::Scene scene = sandScene(contact, 2e-5);
    scene.environment.gravity = {0, 0, -9.81};
    scene.environment.walls = {floorAt(0)};
    const Random random{4, 0};
    for (std::uint32_t k = 0; k < 700; ++k) {
        Grain grain;
        grain.material = "sand";
        grain.position = testing_support::latticeSite(k, 15, 15) * 0.0041 + Vec3d{0, 0, 0.002};
        if (k >= 675) {
            grain.position.z += 0.01 * random.uniform(1, 4, k, 0);
            grain.velocity = {random.uniform(-0.5, 0.5, k, 1), random.uniform(-0.5, 0.5, k, 2), -2.5};
        }
        grains::in(scene).placed.push_back(grain);
    }
    scene::Simulation simulation = start(scene);
    std::size_t searches = 0, touching = 0;
    double before = 0;
    for (int step = 0; step < 800; ++step) {
        advance(simulation, 1);
        const state::World& world = simulation.world();
        const state::Table& grains = world.table(grains_table);
        const auto x = grains.read(fields::position);
        const auto a = grains.read(fields::radius);
        const ListViews list = ListViews::of(world);
        std::set<std::pair<std::size_t, std::size_t>> pairs;
        for (std::size_t b = 0; b < list.blocks(); ++b)
            for (std::size_t row = list.block(b).first_row; row < list.block(b).last_row; ++row) {
                const ListViews::Pair pair = list.pair(list.block(b), row);
                pairs.insert({std::min(pair.i, pair.j), std::max(pair.i, pair.j)});
            }
        double drifted = 0;
        for (const Vec3f& drift : grains.read(fields::drift)) drifted += static_cast<double>(length(drift));
        searches += drifted < before;
        before = drifted;
        if (step % 5 != 0) continue;
        for (std::size_t i = 0; i < x.size(); ++i)
            for (std::size_t j = i + 1; j < x.size(); ++j) {
                if (talus::length(x[i] - x[j]) >= a[i] + a[j]) continue;
                ++touching;
                ASSERT_TRUE(pairs.count({i, j}) != 0) << "step " << step << ": " << i << " and " << j;
            }
    }
    EXPECT_GT(touching, 10000u);
    EXPECT_GT(searches, 8u);
    EXPECT_LT(searches, 100u)
        << "at 2.5 m/s half a skin is gone after 4 steps: 200 searches without allowances";
}

}  // namespace
}  // namespace talus::grains
