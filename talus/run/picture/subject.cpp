#include "talus/run/picture/subject.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/environment/wall_shape.h"
#include "talus/geometry/drainage.h"
#include "talus/geometry/grow_box.h"
#include "talus/method/gather.h"
#include "talus/method/wall_poses.h"
#include "talus/picture/camera_path.h"
#include "talus/run/picture/extent.h"
#include "talus/run/picture/land_edges.h"
#include "talus/run/picture/wall_view.h"

namespace talus::run {
namespace {

using environment::Sink;
using environment::Source;
using environment::Wall;
using geometry::Box;
using Sources = std::vector<Source>;

void addBox(std::vector<Vec3d>& points, const Box& box) {
    if (isEmpty(box) || box.min.y > box.max.y || box.min.z > box.max.z) return;
    for (int corner = 0; corner < 8; ++corner) points.push_back(cornerOf(box, corner));
}

Box common(const Box& a, const Box& b) {
    return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y), std::max(a.min.z, b.min.z)},
            {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y), std::min(a.max.z, b.max.z)}};
}

Box boxOf(const Source& source) {
    Box box = geometry::emptyBox();
    include(box, source.box.min, source.reach);
    include(box, source.box.max, source.reach);
    return box;
}

/// Whether what is inside of a wall stays there.
bool holds(const Wall& wall) {
    return wall.kind == Wall::Kind::BoxInside || wall.kind == Wall::Kind::SphereInside ||
           wall.kind == Wall::Kind::CylinderInside || wall.kind == Wall::Kind::Cone;
}

/// The part of the scene that collapsing or falling material may reach: columns run out by about twice their
/// height (Lube et al., J. Fluid Mech. 508, 2004).
Box reachOfStart(const Box& start) {
    const Vec3d size = start.max - start.min;
    const double out = 2 * size.z + 0.25 * std::max(size.x, size.y);
    return {start.min - Vec3d{out, out, 2 * out}, start.max + Vec3d{out, out, 0.1 * size.z}};
}

/// Adds the path of a jet, without resistance, until it is back at the height of its source or the run ends.
void addJet(std::vector<Vec3d>& points, const scene::Scene& scene, const Source& source) {
    const Vec3d& gravity = scene.environment.gravity;
    const double rise = -dot(source.velocity, gravity);
    if (!(rise > 0)) return;
    constexpr int steps = 16;
    const double time = std::min(2 * rise / squaredLength(gravity), scene.time.end());
    for (int k = 1; k <= steps; ++k) {
        const double t = time * k / steps;
        points.push_back(centreOf(source.box) + source.velocity * t + gravity * (0.5 * t * t));
    }
}

/// Adds the walls that are drawn. @param near where walls count that do not hold material; empty: everywhere
void addWalls(std::vector<Vec3d>& points, const scene::Scene& scene, const Sources& sources,
              const Box& near) {
    for (const Wall& wall : scene.environment.walls) {
        auto bounds = environment::boundsOf(wall);
        if (!wall.visible || !bounds) continue;
        if (const auto height = viewOf(scene, sources, wall).tray_height)
            bounds->max.z = bounds->min.z + *height;
        for (const double time : method::sampleTimesOf(scene, wall)) {
            const environment::Pose pose = method::poseOf(scene, wall, time);
            if (environment::isAbsent(pose)) continue;
            Box placed = geometry::emptyBox();
            for (int corner = 0; corner < 8; ++corner)
                include(placed, pose.toWorld(cornerOf(*bounds, corner)));
            const bool whole = isEmpty(near) || holds(wall) || wall.made;
            if (whole)
                for (int corner = 0; corner < 8; ++corner)
                    points.push_back(pose.toWorld(cornerOf(*bounds, corner)));
            else
                addBox(points, common(placed, near));
        }
    }
}

/// The columns of land that a source covers, and those that they drain through.
Box flowedOver(const method::Land& land, const Box& cut, const Sources& sources) {
    const geometry::ColumnGrid& grid = land.start->grid;
    const exec::View<const double> height{land.start->height.data(), grid.size()};
    const geometry::Drainage drainage = geometry::drainageOf(grid, height);
    std::vector<bool> wet(grid.size(), false);
    Box box = geometry::emptyBox();
    for (const Source& source : sources) {
        const auto columns = geometry::grown(geometry::columnsWithin(grid, boxOf(source)), 1, grid);
        for (std::uint32_t j = columns.first_j; j < columns.last_j; ++j)
            for (std::uint32_t i = columns.first_i; i < columns.last_i; ++i)
                for (std::uint32_t at = static_cast<std::uint32_t>(grid.at(i, j)); !wet[at];
                     at = drainage.into[at]) {
                    wet[at] = true;
                    const Vec3d place{grid.x(at % grid.columns), grid.y(at / grid.columns), height[at]};
                    if (place.x >= cut.min.x && place.x <= cut.max.x && place.y >= cut.min.y &&
                        place.y <= cut.max.y)
                        include(box, place);
                }
    }
    return box;
}

/// Points of the surface of the land around what flows over it.
void addLand(std::vector<Vec3d>& points, const scene::Scene& scene, const method::Land& land,
             const Sources& sources) {
    const Box cut = edgesOf(scene, *land.block).cut;
    Box part = flowedOver(land, cut, sources);
    constexpr double margin = 0.06, whole = 0.3;
    const Vec3d all = cut.max - cut.min, size = part.max - part.min;
    const double rim = margin * std::max(all.x, all.y);
    const bool all_of_it = isEmpty(part) || size.x > whole * all.x || size.y > whole * all.y;
    if (all_of_it) {
        part = cut;
        addBox(points, {cut.min, {cut.max.x, cut.max.y, cut.min.z}});
    }
    part = common({part.min - Vec3d{rim, rim, 1e300}, part.max + Vec3d{rim, rim, 1e300}}, cut);
    const geometry::ColumnGrid& grid = land.start->grid;
    const auto columns = geometry::columnsWithin(grid, part);
    constexpr std::uint32_t samples = 24;
    const std::uint32_t step_i = std::max(1u, columns.width() / samples),
                        step_j = std::max(1u, columns.depth() / samples);
    for (std::uint32_t j = columns.first_j; j < columns.last_j; j += step_j)
        for (std::uint32_t i = columns.first_i; i < columns.last_i; i += step_i)
            points.push_back({grid.x(i), grid.y(j), land.start->height.data()[grid.at(i, j)]});
}

/// What falls is shown until it reaches a sink.
void addSinks(std::vector<Vec3d>& points, const scene::Scene& scene) {
    Box box = geometry::emptyBox();
    for (const Vec3d& point : points) include(box, point);
    for (const Sink& sink : scene.environment.sinks) {
        const Vec3d middle = centreOf(box);
        if (sink.kind == Sink::Kind::Box)
            addBox(points, sink.box);
        else
            points.push_back(middle - sink.plane.normal * dot(middle - sink.plane.point, sink.plane.normal));
    }
}

/// The share of points that are seen over the surface of land from far away. @param towards unit
double seenShare(const method::Land& land, const std::vector<Vec3d>& points, const Vec3d& towards) {
    const geometry::ColumnGrid& grid = land.start->grid;
    const exec::View<const double> height{land.start->height.data(), grid.size()};
    const double highest = *std::max_element(height.begin(), height.end());
    const double lift = 0.5 * grid.spacing, stride = 2 * grid.spacing;
    std::size_t seen = 0;
    for (const Vec3d& point : points) {
        bool hidden = false;
        for (double along = stride; !hidden; along += stride) {
            const Vec3d p = point + towards * along + Vec3d{0, 0, lift};
            if (p.z > highest) break;
            const auto surface = geometry::surfaceAt(grid, height, p.x, p.y);
            if (!surface) break;
            hidden = surface->height > p.z;
        }
        seen += !hidden;
    }
    return static_cast<double>(seen) / static_cast<double>(points.size());
}

constexpr double usual_azimuth = -0.45, usual_elevation = 0.42;

/// The mean height of the land's edge that faces the camera, over the range of heights: 0 to 1.
double rimHeight(const method::Land& land, const Vec3d& towards) {
    const geometry::ColumnGrid& grid = land.start->grid;
    const exec::View<const double> height{land.start->height.data(), grid.size()};
    const auto [low, high] = std::minmax_element(height.begin(), height.end());
    double sum = 0, weight = 0;
    const auto add = [&](std::uint32_t i, std::uint32_t j, double facing) {
        if (facing <= 0) return;
        sum += facing * (height[grid.at(i, j)] - *low);
        weight += facing;
    };
    for (std::uint32_t i = 0; i < grid.columns; ++i) {
        add(i, 0, -towards.y);
        add(i, grid.rows - 1, towards.y);
    }
    for (std::uint32_t j = 0; j < grid.rows; ++j) {
        add(0, j, -towards.x);
        add(grid.columns - 1, j, towards.x);
    }
    return *high > *low && weight > 0 ? sum / weight / (*high - *low) : 0;
}

/// The side from which most of the subject is seen; the usual one where it hides little more than the best.
double azimuthOver(const std::vector<method::Land>& lands, const std::vector<Vec3d>& points) {
    constexpr int sides = 16;
    constexpr double kept = 0.1, rim_weight = 0.5;
    double best = usual_azimuth, best_score = -1;
    for (int k = 0; k < sides; ++k) {
        const double azimuth = usual_azimuth + 2 * std::numbers::pi * k / sides;
        const Vec3d towards = picture::towardsCamera(azimuth, usual_elevation);
        double score = k == 0 ? kept : 0;
        for (const method::Land& land : lands)
            if (land.block) score += seenShare(land, points, towards) - rim_weight * rimHeight(land, towards);
        if (score <= best_score) continue;
        best_score = score;
        best = azimuth;
    }
    return best;
}

double azimuthOf(const scene::Scene& scene, const std::vector<Vec3d>& points) {
    const auto lands = method::landsOf(scene);
    const bool drawn =
        std::any_of(lands.begin(), lands.end(), [](const method::Land& land) { return land.block; });
    return drawn ? azimuthOver(lands, points) : usual_azimuth;
}

std::vector<Vec3d> pointsOf(const scene::Scene& scene) {
    const Sources sources = method::sourcesOf(scene);
    const auto lands = method::landsOf(scene);
    std::vector<Vec3d> points;
    Box start = startOf(sources);
    Box near = isEmpty(start) ? start : reachOfStart(start);
    if (!isEmpty(start)) {
        addBox(points, start);
        double heap = 0;
        for (const Source& source : sources)
            if (!source.pours) heap += source.heap;
        Box heaped = geometry::emptyBox();
        includeHeap(heaped, scene, centreOf(start), heap);
        addBox(points, heaped);
    }
    for (const Source& source : sources)
        if (source.pours) {
            Box poured = boxOf(source);
            includeHeap(poured, scene, source.box.min, source.heap);
            addBox(points, poured);
            addJet(points, scene, source);
            near = geometry::emptyBox();  // what is poured may go far
        }
    addWalls(points, scene, sources, near);
    bool has_land = false;
    for (const method::Land& land : lands)
        if (land.block) {
            addLand(points, scene, land, sources);
            has_land = true;
        }
    for (const Vec3d& point : method::seenIn(scene)) points.push_back(point);
    if (points.empty()) addBox(points, {{-1, -1, -1}, {1, 1, 1}});
    if (!has_land) addSinks(points, scene);
    return points;
}

}  // namespace

Subject subjectOf(const scene::Scene& scene) {
    Subject subject{pointsOf(scene)};
    subject.azimuth = azimuthOf(scene, subject.points);
    return subject;
}

picture::Camera automaticCamera(const Subject& subject, double aspect) {
    return picture::frameAutomatically(subject.points, aspect, subject.azimuth, usual_elevation);
}

picture::Camera automaticOrbit(const Subject& subject, double aspect, double fov) {
    return picture::frameFromAllSides(subject.points, aspect, fov, subject.azimuth, usual_elevation);
}

}  // namespace talus::run
