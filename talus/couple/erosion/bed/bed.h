#pragma once
#include <array>
#include <cmath>
#include <vector>

#include "talus/couple/erosion/bed/marked.h"
#include "talus/couple/erosion/setup.h"
#include "talus/environment/periodic.h"
#include "talus/water/kernel/spline.h"

namespace talus::couple::erosion {

/// The wet part of the ground in a step: sample points on its triangles, and the water particles near each
/// point. Scratch of the water's step (step/scratch.h): SampleBed or SampleVolume produces it, other stages
/// read it.
///
/// Each cell of the ground has two triangles. Each triangle is divided into n^2 equal parts with a point at
/// the centroid of each. A point represents the area of its part. Its neighbours are the particles within the
/// support of the water's kernel, weighted by the kernel. Sediment that the point takes from the water or
/// gives to it is distributed over these particles by their weights.
struct Bed {
    /// Corners of the two triangles of a cell: column and row, relative to the cell's.
    static constexpr std::array<std::array<std::array<std::uint32_t, 2>, 3>, 2> corners{
        {{{{0, 0}, {1, 0}, {1, 1}}}, {{{0, 0}, {1, 1}, {0, 1}}}}};

    struct Point {
        Vec3d position;           ///< [m]
        Vec3d normal;             ///< unit, upwards
        double area = 0;          ///< [m^2]
        bool counts = true;       ///< false: the periodic copy of another point
        double weight = 0;        ///< sum of the kernel over the particles near it [1/m^3]; 0: dry
        double wet = 0;           ///< wet share of its area, 0 to 1
        double height = 0;        ///< height above the bed at which the water has the velocity `flow` [m]
        Vec3d flow{};             ///< mean velocity of the water, tangential to the bed [m/s]
        double depth = 0;         ///< depth of the water, from its pressure [m]
        double shear = 0;         ///< shear stress [Pa]
        double excess_shear = 0;  ///< the part of `shear` beyond the water's own wall friction [Pa]
        double sinking = 0;       ///< sum of the kernel times C f(C), for the settling flux [1/m^3]
        double fraction = 0;      ///< mean volume fraction C of sediment
    };

    MarkedEntries cells;  ///< cells that are wet or next to a wet one
    int subdivisions = 1;
    /// Barycentric coordinates of a triangle's points: the weights of its second and third corner.
    std::vector<std::array<double, 2>> barycentric;
    std::vector<Point> points;        ///< cell by cell, triangle by triangle
    exec::Array<std::uint32_t> near;  ///< rows of the particles near the ground, ascending
    exec::Array<Vec3d> near_position;
    exec::Array<double> near_sinking;  ///< C f(C) of each, at the time of sampling

    /// The weight of one particle at one point.
    struct Share {
        std::uint32_t point;
        double weight;  ///< kernel [1/m^3], > 0
    };
    /// The shares of `particles_per_chunk` consecutive particles of `near`.
    struct Shares {
        std::vector<Share> all;
        /// For each particle the index of its first share in `all`; then the end of the last one's shares.
        std::array<std::uint32_t, 65> first;
    };
    static constexpr std::size_t particles_per_chunk = 64;
    std::vector<Shares> shares;

    /// Calls take(point, index of the point, weight) for each point near the k-th particle of `near`.
    template <class Take>
    void forShares(std::size_t k, Take take) const {
        const Shares& chunk = shares[k / particles_per_chunk];
        const std::size_t particle = k % particles_per_chunk;
        for (std::uint32_t s = chunk.first[particle]; s < chunk.first[particle + 1]; ++s)
            take(points[chunk.all[s].point], chunk.all[s].point, chunk.all[s].weight);
    }

    std::size_t pointsPerTriangle() const { return barycentric.size(); }
    std::size_t pointsPerCell() const { return 2 * barycentric.size(); }
};
inline constexpr const char* bed_scratch = "bed";

/// The kernel between a point and the nearest periodic image of a particle; 0 beyond the support [1/m^3].
class PointKernel {
  public:
    PointKernel(double support, const environment::Periodic& domain)
        : kernel_(support), support_(support), domain_(domain) {}

    double operator()(const Vec3d& point, const Vec3d& particle) const {
        const double square = squaredLength(environment::shortest(domain_, point - particle));
        return square < support_ * support_ ? kernel_.value<double>(std::sqrt(square)) : 0;
    }

  private:
    water::WendlandC2<double> kernel_;
    double support_;
    environment::Periodic domain_;
};

/// The cells [first, last] along one axis that are within `reach` of x.
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
        const double max = static_cast<double>(columns) - 2;
        return static_cast<std::int64_t>(cell > 0 ? (cell < max ? std::floor(cell) : max) : 0);
    }
};

/// Calls take(index of a point), in ascending order within each periodic image, for the points of the wet
/// cells within the support of a position.
template <class Take>
void forPointsNear(const Bed& bed, const geometry::ColumnGrid& grid, const environment::Periodic& domain,
                   double support, const Vec3d& position, Take take) {
    environment::forImagesNear(domain, support, position, [&](std::uint8_t, const Vec3d& shift) {
        const Vec3d p = position - shift;
        const CellSpan across(p.x, grid.origin_x, grid.spacing, support, grid.columns),
            along(p.y, grid.origin_y, grid.spacing, support, grid.rows);
        for (std::int64_t j = along.first; j <= along.last; ++j)
            for (std::int64_t i = across.first; i <= across.last; ++i) {
                const std::uint32_t cell =
                    bed.cells.row(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
                if (cell == MarkedEntries::none) continue;
                const std::size_t first = cell * bed.pointsPerCell();
                for (std::size_t k = first; k < first + bed.pointsPerCell(); ++k) take(k);
            }
    });
}

}  // namespace talus::couple::erosion
