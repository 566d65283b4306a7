#include "talus/geometry/resample.h"

#include <cmath>

#include "talus/core/rng.h"

namespace talus::geometry {
namespace {

exec::Array<double> roughValues(const ColumnGrid& grid) {
    exec::Array<double> values(grid.size());
    for (std::size_t k = 0; k < grid.size(); ++k)
        values[k] = double(philox({static_cast<std::uint32_t>(k), 0, 0, 0}, {3, 4})[0]) * 0x1.0p-32;
    return values;
}

// A coarse column is the mean of the ground around it, here summed up from 200 x 200 small squares, each of
// the value of the old column that it lies in. Tolerance: squares that the border of an area cuts, 2 in 200
// along each side.
TEST(Resample, CoarseColumnsAreMeansOverTheirAreas) {
    const ColumnGrid from{0, 0, 1, 23, 14}, to{0, 0, 2.7, 9, 5};
    const exec::Array<double> values = roughValues(from);
    const exec::Array<double> coarse = resampled(from, values.view(), to);
    constexpr int parts = 200;
    for (std::uint32_t j = 0; j < to.rows; ++j)
        for (std::uint32_t i = 0; i < to.columns; ++i) {
            double sum = 0;
            int count = 0;
            for (int b = 0; b < parts; ++b)
                for (int a = 0; a < parts; ++a) {
                    const double x = to.x(i) + ((a + 0.5) / parts - 0.5) * to.spacing,
                                 y = to.y(j) + ((b + 0.5) / parts - 0.5) * to.spacing;
                    const double column = std::floor(x + 0.5), row = std::floor(y + 0.5);
                    if (column < 0 || row < 0 || column >= from.columns || row >= from.rows) continue;
                    sum +=
                        values[from.at(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row))];
                    ++count;
                }
            EXPECT_NEAR(coarse[to.at(i, j)], sum / count, 0.02) << i << " " << j;
        }
}

// Every second column from 2 n + 1: inner columns weigh (1/4, 1/2, 1/4), so that the sum times area is kept
// but for the border, which stands for half. Exact but for round-off.
TEST(Resample, KeepsTheVolumeOfWhatLiesInside) {
    const ColumnGrid from{0, 0, 0.5, 21, 21}, to{0, 0, 1, 11, 11};
    exec::Array<double> values(from.size());
    double before = 0;
    for (std::uint32_t j = 4; j < 17; ++j)
        for (std::uint32_t i = 4; i < 17; ++i) before += values[from.at(i, j)] = std::sin(i * 3.0) + j;
    const exec::Array<double> coarse = resampled(from, values.view(), to);
    double after = 0;
    for (const double value : coarse.view()) after += value;
    EXPECT_NEAR(after * to.area(), before * from.area(), 1e-12 * before);
}

// Bilinear interpolation gives what is linear in x, in y and in their product exactly.
TEST(Resample, FineColumnsAreInterpolated) {
    const ColumnGrid from{0, 0, 1, 6, 5}, to{0, 0, 0.3, 17, 14};
    exec::Array<double> values(from.size());
    const auto at = [](double x, double y) { return 2 + 0.5 * x - y + 0.25 * x * y; };
    for (std::uint32_t j = 0; j < from.rows; ++j)
        for (std::uint32_t i = 0; i < from.columns; ++i) values[from.at(i, j)] = at(i, j);
    const exec::Array<double> fine = resampled(from, values.view(), to);
    for (std::uint32_t j = 0; j < to.rows; ++j)
        for (std::uint32_t i = 0; i < to.columns; ++i)
            EXPECT_NEAR(fine[to.at(i, j)], at(to.x(i), to.y(j)), 1e-13);
}

}  // namespace
}  // namespace talus::geometry
