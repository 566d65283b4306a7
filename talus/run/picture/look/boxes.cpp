#include <cmath>

#include <fmt/format.h>

#include "talus/environment/periodic.h"
#include "talus/geometry/grow_box.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/picture/lines/arrows.h"
#include "talus/picture/lines/tubes.h"
#include "talus/run/picture/look/caption.h"
#include "talus/run/picture/look/marks.h"

// The marks that are boxes of wire: cells of the search, bounds of sets.
namespace talus::run {
namespace {

constexpr picture::Colour wire_colour{0.20f, 0.36f, 0.56f}, box_colour{0.16f, 0.16f, 0.18f};

void addWires(picture::Picture& picture, const std::vector<picture::Tube>& tubes) {
    picture::Mesh mesh = picture::tubesMesh(tubes, 4);
    mesh.front_only = true;
    if (!mesh.triangle.empty()) picture.meshes.push_back(std::move(mesh));
}

/// The box around a set; of points without their radii. Empty where the set has nothing.
geometry::Box boundsOf(const state::FrameSet& set) {
    geometry::Box box = geometry::emptyBox();
    const auto addPoints = [&](const state::PointsView& points) {
        const state::ArrayView* radius = points.find("radius");
        for (std::size_t i = 0; i < points.count; ++i)
            if (std::isfinite(length(points.at(i))))
                geometry::include(box, points.at(i), radius ? radius->value(i) : 0);
    };
    if (const auto* points = set.as<state::PointsView>()) addPoints(*points);
    if (const auto* mesh = set.as<state::MeshView>()) addPoints(mesh->points);
    if (const auto* columns = set.as<state::ColumnsView>()) {
        const geometry::ColumnGrid& grid = columns->grid;
        const state::ArrayView* height = columns->find("height");
        for (std::size_t k = 0; height && k < grid.size(); ++k)
            if (std::isfinite(height->value(k)))
                geometry::include(box, Vec3d{0.5 * (grid.x(0) + grid.x(grid.columns - 1)),
                                             0.5 * (grid.y(0) + grid.y(grid.rows - 1)), height->value(k)});
        if (geometry::isEmpty(box)) return box;
        box.min = {grid.x(0), grid.y(0), box.min.z};
        box.max = {grid.x(grid.columns - 1), grid.y(grid.rows - 1), box.max.z};
    }
    return box;
}

/// Labels in the middle of the three edges that meet at the lower corner nearest to the camera.
void labelSides(picture::Picture& picture, const geometry::Box& box) {
    const Vec3d eye = picture.camera.position;
    const double x = eye.x < 0.5 * (box.min.x + box.max.x) ? box.min.x : box.max.x,
                 y = eye.y < 0.5 * (box.min.y + box.max.y) ? box.min.y : box.max.y;
    const Vec3d middle = (box.min + box.max) * 0.5, size = box.max - box.min;
    const double far_x = box.min.x + box.max.x - x;  // the upright edge beside that corner, in full view
    if (size.x > 0) picture.labels.push_back({{middle.x, y, box.min.z}, lengthText(size.x)});
    if (size.y > 0) picture.labels.push_back({{x, middle.y, box.min.z}, lengthText(size.y)});
    if (size.z > 0) picture.labels.push_back({{far_x, y, middle.z}, lengthText(size.z)});
}

}  // namespace

void addCells(picture::Picture& picture, const Frame& frame, const Look& look) {
    constexpr std::size_t most = 3000;  // of a set
    for (const auto& [name, set] : frame.sets) {
        const auto* cells = set.as<state::PointsView>();
        const state::ArrayView* size = cells ? cells->find("size") : nullptr;
        if (!name.ends_with(method::cells_suffix) || size == nullptr || size->components != 3) continue;
        std::vector<Vec3d> centres;
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < cells->count; ++i)
            if (std::isfinite(length(cells->at(i))) && look.clip.shows(cells->at(i))) {
                centres.push_back(cells->at(i));
                rows.push_back(i);
            }
        std::vector<picture::Tube> tubes;
        const picture::Thinned thinned = picture::thinnedEvenly(centres, most);
        for (const std::size_t k : thinned.index) {
            const Vec3d half{0.5 * size->value(rows[k], 0), 0.5 * size->value(rows[k], 1),
                             0.5 * size->value(rows[k], 2)};
            const auto edges = picture::edgesOf(geometry::Box{centres[k] - half, centres[k] + half},
                                                0.6 * wireRadius(picture.camera), wire_colour);
            tubes.insert(tubes.end(), edges.begin(), edges.end());
        }
        addWires(picture, tubes);
        if (rows.empty()) continue;
        const std::string shown = thinned.index.size() < rows.size()
                                      ? fmt::format("{} of {}", thinned.index.size(), rows.size())
                                      : fmt::format("{}", rows.size());
        addToCaption(picture, fmt::format("{} cells, edge {}", shown, lengthText(size->value(rows[0], 0))));
    }
}

void addBounds(picture::Picture& picture, const scene::Scene& scene, const Frame& frame, const Look& look) {
    const double radius = wireRadius(picture.camera);
    const auto add = [&](const geometry::Box& box, const std::string& name) {
        addWires(picture, picture::edgesOf(box, radius, box_colour));
        labelSides(picture, box);
        picture.labels.push_back({{box.min.x, box.min.y, box.max.z}, name});
    };
    for (const auto& [name, set] : frame.sets) {
        if (look.hidden.contains(name) || name == method::contacts_set ||
            name.ends_with(method::cells_suffix))
            continue;
        if (const geometry::Box box = boundsOf(set); !geometry::isEmpty(box)) add(box, name);
    }
    const environment::Periodic domain = environment::periodicDomain(scene.environment);
    if (domain.any()) add({scene.environment.domain_min, scene.environment.domain_max}, "periodic domain");
}

}  // namespace talus::run
