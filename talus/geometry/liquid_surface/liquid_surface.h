#pragma once
#include <cstddef>
#include <vector>

#include "talus/core/result.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/geometry/mesh/mesh.h"

/// The surface of the space that particles fill, as a closed mesh: for water and any other particles with a
/// size.
namespace talus::geometry {

struct LiquidSurfaceSettings {
    double cell = 0.75;  ///< side of the grid's cells, in mean radii of the particles; in [0.1, 2]
    /// Width over which bumps are smoothed, in mean radii; in [0, 10], 0: no smoothing.
    double smoothing = 2;
    /// Whether connected particles keep the volume that they fill together: where they have no order, as
    /// those of sand, the surface of a thin layer encloses a tenth less.
    bool keep_volume = false;
    std::size_t max_bytes = 8ull << 30;  ///< limit of memory for the surface, without the particles [bytes]
};

/// The data of the particles. The views have equal size except where stated.
struct LiquidParticles {
    exec::View<const Vec3d> position;  ///< [m]
    /// Half of the distance between neighbours, so that a particle fills (2 radius)^3 [m]. One for each
    /// particle, or one for all.
    exec::View<const double> radius;
    exec::View<const Vec3d> velocity{};  ///< [m/s]; may be empty
};

struct LiquidSurface {
    Mesh mesh;  ///< closed: each side belongs to two triangles, which are counter-clockwise from outside
    std::vector<Vec3f> normal;    ///< of each point, unit, outwards
    std::vector<Vec3f> velocity;  ///< of each point [m/s]; empty where the particles have none
};

/// Makes the surface; an empty mesh where there are no particles. The bits do not depend on the number of
/// threads. Error (Input) where a number is not finite, a radius is not above 0, radii differ by more than a
/// factor of ten, a setting is out of range, or the grid needs more than `max_bytes` of memory.
Result<LiquidSurface> liquidSurface(const exec::Exec& exec, const LiquidParticles& particles,
                                    const LiquidSurfaceSettings& settings);

}  // namespace talus::geometry
