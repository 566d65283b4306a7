#include <algorithm>

#include <fmt/format.h>

#include "talus/couple/granular/check/checks.h"
#include "talus/environment/sources/flaws.h"
#include "talus/environment/sources/region_sampler.h"
#include "talus/geometry/ground_surface.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/sources/grain_file.h"
#include "talus/ground/check/checks.h"

/// Single grains, imports, fills and emitters must be above the ground.
namespace talus::couple::granular {
namespace {

/// The surface of the scene's ground.
class Surface {
  public:
    explicit Surface(const Ground& ground)
        : field_(*ground.surface), surface_(field_.grid, field_.height.view()) {}

    /// Depth of a point below the surface [m]; <= 0 if it is above.
    double depth(const Vec3d& p) const {
        const auto top = geometry::surfaceAt(field_.grid, field_.height.view(), p.x, p.y);
        return top ? top->height - p.z : 0;
    }
    double clearance(const Vec3d& p, double max_distance) const {
        return surface_.clearance(p, max_distance);
    }

    /// How far the ground reaches into a box from below [m].
    double depth(const geometry::Box& box) const {
        double deepest = 0;
        // The highest points of the surface in the box are columns, or lie on the box's vertical sides.
        const geometry::ColumnRange inside = columnsWithin(field_.grid, box);
        for (std::uint32_t j = inside.first_j; j < inside.last_j; ++j)
            for (std::uint32_t i = inside.first_i; i < inside.last_i; ++i)
                deepest = std::max(deepest, field_.height[field_.grid.at(i, j)] - box.min.z);
        constexpr int pieces = 64;
        for (int k = 0; k <= pieces; ++k) {
            const double x = box.min.x + (box.max.x - box.min.x) * k / pieces;
            const double y = box.min.y + (box.max.y - box.min.y) * k / pieces;
            for (const Vec3d& p : {Vec3d{x, box.min.y, box.min.z}, Vec3d{x, box.max.y, box.min.z},
                                   Vec3d{box.min.x, y, box.min.z}, Vec3d{box.max.x, y, box.min.z}})
                deepest = std::max(deepest, depth(p));
        }
        return deepest;
    }

  private:
    const geometry::Heightfield& field_;
    geometry::GroundSurface surface_;
};

void checkPlaced(const Checking& checked, const Surface& ground) {
    for (std::size_t i = 0; i < grains::in(checked.scene).placed.size() && !full(checked.diagnostics); ++i) {
        const grains::Grain& grain = grains::in(checked.scene).placed[i];
        const SourceSpan span = checked.spanOf("grain", i, "position");
        if (const double depth = ground.depth(grain.position); depth > 0) {
            checked.diagnostics.error(span, "the grain is below the ground",
                                      fmt::format("by {:.3g} m; raise it", depth));
        } else if (const double clear = ground.clearance(grain.position, grain.radius);
                   clear < 0.8 * grain.radius) {
            checked.warn(span,
                         fmt::format("the grain starts {:.3g} m deep in the ground and will be flung off",
                                     grain.radius - clear),
                         fmt::format("its radius is {:.3g} m", grain.radius));
        }
    }
}

void checkImports(const Checking& checked, const Surface& ground) {
    for (std::size_t i = 0; i < grains::in(checked.scene).imports.size() && !full(checked.diagnostics); ++i) {
        const grains::Import& import = grains::in(checked.scene).imports[i];
        std::size_t count = 0;
        double deepest = 0;
        for (const grains::GrainRow& row : *import.grains) {
            const double depth = ground.depth(row.position);
            count += depth > 0;
            deepest = std::max(deepest, depth);
        }
        if (count > 0)
            checked.diagnostics.error(
                checked.spanOf("import", i, "file"),
                fmt::format("{} of the {} grains of [[import]] '{}' are below the ground", count,
                            import.grains->size(), import.name),
                fmt::format("by {:.3g} m at most; see 'position'", deepest));
    }
}

void checkFills(const Checking& checked, const Surface& ground) {
    for (std::size_t i = 0; i < grains::in(checked.scene).fills.size() && !full(checked.diagnostics); ++i) {
        const grains::Fill& fill = grains::in(checked.scene).fills[i];
        // Round-off must not reject a fill that begins at the surface of the ground.
        const double depth = ground.depth(fill.box), slack = 1e-9 * length(fill.box.max - fill.box.min);
        if (depth > slack)
            checked.diagnostics.error(checked.spanOf("fill", i, "min"),
                                      fmt::format("[[fill]] '{}' reaches below the ground", fill.name),
                                      fmt::format("by {:.3g} m; raise it", depth));
    }
}

void checkEmitters(const Checking& checked, const Surface& ground) {
    for (std::size_t i = 0; i < grains::in(checked.scene).emitters.size() && !full(checked.diagnostics);
         ++i) {
        const grains::Emitter& emitter = grains::in(checked.scene).emitters[i];
        if (!regionFlaws(emitter).empty()) continue;  // reported by checkGeometry
        // Points all over the emitter, and on its border.
        const environment::RegionSampler points(emitter);
        double depth = ground.depth(middleOf(emitter));
        constexpr int pieces = 32, steps = 16;
        for (int k = 0; k <= pieces; ++k)
            for (int step = 0; step <= steps; ++step)
                depth = std::max(
                    depth, ground.depth(points.at(step / double{steps}, k / double{pieces}, 0).position));
        if (depth > 0)
            checked.diagnostics.error(checked.spanOf("emitter", i, "centre"),
                                      fmt::format("[[emitter]] '{}' reaches below the ground", emitter.name),
                                      fmt::format("by {:.3g} m; raise it or make it smaller", depth));
    }
}

}  // namespace

void checkGrainsOnGround(const Checking& checked) {
    if (!ground::in(checked.scene).ground) return;
    const Surface ground(*ground::in(checked.scene).ground);
    checkPlaced(checked, ground);
    checkImports(checked, ground);
    checkFills(checked, ground);
    checkEmitters(checked, ground);
    // A grain at a side touches the ground beyond that side, as far as its radius reaches.
    ground::checkPeriodic(checked, 1.2 * grains::radiusRange(checked.scene).largest);
}

}  // namespace talus::couple::granular
