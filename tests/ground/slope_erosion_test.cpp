// Ground that slides: what slope it comes to rest at, and that nothing is lost on the way.
#include "talus/ground/slope_erosion.h"

#include <algorithm>
#include <cstring>

#include "talus/core/rng.h"

namespace talus::ground {
namespace {

using exec::Exec;
using geometry::allColumns;
using geometry::ColumnGrid;
using geometry::ColumnRange;
using geometry::flatHeightfield;
using geometry::Heightfield;

/// Limits with 3 degrees between the slope at which sliding starts and the one at which it stops.
const SlopeLimits limits{.outside = 0.6, .stop = 0.55, .inside = 1.2, .fraction = 0.2};

/// Several tiles, the last ones not whole.
const ColumnGrid grid{0, 0, 0.02, 150, 101};

Heightfield roughGround(double height) {
    Heightfield field = flatHeightfield(grid, 0);
    const Random random{3, 1};
    for (std::size_t k = 0; k < grid.size(); ++k) field.height[k] = random.uniform(0, height, k);
    return field;
}

Heightfield tower(double height, std::uint32_t half) {
    Heightfield field = flatHeightfield(grid, 0);
    for (std::uint32_t j = 50 - half; j <= 50 + half; ++j)
        for (std::uint32_t i = 75 - half; i <= 75 + half; ++i) field.height[grid.at(i, j)] = height;
    return field;
}

/// The steepest slope from any column of a range to a neighbour [rad].
double steepest(const Heightfield& field, const ColumnRange& range) {
    double slope = 0;
    for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
        for (std::uint32_t i = range.first_i; i < range.last_i; ++i)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const std::uint32_t a = i + static_cast<std::uint32_t>(dx),
                                        b = j + static_cast<std::uint32_t>(dy);
                    if ((dx == 0 && dy == 0) || a >= field.grid.columns || b >= field.grid.rows) continue;
                    const double drop = field.height[field.grid.at(i, j)] - field.height[field.grid.at(a, b)];
                    slope = std::max(slope, std::atan(drop / (field.grid.spacing * std::hypot(dx, dy))));
                }
    return slope;
}

Relaxed relax(Heightfield& field, const Exec& exec, Packing packing = Packing::Loose,
              std::uint32_t most = 100000) {
    SlopeErosion erosion(field.grid);
    return erosion.relax(exec, {field.height.view(), std::as_const(field.bedrock).view(), {}}, limits,
                         allColumns(field.grid), packing, most);
}

bool same(const Heightfield& a, const Heightfield& b) {
    return std::memcmp(a.height.data(), b.height.data(), a.grid.size() * sizeof(double)) == 0;
}

TEST(SlopeErosion, EndsWithNoSlopeAboveTheStopSlopeAndTheSameVolume) {
    const Exec exec = Exec::serial();
    for (Heightfield field : {roughGround(0.3), tower(1, 6)}) {
        const double before = volumeOf(exec, grid, field.height.view());
        const Relaxed relaxed = relax(field, exec);
        EXPECT_TRUE(relaxed.settled);
        EXPECT_GT(relaxed.sweeps, 10u);
        // The limit is compared as a height; the arc tangent rounds.
        EXPECT_LE(steepest(field, allColumns(grid)), limits.stop * (1 + 1e-14));
        EXPECT_NEAR(volumeOf(exec, grid, field.height.view()), before, 1e-12 * before);
    }
}

// A tower ends as a heap at the stop slope: its flanks lie between the aim (2% under the limit) and the
// limit, where they are not at its foot or its tip; and it is as symmetric as eight neighbours allow.
TEST(SlopeErosion, ATowerBecomesAHeap) {
    Heightfield field = tower(1, 6);
    ASSERT_TRUE(relax(field, Exec::serial()).settled);
    const auto height = [&](std::uint32_t i, std::uint32_t j) { return field.height[grid.at(i, j)]; };
    const double top = height(75, 50);
    EXPECT_GT(top, 0.2);
    for (std::uint32_t k = 3; height(75 + k + 2, 50) > 0.05 * top; ++k) {
        const double slope = (height(75 + k, 50) - height(75 + k + 1, 50)) / grid.spacing;
        EXPECT_GT(slope, 0.9 * std::tan(limits.stop)) << k;
    }
    for (std::uint32_t k = 0; k < 40; ++k) {
        EXPECT_NEAR(height(75 + k, 50), height(75 - k, 50), 1e-6);
        EXPECT_NEAR(height(75 + k, 50), height(75, 50 + k), 1e-6);
    }
}

TEST(SlopeErosion, HasTheSameBitsForAnyNumberOfThreads) {
    Heightfield one = roughGround(0.5), two = one, three = one;
    const Relaxed a = relax(one, Exec::serial()), b = relax(two, Exec::cpu(2)),
                  c = relax(three, Exec::cpu(3));
    EXPECT_EQ(a.sweeps, b.sweeps);
    EXPECT_EQ(a.sweeps, c.sweeps);
    EXPECT_TRUE(same(one, two));
    EXPECT_TRUE(same(one, three));
}

// Two sweeps against the plainest loop that does the same. What goes is rounded to single precision: 1e-7 of
// at most 0.1 m.
TEST(SlopeErosion, AgreesWithAPlainLoop) {
    Heightfield field = roughGround(0.3);
    std::vector<double> h(field.height.data(), field.height.data() + grid.size());
    const double stop = std::tan(limits.stop);
    for (int sweep = 0; sweep < 2; ++sweep) {
        std::vector<double> next = h;
        for (int j = 0; j < int(grid.rows); ++j)
            for (int i = 0; i < int(grid.columns); ++i) {
                std::vector<std::size_t> steep;
                const std::size_t own = std::size_t(j) * grid.columns + std::size_t(i);
                double excess = 0;
                for (int b = std::max(j - 1, 0); b <= std::min(j + 1, int(grid.rows) - 1); ++b)
                    for (int a = std::max(i - 1, 0); a <= std::min(i + 1, int(grid.columns) - 1); ++a) {
                        const double run = grid.spacing * std::hypot(a - i, b - j);
                        const std::size_t other = std::size_t(b) * grid.columns + std::size_t(a);
                        if (other == own || h[own] - h[other] <= run * stop) continue;
                        steep.push_back(other);
                        excess += h[own] - h[other] - 0.98 * run * stop;
                    }
                if (steep.empty()) continue;
                const double n = double(steep.size());
                next[own] -= limits.fraction * excess / n;
                for (const std::size_t other : steep) next[other] += limits.fraction * excess / n / n;
            }
        h = next;
    }
    EXPECT_EQ(relax(field, Exec::serial(), Packing::Loose, 2).sweeps, 2u);
    for (std::size_t k = 0; k < grid.size(); ++k) ASSERT_NEAR(field.height[k], h[k], 2e-8) << k;
}

Heightfield ramp(double slope) {
    Heightfield field = flatHeightfield({0, 0, 0.02, 40, 20}, 0);
    for (std::uint32_t j = 0; j < field.grid.rows; ++j)
        for (std::uint32_t i = 0; i < field.grid.columns; ++i)
            field.height[field.grid.at(i, j)] = field.grid.x(i) * std::tan(slope);
    return field;
}

// Between the two limits stable ground stays, bit for bit, and loose ground slides; above both all slides,
// and it slides past the first limit down to the second.
TEST(SlopeErosion, HoldsStableGroundUpToASteeperSlope) {
    Heightfield stable = ramp(0.575), loose = stable, steep = ramp(0.65);
    const Heightfield before = stable;
    EXPECT_EQ(relax(stable, Exec::serial(), Packing::Stable).sweeps, 0u);
    EXPECT_TRUE(same(stable, before));
    EXPECT_TRUE(relax(loose, Exec::serial(), Packing::Loose).settled);
    EXPECT_LE(steepest(loose, allColumns(ramp(0).grid)), limits.stop * (1 + 1e-14));
    EXPECT_TRUE(relax(steep, Exec::serial(), Packing::Stable).settled);
    EXPECT_LE(steepest(steep, allColumns(ramp(0).grid)), limits.stop * (1 + 1e-14));
}

// A pit with an object in it keeps its walls up to the inside slope; when the object leaves they slide.
TEST(SlopeErosion, WallsBesideATouchingObjectStandUpToTheInsideSlope) {
    Heightfield field = flatHeightfield(grid, 1);
    exec::Array<std::uint8_t> touched(grid.size());
    for (std::uint32_t j = 40; j < 60; ++j)
        for (std::uint32_t i = 60; i < 80; ++i) {
            field.height[grid.at(i, j)] = 1 - 0.04;  // a wall of 63 degrees: 1.11 rad
            touched[grid.at(i, j)] = 1;
        }
    const Heightfield before = field;
    SlopeErosion erosion(grid);
    const ColumnRange pit{60, 80, 40, 60};
    const auto settle = [&](bool held) {
        return erosion.relax(Exec::serial(),
                             {field.height.view(),
                              {},
                              held ? std::as_const(touched).view() : exec::View<const std::uint8_t>{}},
                             limits, pit, Packing::Loose, 10000);
    };
    EXPECT_EQ(settle(true).sweeps, 0u);
    EXPECT_TRUE(same(field, before));
    EXPECT_GT(settle(false).sweeps, 0u);
    EXPECT_LE(steepest(field, allColumns(grid)), limits.outside);
}

// Sand slides off a slope of rock that is steeper than it can lie; the rock stays, and the volume.
TEST(SlopeErosion, NeverDigsIntoBedrock) {
    Heightfield field = flatHeightfield(grid, 0);
    field.bedrock.resize(grid.size());
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const std::size_t k = grid.at(i, j);
            field.bedrock[k] = i < 70 ? (70 - i) * grid.spacing * std::tan(0.9) : 0.0;
            field.height[k] = field.bedrock[k] + 0.01;
        }
    const Exec exec = Exec::serial();
    const double before = volumeOf(exec, grid, field.height.view());
    EXPECT_TRUE(relax(field, exec).settled);
    EXPECT_NEAR(volumeOf(exec, grid, field.height.view()), before, 1e-12 * before);
    double bare = 1;
    for (std::size_t k = 0; k < grid.size(); ++k) {
        EXPECT_GE(field.height[k], field.bedrock[k]);
        if (field.bedrock[k] > 0) bare = std::min(bare, field.height[k] - field.bedrock[k]);
    }
    EXPECT_LT(bare, 1e-6);
    EXPECT_GT(field.height[grid.at(70, 50)], 0.05);  // it lies at the foot
}

// After a change in one place only that place is looked at, and what comes out has the same bits as if all of
// the ground had been; also when the slide runs over several tiles, and when the same object is used again.
TEST(SlopeErosion, LocalChangeGivesTheSameBitsAsASweepOfTheWholeGround) {
    Heightfield part = roughGround(0.1);
    ASSERT_TRUE(relax(part, Exec::serial()).settled);
    SlopeErosion erosion(grid);
    for (const std::uint32_t at : {30u, 63u, 120u}) {
        part.height[grid.at(at, 62)] += 4;
        Heightfield whole = part;
        const Relaxed one = erosion.relax(Exec::cpu(2), {part.height.view(), {}, {}}, limits,
                                          {at, at + 1, 62, 63}, Packing::Stable, 100000);
        EXPECT_TRUE(one.settled);
        EXPECT_EQ(relax(whole, Exec::serial(), Packing::Stable).sweeps, one.sweeps);
        EXPECT_TRUE(same(part, whole)) << at;
    }
    // Cut short, it leaves nothing behind either.
    part.height[grid.at(75, 50)] += 4;
    Heightfield again = part;
    const Columns ground{part.height.view(), {}, {}};
    EXPECT_FALSE(erosion.relax(Exec::serial(), ground, limits, {75, 76, 50, 51}, Packing::Stable, 3).settled);
    EXPECT_FALSE(relax(again, Exec::serial(), Packing::Stable, 3).settled);
    EXPECT_TRUE(same(part, again));
    erosion.relax(Exec::serial(), ground, limits, allColumns(grid), Packing::Stable, 100000);
    EXPECT_TRUE(relax(again, Exec::serial(), Packing::Stable).settled);
    EXPECT_TRUE(same(part, again));
}

TEST(SlopeLimits, AreChecked) {
    for (const GroundKind& kind : {sand(), mud(), snow()}) EXPECT_TRUE(check(kind.slopes).ok());
    for (const SlopeLimits& wrong :
         {SlopeLimits{.outside = 0.5, .stop = 0.6}, SlopeLimits{.outside = 0.9, .stop = 0.3, .inside = 0.8},
          SlopeLimits{.stop = 0}, SlopeLimits{.inside = 1.5708}, SlopeLimits{.fraction = 0},
          SlopeLimits{.fraction = 0.6}, SlopeLimits{.stop = std::nan("")}})
        EXPECT_FALSE(check(wrong).ok());
}

}  // namespace
}  // namespace talus::ground
