#include "talus/geometry/liquid_surface/keep_volume.h"

#include <limits>
#include <numeric>

namespace talus::geometry::liquid {
namespace {

/// Numbers that are joined into sets; each set is known by its lowest number.
class Sets {
  public:
    explicit Sets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    }
    std::uint32_t of(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::uint32_t i, std::uint32_t j) {
        i = of(i);
        j = of(j);
        parent_[std::max(i, j)] = std::min(i, j);
    }

  private:
    std::vector<std::uint32_t> parent_;
};

/// Particles that reach each other are a group.
Sets groupsOf(const Particles& p) {
    const exec::View<const Vec3d> position = p.position.view();
    Sets groups(position.size());
    Around around(*p.grid);
    for (std::size_t i = 0; i < position.size(); ++i)
        for (const auto& range : around(position[i]))
            for (std::size_t j = range.begin; j < std::min<std::size_t>(range.end, i); ++j)
                if (squaredLength(position[i] - position[j]) *
                        static_cast<double>(p.inverse_square.data()[j]) <
                    1)
                    groups.join(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
    return groups;
}

/// The particle that is nearest to a point, in units of its reach.
std::uint32_t nearestTo(const Vec3d& x, const Particles& p, Around& around) {
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t nearest = 0;
    for (const auto& range : around(x))
        for (std::size_t j = range.begin; j < range.end; ++j) {
            const double square =
                squaredLength(x - p.position.data()[j]) * static_cast<double>(p.inverse_square.data()[j]);
            if (!(square < least)) continue;
            least = square;
            nearest = static_cast<std::uint32_t>(j);
        }
    return nearest;
}

}  // namespace

void keepVolume(const exec::Exec& exec, Mesh& mesh, const Rings& rings, const std::vector<float>& weight,
                const Particles& p) {
    if (mesh.points.empty()) return;
    // Of the parts of the mesh around a group, as of its hollows, the first stands for all.
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    Sets groups = groupsOf(p);
    std::vector<std::uint32_t> part = partsOf(mesh), first_part(p.position.size(), none);
    Around around(*p.grid);
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i] != i) {
            part[i] = part[part[i]];
            continue;
        }
        std::uint32_t& first = first_part[groups.of(nearestTo(mesh.points[i], p, around))];
        if (first == none) first = part[i];
        part[i] = first;
    }
    std::vector<double> wanted(mesh.points.size(), 0);
    for (std::size_t j = 0; j < p.position.size(); ++j) {
        const double side = static_cast<double>(p.range.data()[j]) / reach;
        const std::uint32_t first = first_part[groups.of(static_cast<std::uint32_t>(j))];
        if (first != none) wanted[first] += 6 * side * side * side;
    }
    // Several times, because it is exact to first order only.
    constexpr int passes = 3;
    const double max_shift = 0.25 * 2 * p.mean_radius / passes;
    for (int pass = 0; pass < passes; ++pass)
        restoreVolume(exec, mesh, rings, weight, part, wanted, max_shift);
}

}  // namespace talus::geometry::liquid
