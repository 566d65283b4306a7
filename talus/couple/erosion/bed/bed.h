#pragma once
#include <array>
#include <cmath>
#include <vector>

#include "talus/couple/erosion/bed/marked.h"
#include "talus/couple/erosion/setup.h"
#include "talus/environment/periodic.h"
#include "talus/water/kernel/spline.h"

namespace talus::couple::erosion {

/// The wet part of the ground in a step: points on its triangles, and the water near each. A room of the
/// water's step (step/scratch.h): SampleBed fills it, others use it.
///
/// Cells of the ground have two triangles, each with n^2 points at the middles of its n^2 equal parts. A
/// point stands for their area, and sees the particles within the support of the water's kernel, weighted by
/// it. What it takes from the water or gives to it the particles share by these weights.
struct Bed {
    /// One of the two triangles of a cell: its corners, relative to the cell's.
    static constexpr std::array<std::array<std::array<std::uint32_t, 2>, 3>, 2> corners{
        {{{{0, 0}, {1, 0}, {1, 1}}}, {{{0, 0}, {1, 1}, {0, 1}}}}};

    struct Point {
        Vec3d place;          ///< [m]
        Vec3d normal;         ///< unit, up
        double area = 0;      ///< that it stands for [m^2]
        bool counts = true;   ///< false: it is another's copy, in a domain that repeats
        double weight = 0;    ///< sum of kernels over the particles near it [1/m^3]; 0: it is dry
        double wet = 0;       ///< share of its area that is
        double height = 0;    ///< of the flow that it sees, above the bed [m]
        Vec3d flow{};         ///< of that, along the bed [m/s]
        double depth = 0;     ///< of the water over it, by its pressure [m]
        double shear = 0;     ///< stress [Pa]
        double extra = 0;     ///< the part of that which the water's own friction on walls has not [Pa]
        double sinking = 0;   ///< sum of kernels times C f(C): what settles [1/m^3]
        double fraction = 0;  ///< mean of C
    };

    Marked cells;  ///< wet, or beside wet ones
    int subdivisions = 1;
    std::vector<std::array<double, 2>>
        places;                       ///< of a triangle's points: shares of its second, third corner
    std::vector<Point> points;        ///< cell by cell, triangle by triangle
    exec::Array<std::uint32_t> near;  ///< rows of the particles that any point may see, rising
    exec::Array<Vec3d> near_place;
    exec::Array<double> near_sinking;  ///< of each C f(C), as the points saw it

    /// What a particle has of a point.
    struct Share {
        std::uint32_t point;
        double weight;  ///< of the particle for it [1/m^3], > 0
    };
    /// The shares of so many particles of `near`, one behind the other.
    struct Shares {
        std::vector<Share> all;
        std::array<std::uint32_t, 65> first;
    };
    static constexpr std::size_t together = 64;
    std::vector<Shares> shares;

    /// Calls take(point, its number, weight) for the points that see the k-th particle of `near`.
    template <class Take>
    void forShares(std::size_t k, Take take) const {
        const Shares& of = shares[k / together];
        for (std::uint32_t s = of.first[k % together]; s < of.first[k % together + 1]; ++s)
            take(points[of.all[s].point], of.all[s].point, of.all[s].weight);
    }

    std::size_t pointsPerTriangle() const { return places.size(); }
    std::size_t pointsPerCell() const { return 2 * places.size(); }
};
inline constexpr const char* bed_scratch = "bed";

/// The weight of a particle for a point, from the way between them: 0 from the support on [1/m^3].
class BedKernel {
  public:
    BedKernel(double support, const environment::Periodic& domain)
        : kernel_(support), support_(support), domain_(domain) {}

    double operator()(const Vec3d& point, const Vec3d& place) const {
        const double square = squaredLength(environment::shortest(domain_, point - place));
        return square < support_ * support_ ? kernel_.value<double>(std::sqrt(square)) : 0;
    }

  private:
    water::WendlandC2<double> kernel_;
    double support_;
    environment::Periodic domain_;
};

/// Columns [first, last] whose cells are within a distance of x, along one axis.
struct CellSpan {
    std::int64_t first, last;
    CellSpan(double x, double origin, double spacing, double reach, std::uint32_t columns)
        : first(clamped((x - reach - origin) / spacing, columns)),
          last(clamped((x + reach - origin) / spacing, columns)) {
        if (x + reach < origin) last = first - 1;
        if (x - reach > origin + spacing * (columns - 1)) first = last + 1;
    }

  private:
    static std::int64_t clamped(double cell, std::uint32_t columns) {
        const double most = static_cast<double>(columns) - 2;
        return static_cast<std::int64_t>(cell > 0 ? (cell < most ? std::floor(cell) : most) : 0);
    }
};

/// Calls take(point) for the points of the wet cells that a particle may be near, in their order.
template <class Take>
void forPointsNear(const Bed& bed, const geometry::ColumnGrid& grid, const environment::Periodic& domain,
                   double support, const Vec3d& place, Take take) {
    environment::forImagesNear(domain, support, place, [&](std::uint8_t, const Vec3d& shift) {
        const Vec3d p = place - shift;
        const CellSpan across(p.x, grid.origin_x, grid.spacing, support, grid.columns),
            along(p.y, grid.origin_y, grid.spacing, support, grid.rows);
        for (std::int64_t j = along.first; j <= along.last; ++j)
            for (std::int64_t i = across.first; i <= across.last; ++i) {
                const std::uint32_t cell =
                    bed.cells.row(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
                if (cell == Marked::none) continue;
                const std::size_t first = cell * bed.pointsPerCell();
                for (std::size_t k = first; k < first + bed.pointsPerCell(); ++k) take(k);
            }
    });
}

}  // namespace talus::couple::erosion
