#include "talus/cloth/method.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/cloth/check.h"
#include "talus/cloth/draw.h"
#include "talus/cloth/fields.h"
#include "talus/cloth/instance.h"
#include "talus/cloth/needs.h"
#include "talus/cloth/sections.h"
#include "talus/cloth/sheet/build.h"
#include "talus/cloth/sheet/shown_stretch.h"
#include "talus/geometry/mesh/drop_unused_points.h"
#include "talus/method/read_mesh.h"

namespace talus::cloth {
namespace {

bool used(const method::Scene& scene) { return !in(scene).sheets.empty(); }

/// Makes each sheet that has a material a wall that deforms, for others to touch.
void makeWalls(method::Scene& scene) {
    const Part& part = in(scene);
    const auto& materials = scene.environment.materials;
    const auto isKnown = [&](const std::string& name) {
        return std::any_of(materials.begin(), materials.end(),
                           [&](const environment::Material& material) { return material.name == name; });
    };
    const bool any = std::any_of(part.sheets.begin(), part.sheets.end(),
                                 [&](const Sheet& sheet) { return isKnown(sheet.material); });
    double points = 0;
    for (const Sheet& sheet : part.sheets) points += static_cast<double>(pointsOf(sheet));
    if (!any || points > most_points) return;
    const Built built = buildSheets({part.sheets, {}, part.solver}, scene.environment);
    for (std::size_t s = 0; s < part.sheets.size(); ++s) {
        if (!isKnown(part.sheets[s].material)) continue;  // the check says so
        const auto first = static_cast<std::uint32_t>(built.first_point[s]);
        geometry::Mesh mesh;
        mesh.points.assign(built.position.begin() + first,
                           built.position.begin() + std::ptrdiff_t(built.first_point[s + 1]));
        for (std::size_t t = built.first_triangle[s]; t < built.first_triangle[s + 1]; ++t) {
            const auto& [a, b, c] = built.corners[t];
            mesh.triangles.push_back({a - first, b - first, c - first});
        }
        environment::Wall wall;
        wall.name = part.sheets[s].name;
        wall.material = part.sheets[s].material;
        wall.kind = environment::Wall::Kind::Mesh;
        wall.deforms = wall.made = true;
        wall.visible = false;  // drawn as cloth
        wall.first_point = first;
        wall.first_triangle = static_cast<std::uint32_t>(built.first_triangle[s]);
        wall.lightest_point = *std::min_element(
            built.mass.begin() + first, built.mass.begin() + std::ptrdiff_t(built.first_point[s + 1]));
        wall.mesh = std::make_shared<const geometry::Mesh>(std::move(mesh));
        // Before the walls of bodies, so that a body that is added later changes no index.
        auto& walls = scene.environment.walls;
        const auto at =
            std::find_if(walls.begin(), walls.end(), [](const auto& other) { return other.follows; });
        auto& mobility = scene.environment.mobility;
        if (!mobility.empty())
            mobility.insert(mobility.begin() + (at - walls.begin()), environment::WallMobility{});
        walls.insert(at, std::move(wall));
    }
    scene.environment.points = {points_table,  &fields::position, &fields::velocity,
                                &fields::mass, triangles_table,   &fields::torn};
}

void load(method::Scene& scene, const method::Checking& checking) {
    std::vector<Sheet>& sheets = in(scene).sheets;
    for (std::size_t s = 0; s < sheets.size(); ++s) {
        Sheet& sheet = sheets[s];
        if (sheet.isGrid()) continue;
        auto mesh = method::readMesh(checking, "cloth", s, sheet.file);
        if (!mesh) continue;
        if (const std::size_t dropped = geometry::dropUnusedPoints(*mesh); dropped > 0)
            checking.warn("cloth", s, "file",
                          fmt::format("{} of its points belong to no triangle, and are left out", dropped),
                          "remove them from the file to silence this");
        for (Vec3d& p : mesh->points) p *= sheet.scale;
        sheet.mesh = std::make_shared<const geometry::Mesh>(std::move(*mesh));
    }
    if (!checking.diagnostics.hasErrors()) makeWalls(scene);
}

std::vector<method::Input> inputs(const method::Scene& scene) {
    std::vector<method::Input> files;
    for (const Sheet& sheet : in(scene).sheets)
        if (!sheet.isGrid()) files.push_back({sheet.file});
    return files;
}

std::vector<environment::Source> sources(const method::Scene& scene) {
    std::vector<environment::Source> all;
    const Part& part = in(scene);
    const Built built = buildSheets(part, scene.environment);
    for (std::size_t s = 0; s < part.sheets.size(); ++s) {
        environment::Source source;
        if (built.first_point[s] == built.first_point[s + 1]) continue;
        source.box = {built.position[built.first_point[s]], built.position[built.first_point[s]]};
        for (std::size_t p = built.first_point[s]; p < built.first_point[s + 1]; ++p) {
            const Vec3d& x = built.position[p];
            Vec3d &min = source.box.min, &max = source.box.max;
            min = {std::min(min.x, x.x), std::min(min.y, x.y), std::min(min.z, x.z)};
            max = {std::max(max.x, x.x), std::max(max.y, x.y), std::max(max.z, x.z)};
        }
        all.push_back(source);
    }
    return all;
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Part& part = in(scene);
    const Built built = buildSheets(part, scene.environment);
    std::vector<method::Line> lines{{"cloth", fmt::format("{} points", built.position.size())}};
    for (std::size_t s = 0; s < part.sheets.size(); ++s)
        if (const ShownStretch shown = shownStretch(built, s, part.solver); shown.share < 0.9)
            lines.push_back(
                {"stretch", fmt::format("'{}' yields to steady loads as {:.2g} of its stiffness: 0.9 "
                                        "with substeps = {} in [cloth_solver]",
                                        part.sheets[s].name, shown.share, shown.substeps)});
    return lines;
}

std::optional<method::Thing::Key> clothIn(const method::Scene& scene) {
    if (!used(scene)) return std::nullopt;
    return method::Thing::Key{"cloth", 0, "name"};
}

std::vector<method::Meeting> meetings() {
    using enum method::Meeting::Kind;
    return {
        {"cloth", "cloth", BothWays, "contact without a crossing"},
        {"cloth", "walls", OneWay, "contact without a crossing"},
        {"cloth", "ground", OneWay, "contact without a crossing"},
        {"cloth", "prescribed bodies", OneWay, "contact without a crossing"},
        {"cloth", "free bodies", BothWays, "contact without a crossing, by the body's mass at the point"},
        {"cloth", "grains", BothWays, "contact laws, at the point of contact"},
        {"cloth", "water", BothWays, "pressure, in one solve; the layer of water on the cloth moves with it"},
        {"cloth", "particles", BothWays, "impulses, in systems with contact"},
        {"cloth", "volume", Refused, "use [ground] in place of [volume], or leave the cloth out"}};
}

}  // namespace

method::Method cloth() {
    return {.name = "cloth",
            .line = "cloth of springs, dampers and hinges",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .things = {{"cloth", clothIn}},
            .meetings = meetings(),
            .used = used,
            .load = load,
            .check = check,
            .finish = [](method::Scene&, const method::Checking& checking) { checkStart(checking); },
            .needs = needs,
            .summary = summary,
            .inputs = inputs,
            .sources = sources,
            .build = buildInstance,
            .draw = draw};
}

}  // namespace talus::cloth
