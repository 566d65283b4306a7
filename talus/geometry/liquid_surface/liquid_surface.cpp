#include "talus/geometry/liquid_surface/liquid_surface.h"

#include <fmt/format.h>

#include "talus/geometry/liquid_surface/extract.h"
#include "talus/geometry/liquid_surface/keep_volume.h"
#include "talus/geometry/liquid_surface/smooth.h"

namespace talus::geometry {
namespace {

Status checkSettings(const LiquidSurfaceSettings& settings) {
    if (!(settings.cell >= 0.1 && settings.cell <= 2))
        return Error{ErrorKind::Input,
                     fmt::format("cells of {} radii are not possible; give 0.1 to 2 radii", settings.cell)};
    if (!(settings.smoothing >= 0 && settings.smoothing <= 10))
        return Error{
            ErrorKind::Input,
            fmt::format("smoothing over {} radii is not possible; give 0 to 10 radii", settings.smoothing)};
    return success();
}

}  // namespace

Result<LiquidSurface> liquidSurface(const exec::Exec& exec, const LiquidParticles& in,
                                    const LiquidSurfaceSettings& settings) {
    if (Status status = checkSettings(settings); !status) return status.error();
    LiquidSurface surface;
    if (in.position.empty()) return surface;
    auto particles = liquid::Particles::of(exec, in);
    if (!particles) return particles.error();
    const double cell = settings.cell * particles->mean_radius;
    {
        auto field = liquid::FieldBlocks::of(exec, *particles, cell, settings.max_bytes);
        if (!field) return field.error();
        auto mesh = liquid::extract(exec, *field, settings.max_bytes);
        if (!mesh) return mesh.error();
        surface.mesh = std::move(*mesh);
    }
    liquid::AtPoints at = liquid::atPoints(exec, *particles, surface.mesh);
    const liquid::Rings rings = liquid::Rings::of(surface.mesh);
    liquid::smooth(exec, surface.mesh, rings, at.weight, cell, settings.smoothing * particles->mean_radius);
    if (settings.keep_volume) liquid::keepVolume(exec, surface.mesh, rings, at.weight, *particles);
    surface.normal = liquid::normals(exec, surface.mesh, rings);
    surface.velocity = std::move(at.velocity);
    return surface;
}

}  // namespace talus::geometry
