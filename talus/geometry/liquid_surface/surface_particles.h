#pragma once
#include <cstdint>
#include <optional>

#include "talus/core/result.h"
#include "talus/exec/buffer.h"
#include "talus/geometry/liquid_surface/liquid_surface.h"
#include "talus/neighbors/cell_grid.h"

/// The field whose surface is meshed. Particle j fills s_j^3, s_j = 2 radius_j, and
///     phi(x) = sum_j k(|x - x_j| / R_j) / n_j,    n_i = sum_j k(|x_i - x_j| / R_j),    k(q) = (1 - q^2)^3
///     below q = 1
/// is 1 deep inside: the colour field of Mueller, Charypar and Gross (2003), "Particle-based fluid simulation
/// for interactive applications", section 3.3, with the kernel of Zhu and Bridson (2005), "Animating sand as
/// a fluid", section 5, whose factor cancels against that of the density. The surface is where phi = level.
namespace talus::geometry::liquid {

/// R_j / s_j and the level. The level is chosen so that a particle alone has a surface around s^3: its radius
/// is then (3 / 4 pi)^(1/3) s. The reach is fitted so that with this level the surface of a half space of
/// particles (a lattice, each moved by up to 0, 0.15 and 0.3 s along each axis) lies s/2 above its last
/// layer, on the average over the surface: off by -0.01, -0.02 and -0.02 s at 1.6; by 0.03, 0.03 and 0.00
/// at 1.4, where it is bumpier; by -0.18, -0.17 and -0.14 at 2.
constexpr double reach = 1.6;
constexpr double alone = 0.6203504908994;  ///< (3 / 4 pi)^(1/3)
constexpr double outside = 1 - alone * alone / (reach * reach);
constexpr double level = outside * outside * outside;

/// k of a squared distance in units of R^2.
inline float kernel(float square) {
    const float rest = 1 - square;
    return rest > 0 ? rest * rest * rest : 0;
}

/// Particles in an order in which near ones are near in memory.
struct Particles {
    exec::Array<Vec3d> position;
    exec::Array<float> range;           ///< R [m]
    exec::Array<float> inverse_square;  ///< 1 / R^2 [1/m^2]
    exec::Array<float> crowd;           ///< n: 1 for a particle alone, about 2.6 deep inside
    exec::Array<Vec3f> velocity;        ///< empty where there is none
    double mean_radius = 0;
    double farthest = 0;                      ///< the largest R [m]
    std::optional<neighbors::CellGrid> grid;  ///< of cells with side `farthest`

    static Result<Particles> of(const exec::Exec& exec, const LiquidParticles& particles);
};

/// The particles in the cells around a place, looked up again only where the cell changes.
class Around {
  public:
    explicit Around(const neighbors::CellGrid& grid) : grid_(grid) {}
    const std::vector<neighbors::CellRange>& operator()(const Vec3d& place) {
        const neighbors::Cell cell = grid_.cellAt(place);
        if (known_ && cell == cell_) return ranges_;
        ranges_.clear();
        grid_.inside(neighbors::boxAround(cell, 1), ranges_);
        cell_ = cell;
        known_ = true;
        return ranges_;
    }

  private:
    const neighbors::CellGrid& grid_;
    neighbors::Cell cell_;
    bool known_ = false;
    std::vector<neighbors::CellRange> ranges_;
};

}  // namespace talus::geometry::liquid
