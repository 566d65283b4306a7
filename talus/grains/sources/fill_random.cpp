// Random sequential addition (Widom 1966, J. Chem. Phys. 44, 3888): grains are placed one after another at
// uniformly random positions in the box, and a position where a grain would overlap another one is rejected.
// Large grains come first, because a small grain fits between large ones for much longer than a large one
// between small ones.
#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "talus/grains/sources/fill.h"
#include "talus/neighbors/cells.h"

namespace talus::grains {
namespace {

enum Channel : std::uint32_t { x_channel = 1, y_channel, z_channel };  // channel 0: drawRadius
/// Maximum number of positions tried for a grain. At a volume fraction of 0.35 about a thousand are needed.
constexpr int max_tries = 200'000;

/// Hash table of spheres by the cell of their centre. Each bucket is a linked list.
class SphereCells {
  public:
    SphereCells(std::size_t count, double largest_diameter)
        : inverse_cell_(1 / largest_diameter), heads_(std::bit_ceil(2 * count + 1), none), next_(count) {}

    bool overlaps(const std::vector<PlacedSphere>& spheres, const PlacedSphere& candidate) const {
        const neighbors::Cell centre = neighbors::cellOf(candidate.position, inverse_cell_);
        for (int k = 0; k < 27; ++k) {
            const neighbors::Cell cell{centre.x + k % 3 - 1, centre.y + k / 3 % 3 - 1, centre.z + k / 9 - 1};
            for (std::uint32_t i = heads_[bucketOf(cell)]; i != none; i = next_[i]) {
                const double reach = spheres[i].radius + candidate.radius;
                if (squaredLength(spheres[i].position - candidate.position) < reach * reach) return true;
            }
        }
        return false;
    }
    void add(std::uint32_t i, const PlacedSphere& sphere) {
        std::uint32_t& head = heads_[bucketOf(neighbors::cellOf(sphere.position, inverse_cell_))];
        next_[i] = head;
        head = i;
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::size_t bucketOf(const neighbors::Cell& cell) const {
        return static_cast<std::size_t>(neighbors::teschnerHash(cell)) & (heads_.size() - 1);
    }
    double inverse_cell_;
    std::vector<std::uint32_t> heads_;
    std::vector<std::uint32_t> next_;
};

}  // namespace

Result<std::vector<PlacedSphere>> randomLoosePositions(const Fill& fill, const Random& random) {
    std::vector<PlacedSphere> spheres(static_cast<std::size_t>(fillCount(fill)));
    for (std::size_t k = 0; k < spheres.size(); ++k) spheres[k].radius = drawReach(random, fill, k);
    std::vector<std::uint32_t> order(spheres.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return spheres[a].radius > spheres[b].radius; });

    SphereCells placed(spheres.size(), 2 * largestReach(fill));
    const Vec3d &low = fill.box.min, &high = fill.box.max;
    std::uint64_t tried = 0;
    for (std::size_t done = 0; done < order.size(); ++done) {
        PlacedSphere& sphere = spheres[order[done]];
        const double a = sphere.radius;
        const std::uint64_t give_up = tried + max_tries;
        bool overlaps = true;
        while (overlaps && tried < give_up) {
            sphere.position = {random.uniform(low.x + a, high.x - a, tried, x_channel),
                               random.uniform(low.y + a, high.y - a, tried, y_channel),
                               random.uniform(low.z + a, high.z - a, tried, z_channel)};
            ++tried;
            overlaps = placed.overlaps(spheres, sphere);
        }
        if (overlaps)
            return Error{
                ErrorKind::Input,
                fmt::format(
                    "[[fill]] '{}' could place only {} of its {} grains: a narrow box holds less than a wide "
                    "one; lower its volume_fraction or count, or use packing = \"jittered\"",
                    fill.name, done, spheres.size())};
        placed.add(order[done], sphere);
    }
    return spheres;
}

}  // namespace talus::grains
