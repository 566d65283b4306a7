#include "talus/geometry/resample.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus::geometry {
namespace {

/// The old values along an axis that make up a new value: from `first` on, with weights that add up to 1.
struct Share {
    std::uint32_t first = 0;
    std::vector<double> weight;
};

std::vector<Share> sharesOf(double from_spacing, std::uint32_t from_count, double to_spacing,
                            std::uint32_t to_count) {
    std::vector<Share> shares(to_count);
    const double ratio = to_spacing / from_spacing;
    for (std::uint32_t k = 0; k < to_count; ++k) {
        Share& share = shares[k];
        const double at = k * ratio;  // in old columns
        if (ratio < 1) {
            share.first = std::min(static_cast<std::uint32_t>(at), from_count - 2);
            const double t = std::min(at - share.first, 1.0);
            share.weight = {1 - t, t};
            continue;
        }
        // An old column represents half a column on each side of it.
        const double low = std::max(at - 0.5 * ratio, -0.5),
                     high = std::min(at + 0.5 * ratio, from_count - 0.5);
        share.first = static_cast<std::uint32_t>(std::max(std::floor(low + 0.5), 0.0));
        double sum = 0;
        for (std::uint32_t i = share.first; i < from_count && i - 0.5 < high; ++i) {
            share.weight.push_back(std::max(0.0, std::min(i + 0.5, high) - std::max(i - 0.5, low)));
            sum += share.weight.back();
        }
        for (double& weight : share.weight) weight /= sum;
    }
    return shares;
}

}  // namespace

exec::Array<double> cutOut(const ColumnGrid& grid, exec::View<const double> value, const ColumnRange& range) {
    exec::Array<double> part(std::size_t{range.width()} * range.depth());
    for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
        std::copy_n(value.data() + grid.at(range.first_i, j), range.width(),
                    part.data() + std::size_t{j - range.first_j} * range.width());
    return part;
}

exec::Array<double> resampled(const ColumnGrid& from, exec::View<const double> value, const ColumnGrid& to) {
    const std::vector<Share> across = sharesOf(from.spacing, from.columns, to.spacing, to.columns),
                             along = sharesOf(from.spacing, from.rows, to.spacing, to.rows);
    // First along x, row by row, then along y.
    exec::Array<double> narrow(std::size_t{to.columns} * from.rows);
    for (std::uint32_t j = 0; j < from.rows; ++j)
        for (std::uint32_t i = 0; i < to.columns; ++i) {
            double sum = 0;
            for (std::uint32_t k = 0; k < across[i].weight.size(); ++k)
                sum += across[i].weight[k] * value[from.at(across[i].first + k, j)];
            narrow[std::size_t{j} * to.columns + i] = sum;
        }
    exec::Array<double> result(to.size());
    for (std::uint32_t j = 0; j < to.rows; ++j)
        for (std::uint32_t k = 0; k < along[j].weight.size(); ++k)
            for (std::uint32_t i = 0; i < to.columns; ++i)
                result[to.at(i, j)] +=
                    along[j].weight[k] * narrow[std::size_t{along[j].first + k} * to.columns + i];
    return result;
}

}  // namespace talus::geometry
