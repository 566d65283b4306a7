#include "talus/sand/grid/solve/closed_regions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::sand::grid {
namespace {

/// A sum this small against the sum of the magnitudes is zero: what the solves of the pressure leave is
/// larger.
constexpr double negligible = 1e-6;
/// Containers are full when no more than this share of them is empty.
constexpr double nearly_none = 1e-4;

/// Whether a pressure that is the same in all cells of a region pushes a body.
bool pushesBody(const std::vector<std::uint32_t>& region, const std::vector<BodyRows>& bodies) {
    for (const BodyRows& body : bodies) {
        Six sum{};
        double size = 0;
        for (std::size_t u = 0; u < body.unknowns.size(); ++u) {
            if (!std::binary_search(region.begin(), region.end(), body.unknowns[u])) continue;
            // Forces: the torques of a closed surface vanish with them.
            for (std::size_t m = 0; m < 3; ++m) {
                sum[m] += body.rows[u][m];
                size += std::abs(body.rows[u][m]);
            }
        }
        for (std::size_t m = 0; m < 3; ++m)
            if (std::abs(sum[m]) > negligible * size) return true;
    }
    return false;
}

}  // namespace

std::vector<ClosedRegion> closedRegions(const Lattice& l, const Faces& conductance,
                                        const std::vector<Cell>& cells, const std::vector<BodyRows>& bodies) {
    std::vector<ClosedRegion> regions;
    std::vector<std::uint8_t> seen(l.cells(), 0);
    for (std::size_t first = 0; first < l.cells(); ++first) {
        if (cells[first] != Cell::Free || seen[first] != 0 || l.isCopy(first)) continue;
        bool leaks = false;
        std::vector<std::uint32_t> found{static_cast<std::uint32_t>(first)};
        seen[first] = 1;
        for (std::size_t next = 0; next < found.size(); ++next) {
            const std::size_t c = found[next];
            for (int a = 0; a < 3; ++a)
                for (const bool upper : {false, true}) {
                    const std::size_t stride = l.stride(a);
                    if (!(conductance[a][upper ? c + stride : c] > 0)) continue;
                    const std::size_t to = l.inPeriod(upper ? c + stride : c - stride);
                    leaks |= cells[to] == Cell::Zero;
                    if (cells[to] != Cell::Free || seen[to] != 0) continue;
                    seen[to] = 1;
                    found.push_back(static_cast<std::uint32_t>(to));
                }
        }
        // A cell without an open face has no equation.
        if (leaks || found.size() < 2) continue;
        std::sort(found.begin(), found.end());
        if (!pushesBody(found, bodies)) regions.push_back({std::move(found)});
    }
    return regions;
}

FullRegions::FullRegions(const std::vector<ClosedRegion>& regions, exec::View<const double> capacity,
                         bool both_signs, exec::View<double> b) {
    for (const ClosedRegion& region : regions) {
        double sum = 0, size = 0, volume = 0;
        for (const std::uint32_t c : region.cells) {
            sum += b[c];
            size += std::abs(b[c]);
            volume += capacity[c];
        }
        if (!both_signs && sum < -nearly_none * volume) continue;
        for (const std::uint32_t c : region.cells) b[c] -= sum * (capacity[c] / volume);
        if (sum > negligible * size) taken_ += sum;
        full_.push_back(&region);
    }
}

void FullRegions::setLevel(exec::View<const double> least, exec::View<double> p) const {
    for (const ClosedRegion* region : full_) {
        double above = std::numeric_limits<double>::infinity();
        for (const std::uint32_t c : region->cells) above = std::min(above, p[c] - least[c]);
        for (const std::uint32_t c : region->cells) p[c] -= above;
    }
}

void FullRegions::mark(std::vector<std::uint8_t>& cells) const {
    for (const ClosedRegion* region : full_)
        for (const std::uint32_t c : region->cells) cells[c] = 1;
}

}  // namespace talus::sand::grid
