#include "talus/run/session/picks/pick.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "talus/geometry/heightfield.h"

namespace talus::run {
namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();

/// The nearest row so far.
struct Nearest {
    double distance = nowhere;
    std::size_t row = 0;

    void take(double at, std::size_t of_row) {
        if (at >= 0 && at < distance) {
            distance = at;
            row = of_row;
        }
    }
};

Nearest nearestOf(const state::PointsView& points, const Ray& ray, const picture::Clip& clip,
                  std::optional<double> all_radii) {
    Nearest nearest;
    const state::ArrayView* radius = points.find("radius");
    if (radius == nullptr && !all_radii) return nearest;
    for (std::size_t i = 0; i < points.count; ++i)
        if (clip.shows(points.at(i)))
            nearest.take(enterBall(ray, points.at(i), radius ? radius->value(i) : *all_radii), i);
    return nearest;
}

Nearest nearestOf(const state::MeshView& mesh, const Ray& ray, const picture::Clip& clip) {
    Nearest nearest;
    if (mesh.isLines()) return nearest;
    for (std::size_t t = 0; t < mesh.count; ++t) {
        const double at = meetTriangle(ray, mesh.points.at(mesh.corner(t, 0)),
                                       mesh.points.at(mesh.corner(t, 1)), mesh.points.at(mesh.corner(t, 2)));
        if (at < nearest.distance && clip.shows(ray.at(at))) nearest.take(at, t);
    }
    return nearest;
}

/// The part of a ray above a grid of columns: from and to as distances; empty where from > to.
std::pair<double, double> partAbove(const geometry::ColumnGrid& grid, const Ray& ray, double highest) {
    double from = 0, to = nowhere;
    const auto cut = [&](double origin, double direction, double low, double high) {
        if (direction == 0) {
            if (origin < low || origin > high) to = -1;
            return;
        }
        const double a = (low - origin) / direction, b = (high - origin) / direction;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
    };
    cut(ray.origin.x, ray.direction.x, grid.x(0), grid.x(grid.columns - 1));
    cut(ray.origin.y, ray.direction.y, grid.y(0), grid.y(grid.rows - 1));
    cut(ray.origin.z, ray.direction.z, std::numeric_limits<double>::lowest(), highest);
    return {from, to};
}

/// Cuts the part from..to of a ray to what a clip shows.
void cutTo(const picture::Clip& clip, const Ray& ray, double& from, double& to) {
    for (const geometry::Plane& plane : clip.planes()) {
        const double height = dot(ray.origin - plane.point, plane.normal),
                     rise = dot(ray.direction, plane.normal);
        if (rise > 0) from = std::max(from, -height / rise);
        if (rise < 0) to = std::min(to, -height / rise);
        if (rise == 0 && height < 0) to = -1;
    }
}

/// Steps of half a spacing find where the ray goes below the surface; bisection makes it precise. Ground that
/// is cut has flat faces.
Result<Nearest> nearestOf(const state::ColumnsView& columns, const Ray& ray, const picture::Clip& clip) {
    Nearest nearest;
    const auto heights = state::columnValues(columns, "height");
    if (!heights) return heights.error();
    const exec::View<const double> height{heights->data(), heights->size()};
    const geometry::ColumnGrid& grid = columns.grid;
    const auto [low, high] = std::minmax_element(heights->data(), heights->data() + heights->size());
    auto [from, to] = partAbove(grid, ray, *high);
    const double drop = *high - *low + grid.spacing;
    if (ray.direction.z < 0) to = std::min(to, from + drop / -ray.direction.z);
    const double before_cut = from;
    cutTo(clip, ray, from, to);
    if (!(from <= to) || !std::isfinite(to)) return nearest;
    const auto above = [&](double at) {
        const Vec3d p = ray.origin + ray.direction * at;
        const auto surface = geometry::surfaceAt(grid, height, p.x, p.y);
        return !surface || p.z > surface->height;
    };
    const double level = std::hypot(ray.direction.x, ray.direction.y);
    const double step = level > 0 ? std::min(0.5 * grid.spacing / level, to - from) : to - from;
    double last = from;
    while (last < to && above(last + step)) last += step;
    const bool meets_cut = from > before_cut && !above(from);
    if (!meets_cut && (last >= to || !above(last))) return nearest;
    double below = meets_cut ? from : last + step;
    for (int bisection = 0; !meets_cut && bisection < 60; ++bisection) {
        const double middle = 0.5 * (last + below);
        (above(middle) ? last : below) = middle;
    }
    const Vec3d p = ray.origin + ray.direction * below;
    const auto i = static_cast<std::uint32_t>(
        std::clamp(std::round((p.x - grid.origin_x) / grid.spacing), 0.0, grid.columns - 1.0));
    const auto j = static_cast<std::uint32_t>(
        std::clamp(std::round((p.y - grid.origin_y) / grid.spacing), 0.0, grid.rows - 1.0));
    nearest.take(below, grid.at(i, j));
    return nearest;
}

/// The fields of a set, and its number of rows.
std::pair<std::vector<state::ArrayView>, std::size_t> fieldsOf(const state::FrameSet& set) {
    if (const auto* points = set.as<state::PointsView>()) {
        std::vector<state::ArrayView> arrays{points->position};
        arrays.insert(arrays.end(), points->fields.begin(), points->fields.end());
        return {std::move(arrays), points->count};
    }
    if (const auto* mesh = set.as<state::MeshView>()) return {mesh->fields, mesh->count};
    if (const auto* columns = set.as<state::ColumnsView>()) return {columns->fields, columns->grid.size()};
    const auto* volume = set.as<state::VolumeView>();
    return {volume->fields, volume->count()};
}

/// The description of a column of that name in a table with as many rows; null where there is none.
const state::FieldInfo* infoOf(const state::World& world, const std::string& field, std::size_t rows) {
    for (const state::Table& table : world.tables())
        if (const state::Column* column = table.find(field); column != nullptr && table.size() == rows)
            return column->info;
    return nullptr;
}

}  // namespace

std::optional<double> pointRadius(const scene::Scene& scene, const std::string& set) {
    for (const method::Method* method : scene.used())
        if (method->point_radius)
            if (const auto radius = method->point_radius(scene, set)) return radius;
    return std::nullopt;
}

FieldInfos fieldInfosOf(const scene::Simulation& simulation, const Frame& frame) {
    FieldInfos infos;
    for (const auto& [name, set] : frame.sets) {
        const auto [fields, rows] = fieldsOf(set);
        for (const state::ArrayView& field : fields)
            if (const state::FieldInfo* info = infoOf(simulation.world(), field.name, rows))
                infos.emplace(name + "." + field.name, info);
    }
    return infos;
}

Result<std::optional<Pick>> pick(const scene::Scene& scene, const Frame& frame, const Ray& ray,
                                 const picture::Clip& clip) {
    std::optional<Pick> first;
    for (const auto& [name, set] : frame.sets) {
        Nearest nearest;
        if (const auto* points = set.as<state::PointsView>()) {
            nearest = nearestOf(*points, ray, clip, pointRadius(scene, name));
        } else if (const auto* mesh = set.as<state::MeshView>()) {
            nearest = nearestOf(*mesh, ray, clip);
        } else if (const auto* columns = set.as<state::ColumnsView>()) {
            const auto found = nearestOf(*columns, ray, clip);
            if (!found) return found.error();
            nearest = *found;
        }
        if (nearest.distance < (first ? first->distance : nowhere))
            first = Pick{name, nearest.row, ray.origin + ray.direction * nearest.distance, nearest.distance};
    }
    return first;
}

Result<std::vector<PickedValue>> valuesOf(const Frame& frame, const std::string& set, std::size_t row,
                                          const FieldInfos& infos) {
    const auto found = frame.sets.find(set);
    if (found == frame.sets.end()) return Error{ErrorKind::Input, fmt::format("there is no set '{}'", set)};
    const auto [fields, rows] = fieldsOf(found->second);
    if (row >= rows)
        return Error{ErrorKind::Input, fmt::format("'{}' has {} rows; there is no row {}", set, rows, row)};
    std::vector<PickedValue> values;
    for (const state::ArrayView& array : fields) {
        const auto info = infos.find(set + "." + array.name);
        PickedValue value{array.name, "", "", {}};
        if (info != infos.end()) {
            value.unit = info->second->unit;
            value.meaning = info->second->meaning;
        }
        for (int c = 0; c < array.components; ++c) value.components.push_back(array.value(row, c));
        values.push_back(std::move(value));
    }
    return values;
}

}  // namespace talus::run
