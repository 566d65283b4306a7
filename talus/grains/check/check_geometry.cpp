#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "talus/environment/wall_faces.h"
#include "talus/environment/wall_shape.h"
#include "talus/grains/check/checks.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/grain_file.h"
#include "talus/method/check_world.h"
#include "talus/method/source.h"
#include "talus/settings/given.h"

namespace talus::grains {
namespace {

using environment::Wall;

/// The side of a wall on which a point is.
struct Side {
    double distance;       ///< from the wall's surface to the point, > 0 on the free side [m]
    const char* relation;  ///< word for a message: what a point on the other side is to the wall
};

Side sideOf(const Wall& wall, const std::vector<environment::WallFace>& faces, const Vec3d& p) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const environment::WallFace& face : faces)
        nearest = std::min(nearest, environment::distanceTo(face, p).distance);
    return {nearest, method::forbiddenSide(wall)};
}

Side sideOf(const Wall& wall, const Vec3d& p) {
    return sideOf(wall, environment::facesOf(wall, 0, 0, false), p);
}

/// Walls that do not follow a body: a body may have moved before anything reaches its start position.
std::vector<const Wall*> restingWalls(const Checking& checked) {
    std::vector<const Wall*> walls = method::validWalls(checked);
    std::erase_if(walls, [](const Wall* wall) { return wall->follows; });
    return walls;
}

void checkPlaced(const Checking& checked, const std::vector<const Wall*>& walls) {
    for (std::size_t i = 0; i < in(checked.scene).placed.size(); ++i) {
        const Grain& grain = in(checked.scene).placed[i];
        for (const Wall* wall : walls) {
            if (full(checked.diagnostics)) return;
            const Side side = sideOf(*wall, grain.position);
            const SourceSpan span = checked.spanOf("grain", i, "position");
            if (side.distance < 0)
                checked.diagnostics.error(
                    span, fmt::format("the grain is {} [[wall]] '{}'", side.relation, wall->name),
                    fmt::format("by {:.3g} m", -side.distance));
            else if (side.distance < 0.8 * grain.radius)
                checked.warn(
                    span,
                    fmt::format("the grain starts {:.3g} m deep in [[wall]] '{}' and will be flung off",
                                grain.radius - side.distance, wall->name),
                    fmt::format("its radius is {:.3g} m", grain.radius));
        }
    }
}

/// Reports grains of a file that are on the wrong side of a wall: one error per wall, however many there are.
void checkImports(const Checking& checked, const std::vector<const Wall*>& walls) {
    for (std::size_t i = 0; i < in(checked.scene).imports.size(); ++i) {
        const Import& import = in(checked.scene).imports[i];
        for (const Wall* wall : walls) {
            if (full(checked.diagnostics)) return;
            if (environment::isThin(*wall)) continue;
            const std::vector<environment::WallFace> faces = environment::facesOf(*wall, 0, 0, false);
            std::size_t count = 0;
            double deepest = 0;
            for (const GrainRow& row : *import.grains) {
                const Side side = sideOf(*wall, faces, row.position);
                count += side.distance < 0;
                deepest = std::max(deepest, -side.distance);
            }
            if (count > 0)
                checked.diagnostics.error(
                    checked.spanOf("import", i, "file"),
                    fmt::format("{} of the {} grains of [[import]] '{}' are {} [[wall]] '{}'", count,
                                import.grains->size(), import.name, method::forbiddenSide(*wall), wall->name),
                    fmt::format("by {:.3g} m at most; see 'position'", deepest));
        }
    }
}

/// Checks that the number of grains of a random fill is given, and that so many fit.
void checkFillCount(const Checking& checked, std::size_t index, const Fill& fill) {
    const double highest = maxVolumeFraction(fill.packing);
    if (fill.packing == Fill::Packing::RandomDense && fill.count == 0 &&
        !settings::isGiven(checked.root, "fill", index, "volume_fraction"))
        checked.diagnostics.error(
            checked.spanOf("fill", index, "packing"),
            fmt::format("the number of grains of the dense [[fill]] '{}' is not given", fill.name),
            fmt::format("add count, or volume_fraction of at most {}: the share of the box that they take",
                        highest));
    if (fill.packing == Fill::Packing::RandomDense && !fill.chosen.empty()) {
        const Vec3d size = fill.box.max - fill.box.min;
        const double around =
            4.0 / 3.0 * std::numbers::pi * meanPower(fill, 3) *
            meanOver(fill, [](const ClumpShape& shape) { return shape.reach * shape.reach * shape.reach; });
        const double share = fillCount(fill) * around / (size.x * size.y * size.z);
        if (share > highest)
            checked.diagnostics.error(
                checked.spanOf("fill", index, "packing"),
                fmt::format("the {:.0f} grains of the dense [[fill]] '{}' do not fit: the balls around them "
                            "have {:.3g} times the volume of its box",
                            fillCount(fill), fill.name, share),
                fmt::format(
                    "\"random-dense\" packs these balls, up to {:.2g} times; \"random-loose\" packs the "
                    "grains as they are, up to {:.2g} of their own volume; they settle as they fall",
                    highest, max_random_loose));
        return;
    }
    if (highest == 1 || fill.count == 0) return;
    Fill densest = fill;
    densest.count = 0;
    densest.volume_fraction = highest;
    const double max_count = fillCount(densest);
    if (static_cast<double>(fill.count) <= max_count) return;
    checked.diagnostics.error(
        checked.spanOf("fill", index, "count"),
        fmt::format("{} grains do not fit into [[fill]] '{}' at random", fill.count, fill.name),
        fmt::format("at most {:.0f} do, a volume fraction of {}", max_count, highest));
}

void checkFills(const Checking& checked, const std::vector<const Wall*>& walls) {
    for (std::size_t i = 0; i < in(checked.scene).fills.size() && !full(checked.diagnostics); ++i) {
        const Fill& fill = in(checked.scene).fills[i];
        if (!method::checkCorners(checked, "fill", i, fill.box)) continue;
        const Vec3d size = fill.box.max - fill.box.min;
        const double largest = 2 * largestReach(fill);
        if (std::min({size.x, size.y, size.z}) < largest)
            checked.diagnostics.error(checked.spanOf("fill", i, "max"),
                                      fmt::format("no grain fits into [[fill]] '{}'", fill.name),
                                      fmt::format("the largest grain has a diameter of {:.3g} m", largest));
        checkFillCount(checked, i, fill);
        // Round-off must not reject a fill that ends where its container does.
        const double slack = 1e-9 * length(size);
        for (const Wall* wall : walls) {
            if (environment::isObstacle(*wall) || environment::isThin(*wall)) continue;
            for (int corner = 0; corner < 8; ++corner) {
                const Vec3d p{corner & 1 ? fill.box.max.x : fill.box.min.x,
                              corner & 2 ? fill.box.max.y : fill.box.min.y,
                              corner & 4 ? fill.box.max.z : fill.box.min.z};
                const Side side = sideOf(*wall, p);
                if (side.distance >= -slack) continue;
                checked.diagnostics.error(checked.spanOf("fill", i, "min"),
                                          fmt::format("[[fill]] '{}' reaches {} [[wall]] '{}'", fill.name,
                                                      side.relation, wall->name),
                                          fmt::format("its corner ({:.4g}, {:.4g}, {:.4g}) does, by {:.3g} m",
                                                      p.x, p.y, p.z, -side.distance));
                break;
            }
        }
    }
}

/// The point of an emitter that is nearest to, or farthest behind, a wall; for obstacles the middle.
Vec3d outermostPoint(const Emitter& emitter, const Wall& wall) {
    const Vec3d middle = middleOf(emitter);
    if (environment::isObstacle(wall) || environment::isThin(wall)) return middle;
    if (wall.kind == Wall::Kind::Plane) return farthestIn(emitter, -wall.plane.normal);
    if (wall.kind == Wall::Kind::SphereInside) return farthestIn(emitter, middle - wall.sphere.centre);
    if (wall.kind != Wall::Kind::BoxInside) return middle;
    Vec3d worst = middle;
    for (const Vec3d& face :
         {Vec3d{1, 0, 0}, Vec3d{-1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, -1, 0}, Vec3d{0, 0, 1}, Vec3d{0, 0, -1}})
        if (const Vec3d p = farthestIn(emitter, face);
            sideOf(wall, p).distance < sideOf(wall, worst).distance)
            worst = p;
    return worst;
}

void checkOutlets(const Checking& checked, const std::vector<const Wall*>& walls) {
    for (std::size_t i = 0; i < in(checked.scene).emitters.size() && !full(checked.diagnostics); ++i) {
        const Emitter& emitter = in(checked.scene).emitters[i];
        if (!method::report(checked, "emitter", i, regionFlaws(emitter))) continue;
        for (const Wall* wall : walls) {
            const Side side = sideOf(*wall, outermostPoint(emitter, *wall));
            if (side.distance >= 0) continue;
            checked.diagnostics.error(checked.spanOf("emitter", i, "centre"),
                                      fmt::format("[[emitter]] '{}' reaches {} [[wall]] '{}'", emitter.name,
                                                  side.relation, wall->name),
                                      fmt::format("by {:.3g} m; move it or make it smaller", -side.distance));
        }
    }
}

}  // namespace

void checkGeometry(const Checking& checked) {
    const std::vector<const Wall*> walls = restingWalls(checked);
    checkPlaced(checked, walls);
    checkImports(checked, walls);
    checkFills(checked, walls);
    checkOutlets(checked, walls);
    checkSinks(checked);
}

}  // namespace talus::grains
