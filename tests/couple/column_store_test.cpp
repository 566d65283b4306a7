// What columns hold: mass to the last bit, the size of grains, and heights that follow.
#include "talus/couple/hybrid/column_store.h"

#include <cmath>
#include <numbers>
#include <set>

#include "talus/couple/hybrid/sand_pattern.h"
#include "talus/couple/hybrid/stacks.h"
#include "talus/exec/reduce.h"

namespace talus::couple {
namespace {

struct Store {
    ColumnStore::Setup setup;
    exec::Array<double> height, mass, pristine;
    exec::Array<std::uint32_t> laid_out;

    explicit Store(std::size_t materials = 1) {
        setup.grid = {-1, -2, 0.5, 6, 8};
        setup.bedrock.resize(setup.grid.size());
        for (std::size_t k = 0; k < setup.grid.size(); ++k)
            setup.bedrock[k] = 0.1 * static_cast<double>(k % 7);
        setup.density.assign(materials, 2500);
        height.resize(setup.grid.size());
        mass.resize(setup.grid.size() * materials);
        pristine.resize(mass.size());
        laid_out.resize(mass.size());
        use().raise(exec::Exec::serial());
    }
    ColumnStore use() { return {setup, height.view(), mass.view(), pristine.view(), laid_out.view()}; }
    double sum(const exec::Array<double>& of) const {
        return exec::sum(exec::Exec::serial(), of.size(), 0.0, [&](std::size_t k) { return of[k]; });
    }
};

TEST(ColumnStore, HoldsTheMassOfEachGrainAndRisesByItsBulkVolume) {
    Store store;
    const Random random{5, 1};
    const double before = store.sum(store.height);
    double sum = 0;
    for (std::uint64_t k = 0; k < 5000; ++k) {
        const double m = random.uniform(1e-3, 2e-3, k, 1);
        store.use().add(store.use().sharesAt(random.uniform(-1, 1.5, k, 2), random.uniform(-2, 1.5, k, 3)), 0,
                        m);
        sum += m;
    }
    store.use().raise(exec::Exec::serial());
    // Five thousand sums, each off by half an ulp at most.
    EXPECT_NEAR(store.sum(store.mass) / sum, 1, 5000 * 1.2e-16);
    const double risen = (store.sum(store.height) - before) * store.setup.grid.area();
    EXPECT_NEAR(risen / (sum / 2500 / 0.6), 1, 1e-12);
}

TEST(ColumnStore, CentroidOfTheAddedMassIsThePositionOfTheGrain) {
    Store store;
    store.use().add(store.use().sharesAt(0.13, -0.71), 0, 2);
    double x = 0, y = 0;
    for (std::uint32_t j = 0; j < store.setup.grid.rows; ++j)
        for (std::uint32_t i = 0; i < store.setup.grid.columns; ++i) {
            x += store.mass[store.setup.grid.at(i, j)] * store.setup.grid.x(i);
            y += store.mass[store.setup.grid.at(i, j)] * store.setup.grid.y(j);
        }
    EXPECT_NEAR(x / 2, 0.13, 1e-15);
    EXPECT_NEAR(y / 2, -0.71, 1e-15);
}

// Grains touch two triangles a cell, split from its corner (i, j); a smooth surface through the four columns
// would be off by a quarter of the twist in the middle.
TEST(ColumnStore, SurfaceIsTheOneThatGrainsTouch) {
    Store store;
    const geometry::ColumnGrid& grid = store.setup.grid;
    for (double& height : store.height.view()) height = 0;
    store.height.view()[grid.at(3, 2)] = 0.4;  // the corner (i + 1, j) of the cell (2, 2)
    const double x = grid.x(2), y = grid.y(2), s = grid.spacing;
    EXPECT_DOUBLE_EQ(store.use().heightAt(x + 0.5 * s, y + 0.25 * s), 0.1);
    EXPECT_DOUBLE_EQ(store.use().heightAt(x + 0.25 * s, y + 0.5 * s), 0);
    EXPECT_TRUE(store.use().has(grid.x(5), grid.y(7)));
    EXPECT_FALSE(store.use().has(grid.x(5) + 1e-9, grid.y(7)));
}

TEST(ColumnStore, ReturnsTheMassThatWasAdded) {
    Store store(2);
    const Random random{5, 2};
    const auto shares = [&](std::uint64_t k) {
        return store.use().sharesAt(random.uniform(-1, 1.5, k, 2), random.uniform(-2, 1.5, k, 3));
    };
    const auto mass = [&](std::uint64_t k) { return random.uniform(1e-3, 2e-3, k, 1); };
    for (std::uint64_t k = 0; k < 1000; ++k) store.use().add(shares(k), k % 2, mass(k));
    const double all = store.sum(store.mass);
    store.use().take(shares(7), 1, mass(7));
    EXPECT_NEAR(store.sum(store.mass), all - mass(7), 1e-15 * all);
    for (std::uint64_t k = 0; k < 1000; ++k)
        if (k != 7) store.use().take(shares(k), k % 2, mass(k));
    // Each of the 96 sums is off by what rounding of its 84 terms or so leaves, half an ulp each; none is
    // below zero.
    for (std::size_t row = 0; row < store.mass.size(); ++row) {
        EXPECT_GE(store.mass[row], 0);
        EXPECT_LT(store.mass[row], 84 * 1.2e-16 * all / 20);
    }
}

TEST(ColumnStore, PristineMassIsReleasedOrMovedToAnotherColumn) {
    Store store;
    store.mass[3] = store.pristine[3] = 5;
    store.mass[4] = store.pristine[4] = 1;
    store.use().makePristineGrain(3, 0, 2);
    EXPECT_EQ(store.use().pristine(3, 0), 3);
    EXPECT_EQ(store.use().laidOut(3, 0), 1u);
    EXPECT_EQ(store.mass[3], 5) << "the column holds the grain";
    store.use().movePristine(3, 4, 0);
    EXPECT_EQ(store.use().pristine(3, 0), 0);
    EXPECT_EQ(store.mass[3], 2);
    EXPECT_EQ(store.use().pristine(4, 0), 4);
    EXPECT_EQ(store.mass[4], 4);
    store.use().take(ColumnStore::wholly(3), 0, 2);
    EXPECT_EQ(store.mass[3], 0);
}

TEST(SandPattern, PositionsKeepApartAndFillTheirVolumeFraction) {
    const SandPattern pattern(0.002, 0.6, {3, 4});
    std::vector<Vec3d> places;
    std::set<std::uint64_t> numbers;
    pattern.forPositionsIn({-0.05, -0.05, -0.05}, {0.05, 0.05, 0.05},
                           [&](const Vec3d& p, std::uint64_t number) {
                               places.push_back(p);
                               numbers.insert(number);
                           });
    EXPECT_EQ(numbers.size(), places.size()) << "a number of its own for each place";
    for (std::size_t a = 0; a < places.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) ASSERT_GT(length(places[a] - places[b]), 2 * 0.002 * 0.997);
    const double solid = static_cast<double>(places.size()) * 4 / 3 * std::numbers::pi * 8e-9;
    // The box is not a whole number of cubes; a cube has no more than 6% more or less than the mean of
    // others.
    EXPECT_NEAR(solid / 1e-3, 0.6, 0.02);
}

TEST(SandPattern, QueriesInPartsGiveTheSamePositions) {
    const SandPattern pattern(0.002, 0.5, {3, 4});
    const auto numbersIn = [&](const Vec3d& low, const Vec3d& high) {
        std::vector<std::uint64_t> numbers;
        pattern.forPositionsIn(low, high, [&](const Vec3d&, std::uint64_t n) { numbers.push_back(n); });
        return numbers;
    };
    auto whole = numbersIn({-0.03, 0, 0}, {0.03, 0.02, 0.02}),
         left = numbersIn({-0.03, 0, 0}, {0.011, 0.02, 0.02});
    const auto right = numbersIn({0.011, 0, 0}, {0.03, 0.02, 0.02});
    left.insert(left.end(), right.begin(), right.end());
    std::sort(whole.begin(), whole.end());
    std::sort(left.begin(), left.end());
    EXPECT_EQ(whole, left);
}

TEST(Stacks, FindAllGrainsWithinASquare) {
    constexpr std::size_t count = 600;
    constexpr double square = 0.013;
    const Random random{9, 9};
    exec::Array<Vec3d> position(count);
    for (std::size_t i = 0; i < count; ++i)
        position[i] = {random.uniform(-0.1, 0.1, i, 1), random.uniform(-0.1, 0.1, i, 2),
                       random.uniform(i, 3)};
    const Stacks stacks(exec::Exec::serial(), std::as_const(position).view(), square);
    for (std::size_t i = 0; i < count; ++i) {
        std::set<std::size_t> found;
        stacks.forNear(position[i], [&](std::size_t j) { found.insert(j); });
        for (std::size_t j = 0; j < count; ++j) {
            const Vec3d d = position[j] - position[i];
            const double far = std::max(std::abs(d.x), std::abs(d.y));
            if (far <= square) {
                EXPECT_TRUE(found.count(j)) << far;
            }
            if (far >= 2 * square) {
                EXPECT_FALSE(found.count(j)) << far;
            }
        }
    }
}

}  // namespace
}  // namespace talus::couple
