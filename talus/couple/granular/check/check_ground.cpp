#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/couple/granular/check/checks.h"
#include "talus/couple/granular/setup.h"
#include "talus/environment/sources/flaws.h"
#include "talus/environment/sources/region_sampler.h"
#include "talus/geometry/ground_surface.h"
#include "talus/grains/sources/grain_file.h"

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
        const SourceSpan place = checked.spanOf("grain", i, "position");
        if (const double depth = ground.depth(grain.position); depth > 0) {
            checked.diagnostics.error(place, "the grain is below the ground",
                                      fmt::format("by {:.3g} m; raise it", depth));
        } else if (const double clear = ground.clearance(grain.position, grain.radius);
                   clear < 0.8 * grain.radius) {
            checked.warn(place,
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
                depth = std::max(depth,
                                 ground.depth(points.at(step / double{steps}, k / double{pieces}, 0).place));
        if (depth > 0)
            checked.diagnostics.error(checked.spanOf("emitter", i, "centre"),
                                      fmt::format("[[emitter]] '{}' reaches below the ground", emitter.name),
                                      fmt::format("by {:.3g} m; raise it or make it smaller", depth));
    }
}

/// Ground in a periodic domain must reach from side to side, and have the same heights at opposite sides.
void checkPeriodicGround(const Checking& checked) {
    const environment::Environment& world = checked.scene.environment;
    const geometry::Heightfield& field = *ground::in(checked.scene).ground->surface;
    const geometry::ColumnGrid& grid = field.grid;
    const auto refuse = [&](const std::string& what, const std::string& hint) {
        checked.diagnostics.error(checked.spanOf("world", 0, "periodic"), what, hint);
    };
    const double slack = 1e-9 * grid.spacing;
    const auto along = [&](const char* axis, double low, double high, double first, double last) {
        if (low < first - slack || high > last + slack) {
            refuse(fmt::format(
                       "the ground does not reach over the periodic domain: along {} the domain goes from "
                       "{} to {} m, the ground from {:.6g} to {:.6g} m",
                       axis, low, high, first, last),
                   "make the ground as long as the domain, or longer");
            return false;
        }
        return true;
    };
    const auto heightAt = [&](double x, double y) {
        const auto inside = [&](double v, double low, double high) { return std::clamp(v, low, high); };
        return geometry::surfaceAt(grid, field.height.view(),
                                   inside(x, grid.origin_x, grid.x(grid.columns - 1)),
                                   inside(y, grid.origin_y, grid.y(grid.rows - 1)))
            ->height;
    };
    const auto sameBothSides = [&](const char* axis, double jump) {
        if (jump > 1e-6 * grid.spacing)
            refuse(fmt::format(
                       "the ground has different heights at the two periodic sides along {}: it is up to "
                       "{:.3g} m higher on one side",
                       axis, jump),
                   "use flat ground, or ground that has the same heights on both sides");
    };
    // A grain at a side touches the ground beyond that side, as far as its radius reaches.
    const double reach = 1.2 * radiusRange(checked.scene).largest;
    const auto sameBehind = [&](const char* axis, double jump) {
        if (jump > 1e-6 * grid.spacing)
            checked.warn(
                checked.spanOf("world", 0, "periodic"),
                fmt::format(
                    "grains near the sides of the domain along {} do not touch the ground beyond them", axis),
                fmt::format("use ground that is {:.2g} m longer on both sides, with the heights of the other "
                            "side, or level there",
                            reach));
    };
    const auto offsets = {-reach, -0.5 * reach, 0.5 * reach, reach};
    for (const std::string& axis : world.periodic) {
        const Vec3d &low = world.domain_min, &high = world.domain_max;
        double jump = 0;
        if (axis == "x" && high.x > low.x &&
            along("x", low.x, high.x, grid.origin_x, grid.x(grid.columns - 1))) {
            for (std::uint32_t j = 0; j < grid.rows; ++j)
                jump = std::max(jump, std::abs(heightAt(low.x, grid.y(j)) - heightAt(high.x, grid.y(j))));
            sameBothSides("x", jump);
            double behind = 0;
            for (const double d : offsets)
                for (std::uint32_t j = 0; j < grid.rows; ++j)
                    behind = std::max(
                        behind, std::abs(heightAt(low.x + d, grid.y(j)) - heightAt(high.x + d, grid.y(j))));
            if (jump <= 1e-6 * grid.spacing) sameBehind("x", behind);
        }
        if (axis == "y" && high.y > low.y &&
            along("y", low.y, high.y, grid.origin_y, grid.y(grid.rows - 1))) {
            for (std::uint32_t i = 0; i < grid.columns; ++i)
                jump = std::max(jump, std::abs(heightAt(grid.x(i), low.y) - heightAt(grid.x(i), high.y)));
            sameBothSides("y", jump);
            double behind = 0;
            for (const double d : offsets)
                for (std::uint32_t i = 0; i < grid.columns; ++i)
                    behind = std::max(
                        behind, std::abs(heightAt(grid.x(i), low.y + d) - heightAt(grid.x(i), high.y + d)));
            if (jump <= 1e-6 * grid.spacing) sameBehind("y", behind);
        }
        if (axis == "z")
            refuse("ground does not go with a domain that is periodic along z",
                   "leave \"z\" out of grains.periodic, or leave out [ground]");
    }
}

}  // namespace

void checkGround(const Checking& checked) {
    if (!ground::in(checked.scene).ground) return;
    const Surface ground(*ground::in(checked.scene).ground);
    checkPlaced(checked, ground);
    checkImports(checked, ground);
    checkFills(checked, ground);
    checkEmitters(checked, ground);
    checkPeriodicGround(checked);
}

}  // namespace talus::couple::granular
