// Dense random packings: grains start at random positions and may overlap. In each sweep, overlapping grains
// are pushed apart, equal ones by half of the overlap each, until the remaining overlaps are negligible.
// Similar algorithms: Clarke and Wiley 1987, Phys. Rev. B 35, 7350; the force-biased algorithm of Moscinski
// and others 1989, Mol. Simul. 3, 201. There is no gravity and no contact law, so the packing is homogeneous
// and isotropic.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/grains/sources/fill.h"

namespace talus::grains {
namespace {

enum Channel : std::uint32_t { x_channel = 1, y_channel, z_channel };  // channel 0: drawRadius
/// Maximum number of sweeps. A fill that still overlaps after these does not fit.
constexpr int max_sweeps = 3000;

/// A grid of cells over the box with some of the grains. The grains of a cell are in ascending order, so that
/// every run gives the same sums.
class BoxCells {
  public:
    /// @param largest radius among these grains
    BoxCells(const geometry::Box& box, double largest, std::vector<std::uint32_t> grains)
        : low_(box.min), largest_(largest), inverse_(0.5 / largest), grains_(std::move(grains)) {
        const Vec3d extent = box.max - box.min;
        // Large boxes with few grains get larger cells, so that the number of cells stays limited (1.26^3 =
        // 2).
        while (cells(extent) > 8.0 * static_cast<double>(grains_.size()) + 64) inverse_ /= 1.26;
        count_[0] = along(extent.x);
        count_[1] = along(extent.y);
        count_[2] = along(extent.z);
        starts_.resize(count_[0] * count_[1] * count_[2] + 1);
        members_.resize(grains_.size());
    }

    void sort(const std::vector<PlacedSphere>& spheres) {
        std::fill(starts_.begin(), starts_.end(), std::uint32_t{0});
        for (const std::uint32_t i : grains_) ++starts_[cellOf(spheres[i].position) + 1];
        for (std::size_t c = 1; c < starts_.size(); ++c) starts_[c] += starts_[c - 1];
        std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
        for (const std::uint32_t i : grains_) members_[next[cellOf(spheres[i].position)]++] = i;
    }

    /// Calls take(i) for all grains that a grain of radius `a` at p could overlap, and for some others.
    template <class Take>
    void forNear(const Vec3d& p, double a, Take take) const {
        const double reach = a + largest_;
        const Vec3d from = p - low_ - Vec3d{reach, reach, reach}, to = p - low_ + Vec3d{reach, reach, reach};
        for (std::size_t k = index(from.z, 2); k <= index(to.z, 2); ++k)
            for (std::size_t j = index(from.y, 1); j <= index(to.y, 1); ++j)
                for (std::size_t i = index(from.x, 0); i <= index(to.x, 0); ++i) {
                    const std::size_t cell = (k * count_[1] + j) * count_[0] + i;
                    for (std::uint32_t m = starts_[cell]; m < starts_[cell + 1]; ++m) take(members_[m]);
                }
    }

  private:
    std::size_t along(double length) const {
        return static_cast<std::size_t>(std::max(1.0, std::floor(length * inverse_)));
    }
    double cells(const Vec3d& extent) const {
        const auto floor = [&](double length) { return std::max(1.0, std::floor(length * inverse_)); };
        return floor(extent.x) * floor(extent.y) * floor(extent.z);
    }
    std::size_t index(double offset, std::size_t axis) const {
        const double i = std::floor(std::max(0.0, offset) * inverse_);
        return std::min(static_cast<std::size_t>(i), count_[axis] - 1);
    }
    std::size_t cellOf(const Vec3d& p) const {
        return (index(p.z - low_.z, 2) * count_[1] + index(p.y - low_.y, 1)) * count_[0] +
               index(p.x - low_.x, 0);
    }

    Vec3d low_;
    double largest_, inverse_;
    std::vector<std::uint32_t> grains_;
    std::size_t count_[3] = {};
    std::vector<std::uint32_t> starts_, members_;
};

/// Grids for size classes: grains larger than half the largest radius, than a quarter, and so on. So many
/// small grains among few large ones do not search in cells of the size of the large ones.
std::vector<BoxCells> cellsBySize(const geometry::Box& box, double largest,
                                  const std::vector<PlacedSphere>& spheres) {
    constexpr int max_levels = 16;  // radii that differ by a factor of 65,536
    std::vector<std::vector<std::uint32_t>> grains(max_levels);
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const int halvings = std::min(max_levels - 1, std::ilogb(largest / spheres[i].radius));
        grains[static_cast<std::size_t>(std::max(0, halvings))].push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<BoxCells> cells;
    for (std::size_t level = 0; level < grains.size(); ++level)
        if (!grains[level].empty())
            cells.emplace_back(box, std::ldexp(largest, -static_cast<int>(level)), std::move(grains[level]));
    return cells;
}

double cube(double a) { return a * a * a; }

Vec3d inside(const geometry::Box& box, const Vec3d& p, double a) {
    return {std::clamp(p.x, box.min.x + a, box.max.x - a), std::clamp(p.y, box.min.y + a, box.max.y - a),
            std::clamp(p.z, box.min.z + a, box.max.z - a)};
}

}  // namespace

Result<std::vector<PlacedSphere>> randomDensePositions(const Fill& fill, const Random& random) {
    std::vector<PlacedSphere> spheres(static_cast<std::size_t>(fillCount(fill)));
    const Vec3d &low = fill.box.min, &high = fill.box.max;
    for (std::size_t k = 0; k < spheres.size(); ++k) {
        const double a = drawReach(random, fill, k);
        spheres[k] = {{random.uniform(low.x + a, high.x - a, k, x_channel),
                       random.uniform(low.y + a, high.y - a, k, y_channel),
                       random.uniform(low.z + a, high.z - a, k, z_channel)},
                      a};
    }
    const double allowed = dense_overlap * smallestRadius(fill);
    std::vector<BoxCells> cells = cellsBySize(fill.box, largestReach(fill), spheres);
    std::vector<Vec3d> moved(spheres.size());
    double worst = 0;
    for (int sweep = 0; sweep < max_sweeps; ++sweep) {
        for (BoxCells& level : cells) level.sort(spheres);
        worst = 0;
        for (std::size_t i = 0; i < spheres.size(); ++i) {
            const Vec3d& p = spheres[i].position;
            const double a = spheres[i].radius;
            Vec3d push;
            const auto pushApart = [&](std::uint32_t j) {
                const Vec3d apart = p - spheres[j].position;
                const double reach = a + spheres[j].radius, square = squaredLength(apart);
                if (j == i || square >= reach * reach) return;
                const double distance = std::sqrt(square);
                worst = std::max(worst, reach - distance);
                // The overlap is divided in inverse proportion to the masses: many small grains around a
                // large one move, rather than the large one.
                const double m = cube(a), other = cube(spheres[j].radius);
                // A little more than the overlap, so that pairs separate instead of converging slowly.
                const double shift = other / (m + other) * (reach - distance + 0.5 * allowed);
                // Two centres may coincide, for example where large grains are pushed into the same corner.
                // Then separate them along the diagonal.
                push += distance > 0 ? apart * (shift / distance) : Vec3d{1, 1, 1} * (i < j ? shift : -shift);
            };
            for (const BoxCells& level : cells) level.forNear(p, a, pushApart);
            moved[i] = inside(fill.box, p + push, a);
        }
        if (worst <= allowed) return spheres;
        for (std::size_t i = 0; i < spheres.size(); ++i) spheres[i].position = moved[i];
    }
    return Error{
        ErrorKind::Input,
        fmt::format(
            "[[fill]] '{}' found no dense packing of {} grains: {} still overlap by {:.2g} m; lower its "
            "volume_fraction or count (near walls grains pack less densely, so a narrow box holds less)",
            fill.name, spheres.size(), fill.chosen.empty() ? "some" : "some of the balls around them",
            worst)};
}

}  // namespace talus::grains
