// Random sequential addition (Widom 1966, J. Chem. Phys. 44, 3888): grains are placed one after another at
// uniformly random positions in the box, and a position where a grain would overlap another one is rejected.
// Large grains come first, because a small grain fits between large ones for much longer than a large one
// between small ones. Clumps are placed with their own spheres, as they are turned.
#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/new_clump.h"
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
        : inverse_cell_(1 / largest_diameter), heads_(std::bit_ceil(2 * count + 1), none) {}

    bool overlaps(const PlacedSphere& candidate) const {
        const neighbors::Cell centre = neighbors::cellOf(candidate.position, inverse_cell_);
        for (int k = 0; k < 27; ++k) {
            const neighbors::Cell cell{centre.x + k % 3 - 1, centre.y + k / 3 % 3 - 1, centre.z + k / 9 - 1};
            for (std::uint32_t i = heads_[bucketOf(cell)]; i != none; i = next_[i]) {
                const double reach = spheres_[i].radius + candidate.radius;
                if (squaredLength(spheres_[i].position - candidate.position) < reach * reach) return true;
            }
        }
        return false;
    }
    void add(const PlacedSphere& sphere) {
        std::uint32_t& head = heads_[bucketOf(neighbors::cellOf(sphere.position, inverse_cell_))];
        next_.push_back(head);
        head = static_cast<std::uint32_t>(spheres_.size());
        spheres_.push_back(sphere);
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::size_t bucketOf(const neighbors::Cell& cell) const {
        return static_cast<std::size_t>(neighbors::teschnerHash(cell)) & (heads_.size() - 1);
    }
    double inverse_cell_;
    std::vector<std::uint32_t> heads_;
    std::vector<std::uint32_t> next_;
    std::vector<PlacedSphere> spheres_;
};

/// The spheres of a grain about its centre, and how far they reach along the axes.
struct Body {
    std::vector<PlacedSphere> spheres;
    Vec3d low, high;
};

/// The k-th grain of a fill as it is turned.
Body bodyOf(const Fill& fill, const Random& random, std::uint64_t k) {
    const double a = drawRadius(random, fill, k);
    const ShapeChoice::Chosen* const chosen = drawShape(random, fill, k);
    if (chosen == nullptr || chosen->shape->isBall()) return {{{{}, a}}, {-a, -a, -a}, {a, a, a}};
    Body body;
    const Rotation rotation = drawRotation(random, k);
    for (const geometry::Sphere& sphere : chosen->shape->spheres) {
        const Vec3d p = rotated(rotation, sphere.centre * a);
        const double r = sphere.radius * a;
        body.spheres.push_back({p, r});
        body.low = {std::min(body.low.x, p.x - r), std::min(body.low.y, p.y - r),
                    std::min(body.low.z, p.z - r)};
        body.high = {std::max(body.high.x, p.x + r), std::max(body.high.y, p.y + r),
                     std::max(body.high.z, p.z + r)};
    }
    return body;
}

/// The largest radius of a sphere of a fill [m].
double largestSphere(const Fill& fill) {
    double largest = fill.chosen.empty() ? 1 : 0;
    for (const ShapeChoice::Chosen& each : fill.chosen) largest = std::max(largest, each.shape->largest);
    return largest * largestRadius(fill);
}

Error tooFew(const Fill& fill, std::size_t placed, std::size_t asked) {
    const bool balls = fill.chosen.empty();
    return {
        ErrorKind::Input,
        fmt::format("[[fill]] '{}' could place only {} of its {} grains: {}; lower its volume_fraction or "
                    "count, give it a larger box, or {}",
                    fill.name, placed, asked,
                    balls ? "a narrow box holds less than a wide one"
                          : "grains of several spheres pack less densely at random than balls, the longer "
                            "the less, and a narrow box holds less than a wide one",
                    balls ? "use packing = \"jittered\"" : "pour them with an [[emitter]]")};
}

}  // namespace

Result<std::vector<PlacedSphere>> randomLoosePositions(const Fill& fill, const Random& random) {
    std::vector<PlacedSphere> spheres(static_cast<std::size_t>(fillCount(fill)));
    for (std::size_t k = 0; k < spheres.size(); ++k) spheres[k].radius = drawReach(random, fill, k);
    std::vector<std::uint32_t> order(spheres.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return spheres[a].radius > spheres[b].radius; });

    const auto count = static_cast<std::size_t>(meanSpheres(fill) * static_cast<double>(spheres.size()));
    SphereCells placed(count, 2 * largestSphere(fill));
    const Vec3d &low = fill.box.min, &high = fill.box.max;
    std::uint64_t tried = 0;
    for (std::size_t done = 0; done < order.size(); ++done) {
        const Body body = bodyOf(fill, random, order[done]);
        Vec3d& position = spheres[order[done]].position;
        const auto at = [&](const PlacedSphere& sphere) {
            return PlacedSphere{position + sphere.position, sphere.radius};
        };
        const std::uint64_t give_up = tried + max_tries;
        bool overlaps = true;
        while (overlaps && tried < give_up) {
            position = {random.uniform(low.x - body.low.x, high.x - body.high.x, tried, x_channel),
                        random.uniform(low.y - body.low.y, high.y - body.high.y, tried, y_channel),
                        random.uniform(low.z - body.low.z, high.z - body.high.z, tried, z_channel)};
            ++tried;
            overlaps = std::ranges::any_of(
                body.spheres, [&](const PlacedSphere& sphere) { return placed.overlaps(at(sphere)); });
        }
        if (overlaps) return tooFew(fill, done, spheres.size());
        for (const PlacedSphere& sphere : body.spheres) placed.add(at(sphere));
    }
    return spheres;
}

}  // namespace talus::grains
