#pragma once
#include <cstdint>
#include <optional>

#include "talus/core/result.h"
#include "talus/exec/buffer.h"
#include "talus/geometry/liquid_surface/liquid_surface.h"
#include "talus/neighbors/cell_grid.h"

/// The field of which the mesh is a level surface. Particle j fills the volume s_j^3 with s_j = 2 radius_j.
///     phi(x) = sum_j k(|x - x_j| / R_j) / n_j,    n_i = sum_j k(|x_i - x_j| / R_j),
///     k(q) = (1 - q^2)^3 for q < 1, else 0
/// phi is 1 deep inside. It is the colour field of Mueller, Charypar and Gross (2003), "Particle-based fluid
/// simulation for interactive applications", section 3.3, with the kernel of Zhu and Bridson (2005),
/// "Animating sand as a fluid", section 5; the kernel's factor cancels against that of the density. The
/// surface is where phi = level.
namespace talus::geometry::liquid {

/// The constants: reach = R_j / s_j, and the level. The level is chosen so that the surface of a single
/// particle encloses the volume s^3; its radius is then (3 / 4 pi)^(1/3) s. The reach is fitted to a half
/// space of particles on a lattice, each displaced by up to 0, 0.15 or 0.3 s along each axis: its mean
/// surface should be s/2 above the last layer. The errors are -0.01, -0.02 and -0.02 s for reach 1.6; 0.03,
/// 0.03 and 0.00 s for 1.4, with a rougher surface; -0.18, -0.17 and -0.14 s for 2.
constexpr double reach = 1.6;
constexpr double alone = 0.6203504908994;  ///< (3 / 4 pi)^(1/3)
constexpr double outside = 1 - alone * alone / (reach * reach);
constexpr double level = outside * outside * outside;

/// k of a squared distance in units of R^2.
inline float kernel(float square) {
    const float rest = 1 - square;
    return rest > 0 ? rest * rest * rest : 0;
}

/// The particles, sorted so that neighbours are close in memory.
struct Particles {
    exec::Array<Vec3d> position;
    exec::Array<float> range;           ///< R [m]
    exec::Array<float> inverse_square;  ///< 1 / R^2 [1/m^2]
    exec::Array<float> crowd;           ///< n: 1 for a single particle, about 2.6 deep inside
    exec::Array<Vec3f> velocity;        ///< empty where there is none
    double mean_radius = 0;
    double farthest = 0;                      ///< the largest R [m]
    std::optional<neighbors::CellGrid> grid;  ///< of cells with side `farthest`

    static Result<Particles> of(const exec::Exec& exec, const LiquidParticles& particles);
};

/// Gives the particles in the cells around a position. Searches again only where the cell changes.
class Around {
  public:
    explicit Around(const neighbors::CellGrid& grid) : grid_(grid) {}
    const std::vector<neighbors::CellRange>& operator()(const Vec3d& x) {
        const neighbors::Cell cell = grid_.cellAt(x);
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
