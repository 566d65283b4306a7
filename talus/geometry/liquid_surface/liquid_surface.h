#pragma once
#include <cstddef>
#include <vector>

#include "talus/core/result.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/geometry/mesh/mesh.h"

/// The surface of what particles fill, as a closed mesh: for water, and for any other points with a size.
namespace talus::geometry {

struct LiquidSurfaceSettings {
    double cell = 0.75;  ///< side of the grid's cells, in mean radii of the particles; in [0.1, 2]
    /// Width over which bumps are smoothed, in mean radii; in [0, 10], 0: not at all.
    double smoothing = 2;
    std::size_t max_bytes = 8ull << 30;  ///< memory that the surface may take besides the particles
};

/// What is there of each particle. Views of equal size but where stated.
struct LiquidParticles {
    exec::View<const Vec3d> position;  ///< m
    /// m; half of the distance at which neighbours lie, so that a particle fills (2 radius)^3; one for each,
    /// or one for all
    exec::View<const double> radius;
    exec::View<const Vec3d> velocity{};  ///< m/s; may be empty
};

struct LiquidSurface {
    Mesh mesh;  ///< closed: each side belongs to two triangles, which are counter-clockwise from outside
    std::vector<Vec3f> normal;    ///< of each point, unit, outwards
    std::vector<Vec3f> velocity;  ///< of each point [m/s]; empty where the particles have none
};

/// No particles have no surface: an empty mesh. The same bits for any number of threads.
/// Errors: Input when a number is not finite, a radius not above 0, radii differ by more than a factor of
/// ten, a setting is out of range, or the grid needs more memory than it may.
Result<LiquidSurface> liquidSurface(const exec::Exec& exec, const LiquidParticles& particles,
                                    const LiquidSurfaceSettings& settings);

}  // namespace talus::geometry
