// Dense random packings by taking overlaps away: grains start at random places, through each other, and those
// that overlap push each other apart, half of the overlap each, until none is left worth mentioning (as
// Clarke and Wiley 1987, Phys. Rev. B 35, 7350, and the force-biased algorithm of Moscinski and others 1989,
// Mol. Simul. 3, 201, do). No gravity and no contact law: what comes out is as dense everywhere, and has no
// direction.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/grains/fill.h"

namespace talus::grains {
namespace {

enum Channel : std::uint32_t { x_channel = 1, y_channel, z_channel };  // 0: drawRadius
constexpr int most_sweeps = 3000;

/// Cells over the box, with the grains in each in their order: the same sums for every run.
class BoxCells {
  public:
    BoxCells(const geometry::Box& box, double size, std::size_t grains) : low_(box.min), inverse_(1 / size) {
        const Vec3d extent = box.max - box.min;
        // Long empty boxes take larger cells rather than more of them.
        while (cells(extent) > 8.0 * static_cast<double>(grains) + 64) inverse_ /= 1.26;
        count_[0] = along(extent.x);
        count_[1] = along(extent.y);
        count_[2] = along(extent.z);
        starts_.resize(count_[0] * count_[1] * count_[2] + 1);
        members_.resize(grains);
    }

    void sort(const std::vector<Place>& places) {
        std::fill(starts_.begin(), starts_.end(), std::uint32_t{0});
        for (const Place& place : places) ++starts_[cellOf(place.position) + 1];
        for (std::size_t c = 1; c < starts_.size(); ++c) starts_[c] += starts_[c - 1];
        std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
        for (std::size_t i = 0; i < places.size(); ++i)
            members_[next[cellOf(places[i].position)]++] = static_cast<std::uint32_t>(i);
    }

    template <class Take>
    void forNear(const Vec3d& p, Take take) const {
        const std::size_t x = index(p.x - low_.x, 0), y = index(p.y - low_.y, 1), z = index(p.z - low_.z, 2);
        const auto from = [](std::size_t i) { return i == 0 ? 0 : i - 1; };
        for (std::size_t k = from(z); k < std::min(z + 2, count_[2]); ++k)
            for (std::size_t j = from(y); j < std::min(y + 2, count_[1]); ++j)
                for (std::size_t i = from(x); i < std::min(x + 2, count_[0]); ++i) {
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
    double inverse_;
    std::size_t count_[3] = {};
    std::vector<std::uint32_t> starts_, members_;
};

Vec3d inside(const geometry::Box& box, const Vec3d& p, double a) {
    return {std::clamp(p.x, box.min.x + a, box.max.x - a), std::clamp(p.y, box.min.y + a, box.max.y - a),
            std::clamp(p.z, box.min.z + a, box.max.z - a)};
}

}  // namespace

Result<std::vector<Place>> randomDensePlaces(const Fill& fill, const Random& random) {
    std::vector<Place> places(static_cast<std::size_t>(fillCount(fill)));
    const Vec3d &low = fill.box.min, &high = fill.box.max;
    for (std::size_t k = 0; k < places.size(); ++k) {
        const double a = drawRadius(random, fill, k);
        places[k] = {{random.uniform(low.x + a, high.x - a, k, x_channel),
                      random.uniform(low.y + a, high.y - a, k, y_channel),
                      random.uniform(low.z + a, high.z - a, k, z_channel)},
                     a};
    }
    const double allowed = dense_overlap * smallestRadius(fill);
    BoxCells cells(fill.box, 2 * largestRadius(fill), places.size());
    std::vector<Vec3d> moved(places.size());
    double worst = 0;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        cells.sort(places);
        worst = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Vec3d& p = places[i].position;
            const double a = places[i].radius;
            Vec3d push;
            cells.forNear(p, [&](std::uint32_t j) {
                const Vec3d apart = p - places[j].position;
                const double reach = a + places[j].radius, square = squaredLength(apart);
                if (j == i || square >= reach * reach || !(square > 0)) return;
                const double distance = std::sqrt(square);
                worst = std::max(worst, reach - distance);
                // A little more than the half, so that pairs come free and do not creep towards it.
                push += apart * (0.5 * (reach - distance + 0.5 * allowed) / distance);
            });
            moved[i] = inside(fill.box, p + push, a);
        }
        if (worst <= allowed) return places;
        for (std::size_t i = 0; i < places.size(); ++i) places[i].position = moved[i];
    }
    return Error{
        ErrorKind::Input,
        fmt::format("[[fill]] '{}' finds no dense packing of {} grains: some still overlap by {:.2g} m; "
                    "lower its volume_fraction or count (near walls grains pack less densely, so a "
                    "narrow box holds less)",
                    fill.name, places.size(), worst)};
}

}  // namespace talus::grains
