#include "talus/water/sources/fit_lattice.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "talus/water/boundary/part_pairs.h"
#include "talus/water/kernel/spline.h"
#include "talus/water/sources/fill.h"

namespace talus::water {
namespace {

/// Places nearer than this to an obstacle may move, and each at most by this far [spacings]. What is too
/// much or too little at the surface is spread over three layers.
constexpr double movable = 3, farthest = 1;
/// The gradient of the density times its square of the spacing moves a place by this: the largest that does
/// not swing to and fro, found by trying. At most a tenth of a spacing in a turn.
constexpr double share = 0.2, longest_way = 0.1;
/// Turns end when no place moves by more than this [spacings]: a fiftieth of what makes water move.
constexpr double at_rest = 1e-3;
constexpr int most_turns = 60;

/// Numbers of places by where they are in the lattice.
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

/// A place that moves, the faces that it may touch, and the places that it may come near.
struct Mover {
    std::uint32_t place = 0;
    std::vector<std::uint32_t> faces, near;
};

void keepObstacles(const SolidsAt& solids, const Obstacles& obstacles, std::vector<std::uint32_t>& faces) {
    std::erase_if(faces, [&](std::uint32_t f) { return obstacles.is[solids.walls.face(f).wall] == 0; });
}

/// The lattice around the block, less what is in obstacles.
std::vector<Vec3d> freeSites(const SolidsAt& solids, const Obstacles& obstacles, const Lattice& lattice) {
    std::vector<Vec3d> sites;
    for (std::int64_t k = 0; k < lattice.count[2]; ++k)
        for (std::int64_t j = 0; j < lattice.count[1]; ++j)
            for (std::int64_t i = 0; i < lattice.count[0]; ++i) sites.push_back(lattice.at(i, j, k));
    leaveOutObstacles(solids, obstacles, lattice, sites);
    return sites;
}

/// Moves all movers once. @return by how much at the most [m]
template <class K>
double turn(const FitKernel& fit, const K& kernel, const SolidsAt& solids, const std::vector<Mover>& movers,
            const std::vector<Vec3d>& start, std::vector<Vec3d>& at, std::vector<Vec3d>& next,
            ContactSearch& search) {
    const double s = fit.spacing, support = fit.integral.reach();
    double most = 0;
    for (const Mover& mover : movers) {
        const Vec3d here = at[mover.place];
        Vec3d gradient;
        for (const std::uint32_t other : mover.near) {
            const Vec3d from = here - at[other];
            const double r = length(from);
            if (r > 0 && r < support) gradient += from * (kernel.gradient(r, 1 / r) * s * s * s);
        }
        search.faces = mover.faces;
        contactsOf(solids, fit.integral, here, search);
        for (const Contact& contact : search.found) gradient += contact.gradient * contact.effect;
        Vec3d way = gradient * (-share * s * s);
        if (const double size = length(way); size > longest_way * s) way = way * (longest_way * s / size);
        // Not out of the reach of the lists.
        const Vec3d to = here + way;
        if (length(to - start[mover.place]) < farthest * s) {
            next[mover.place] = to;
            most = std::max(most, length(way));
        }
    }
    for (const Mover& mover : movers) at[mover.place] = next[mover.place];
    return most;
}

}  // namespace

void fitLattice(const FitKernel& fit, const SolidsAt& solids, const Obstacles& obstacles,
                const Lattice& lattice, std::vector<Vec3d>& places) {
    const SolidsAt walls{solids.walls};
    const double s = fit.spacing, reach = fit.integral.reach() + 2 * farthest * s;
    const auto layers = static_cast<std::int64_t>(std::ceil(reach / s));
    const Lattice around = lattice.grownBy(layers);

    std::vector<Mover> movers;
    for (std::uint32_t p = 0; p < places.size(); ++p) {
        Mover mover{p, {}, {}};
        facesNear(walls, places[p], movable * s, mover.faces);
        keepObstacles(walls, obstacles, mover.faces);
        if (!mover.faces.empty()) movers.push_back(std::move(mover));
    }
    if (movers.empty()) return;
    // Behind the places of the block those around it, which stay.
    std::vector<Vec3d> at = places;
    Sites sites(around);
    for (std::uint32_t p = 0; p < places.size(); ++p) sites.set(places[p], p);
    for (const Vec3d& site : freeSites(walls, obstacles, around))
        if (sites.find(sites.indexOf(site)) == nullptr) {
            sites.set(site, static_cast<std::uint32_t>(at.size()));
            at.push_back(site);
        }
    ContactSearch search;
    for (Mover& mover : movers) {
        const Vec3d& here = places[mover.place];
        search.faces = mover.faces;
        contactsOf(walls, fit.integral, here, search);
        const Sites::Index own = sites.indexOf(here);
        for (std::int64_t k = -layers; k <= layers; ++k)
            for (std::int64_t j = -layers; j <= layers; ++j)
                for (std::int64_t i = -layers; i <= layers; ++i) {
                    const std::uint32_t* other = sites.find({own[0] + i, own[1] + j, own[2] + k});
                    if (other == nullptr || *other == mover.place) continue;
                    // A thin obstacle has places behind it, which the water before it does not feel.
                    if (!isParted(walls.walls, search.near, here, at[*other] - here,
                                  environment::goesThrough))
                        mover.near.push_back(*other);
                }
    }
    const std::vector<Vec3d> start = at;
    std::vector<Vec3d> next = at;
    const auto settle = [&](const auto& kernel) {
        for (int k = 0; k < most_turns; ++k)
            if (turn(fit, kernel, walls, movers, start, at, next, search) < at_rest * s) break;
    };
    if (fit.kernel == Kernel::CubicSpline)
        settle(CubicSpline<double>(fit.integral.reach()));
    else
        settle(WendlandC2<double>(fit.integral.reach()));
    std::copy_n(at.begin(), places.size(), places.begin());
}

}  // namespace talus::water
