#include "talus/water/sources/fit_lattice.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "talus/water/boundary/separate_pairs.h"
#include "talus/water/kernel/spline.h"
#include "talus/water/sources/fill.h"

namespace talus::water {
namespace {

/// Positions within `movable` of an obstacle may move, each by at most `max_shift` [spacings]. So the excess
/// or lack at the surface is distributed over three layers.
constexpr double movable = 3, max_shift = 1;
/// An iteration moves a position by `step_factor` times the gradient of the density times the square of the
/// spacing, and at most by `max_displacement` [spacings]. `step_factor` is the largest without oscillations,
/// found by trial.
constexpr double step_factor = 0.2, max_displacement = 0.1;
/// Iterations end when no position moves by more than this [spacings]: a fiftieth of what sets water in
/// motion.
constexpr double at_rest = 1e-3;
constexpr int max_iterations = 60;

/// Finds the number of a position by its index in the lattice.
class Sites {
  public:
    explicit Sites(const Lattice& lattice) : lattice_(lattice) {}

    using Index = std::array<std::int64_t, 3>;
    Index indexOf(const Vec3d& p) const {
        const Vec3d from = (p - lattice_.first) / lattice_.across;
        return {std::llround(from.x), std::llround(from.y), std::llround(from.z)};
    }
    void set(const Vec3d& p, std::uint32_t number) { numbers_[keyOf(indexOf(p))] = number; }
    const std::uint32_t* find(const Index& at) const {
        const auto found = numbers_.find(keyOf(at));
        return found == numbers_.end() ? nullptr : &found->second;
    }

  private:
    std::int64_t keyOf(const Index& at) const {
        return (at[2] * lattice_.count[1] + at[1]) * lattice_.count[0] + at[0];
    }
    const Lattice& lattice_;
    std::unordered_map<std::int64_t, std::uint32_t> numbers_;
};

/// A position that moves, the faces near it, and the numbers of the positions near it.
struct Mover {
    std::uint32_t number = 0;
    std::vector<std::uint32_t> faces, near;
};

void keepObstacles(const SolidsAt& solids, const Obstacles& obstacles, std::vector<std::uint32_t>& faces) {
    std::erase_if(faces, [&](std::uint32_t f) { return obstacles.is[solids.walls.face(f).wall] == 0; });
}

/// The positions of the lattice around the block that are not in obstacles.
std::vector<Vec3d> freeSites(const SolidsAt& solids, const Obstacles& obstacles, const Lattice& lattice) {
    std::vector<Vec3d> sites;
    for (std::int64_t k = 0; k < lattice.count[2]; ++k)
        for (std::int64_t j = 0; j < lattice.count[1]; ++j)
            for (std::int64_t i = 0; i < lattice.count[0]; ++i) sites.push_back(lattice.at(i, j, k));
    removeInObstacles(solids, obstacles, lattice, sites);
    return sites;
}

/// Moves all movers once. @return the largest displacement [m]
template <class K>
double iterate(const FitKernel& fit, const K& kernel, const SolidsAt& solids,
               const std::vector<Mover>& movers, const std::vector<Vec3d>& start, std::vector<Vec3d>& at,
               std::vector<Vec3d>& next, ContactSearch& search) {
    const double s = fit.spacing, support = fit.integral.reach();
    double largest = 0;
    for (const Mover& mover : movers) {
        const Vec3d here = at[mover.number];
        Vec3d gradient;
        for (const std::uint32_t other : mover.near) {
            const Vec3d from = here - at[other];
            const double r = length(from);
            if (r > 0 && r < support) gradient += from * (kernel.gradient(r, 1 / r) * s * s * s);
        }
        search.faces = mover.faces;
        contactsOf(solids, fit.integral, here, search);
        for (const Contact& contact : search.found) gradient += contact.gradient * contact.effect;
        Vec3d displacement = gradient * (-step_factor * s * s);
        if (const double size = length(displacement); size > max_displacement * s)
            displacement = displacement * (max_displacement * s / size);
        // Not beyond the reach of the lists.
        const Vec3d to = here + displacement;
        if (length(to - start[mover.number]) < max_shift * s) {
            next[mover.number] = to;
            largest = std::max(largest, length(displacement));
        }
    }
    for (const Mover& mover : movers) at[mover.number] = next[mover.number];
    return largest;
}

}  // namespace

void fitLattice(const FitKernel& fit, const SolidsAt& solids, const Obstacles& obstacles,
                const Lattice& lattice, std::vector<Vec3d>& positions) {
    const SolidsAt walls{solids.walls};
    const double s = fit.spacing, reach = fit.integral.reach() + 2 * max_shift * s;
    const auto layers = static_cast<std::int64_t>(std::ceil(reach / s));
    const Lattice around = lattice.grownBy(layers);

    std::vector<Mover> movers;
    for (std::uint32_t p = 0; p < positions.size(); ++p) {
        Mover mover{p, {}, {}};
        facesNear(walls, positions[p], movable * s, mover.faces);
        keepObstacles(walls, obstacles, mover.faces);
        if (!mover.faces.empty()) movers.push_back(std::move(mover));
    }
    if (movers.empty()) return;
    // After the positions of the block come those around it, which do not move.
    std::vector<Vec3d> at = positions;
    Sites sites(around);
    for (std::uint32_t p = 0; p < positions.size(); ++p) sites.set(positions[p], p);
    for (const Vec3d& site : freeSites(walls, obstacles, around))
        if (sites.find(sites.indexOf(site)) == nullptr) {
            sites.set(site, static_cast<std::uint32_t>(at.size()));
            at.push_back(site);
        }
    ContactSearch search;
    for (Mover& mover : movers) {
        const Vec3d& here = positions[mover.number];
        search.faces = mover.faces;
        contactsOf(walls, fit.integral, here, search);
        const Sites::Index own = sites.indexOf(here);
        for (std::int64_t k = -layers; k <= layers; ++k)
            for (std::int64_t j = -layers; j <= layers; ++j)
                for (std::int64_t i = -layers; i <= layers; ++i) {
                    const std::uint32_t* other = sites.find({own[0] + i, own[1] + j, own[2] + k});
                    if (other == nullptr || *other == mover.number) continue;
                    // Positions behind a thin obstacle do not count.
                    if (!isSeparated(walls.walls, search.near, here, at[*other] - here,
                                     environment::goesThrough))
                        mover.near.push_back(*other);
                }
    }
    const std::vector<Vec3d> start = at;
    std::vector<Vec3d> next = at;
    const auto settle = [&](const auto& kernel) {
        for (int k = 0; k < max_iterations; ++k)
            if (iterate(fit, kernel, walls, movers, start, at, next, search) < at_rest * s) break;
    };
    if (fit.kernel == Kernel::CubicSpline)
        settle(CubicSpline<double>(fit.integral.reach()));
    else
        settle(WendlandC2<double>(fit.integral.reach()));
    std::copy_n(at.begin(), positions.size(), positions.begin());
}

}  // namespace talus::water
