#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/geometry/mass.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/grains/clumps/mesh_spheres.h"
#include "talus/grains/load/load.h"
#include "talus/method/read_mesh.h"

/// The shapes of grains that are clumps of spheres.
namespace talus::grains {

using method::Scene;

namespace {

using geometry::Sphere;

/// The random streams of shapes from meshes; other purposes are in setup.cpp.
constexpr std::uint32_t shape_stream = 0x40000;
/// A point of a mesh counts as covered where the gap to the nearest sphere is at most this, in radii of the
/// ball with its volume. Chosen: a tenth is what one sees in a picture of the two.
constexpr double near = 0.1;

Result<ClumpShape> ofList(const GrainShape& shape) {
    if (shape.centres.size() != shape.radii.size())
        return Error{ErrorKind::Input, fmt::format("{} radii for {} centres: each sphere needs both",
                                                   shape.radii.size(), shape.centres.size())};
    std::vector<Sphere> spheres;
    for (std::size_t k = 0; k < shape.centres.size(); ++k)
        spheres.push_back({shape.centres[k], shape.radii[k]});
    return clumpShapeOf(spheres);
}

/// The gap to the nearest sphere is measured on all triangles.
constexpr std::size_t max_triangles = 50'000;

Result<ClumpShape> ofMesh(GrainShape& shape, geometry::Mesh mesh, const Random& random) {
    if (mesh.triangles.size() > max_triangles)
        return Error{ErrorKind::Input,
                     fmt::format("the mesh has {} triangles; at most {} can be used: take a coarser one",
                                 mesh.triangles.size(), max_triangles)};
    if (geometry::openSides(mesh) > 0)
        return Error{ErrorKind::Input, "the mesh is not closed, so it has no inside"};
    geometry::MeshSolid solid;
    solid.mesh = std::make_shared<const geometry::Mesh>(mesh);
    const geometry::MassProperties mass = geometry::massPropertiesOf(solid);
    if (!(mass.volume > 0))
        return Error{ErrorKind::Input, "the mesh has no volume, or its triangles face inwards"};
    const double unit = std::cbrt(mass.volume / (4.0 / 3.0 * std::numbers::pi));
    auto spheres = spheresOf(mesh, shape.sphere_radius * unit, shape.cover, random);
    if (!spheres) return spheres.error();
    auto made = clumpShapeOf(*spheres, {mass.volume, mass.centre, mass.per_density});
    if (made) made->cover = coverOf(mesh, *spheres, unit, near);
    shape.covered =
        std::make_shared<const CoveredMesh>(CoveredMesh{std::move(mesh), std::move(*spheres), unit});
    return made;
}

/// The shape of a name; nothing where it could not be made.
std::optional<ShapeChoice::Chosen> chosenBy(const std::vector<GrainShape>& shapes, const std::string& name) {
    for (std::size_t s = 0; s < shapes.size(); ++s)
        if (shapes[s].name == name && shapes[s].made)
            return ShapeChoice::Chosen{static_cast<std::uint16_t>(s), shapes[s].made};
    return std::nullopt;
}

void choose(const Checking& checked, const char* section, std::size_t index,
            const std::vector<GrainShape>& shapes, ShapeChoice& choice) {
    choice.chosen.clear();
    if (!choice.shape_shares.empty() && choice.shape_shares.size() != choice.grain_shapes.size())
        checked.error(
            section, index, "shape_shares",
            fmt::format("{} shares for {} shapes", choice.shape_shares.size(), choice.grain_shapes.size()),
            "each shape needs its share");
    for (const std::string& name : choice.grain_shapes)
        if (const auto chosen = chosenBy(shapes, name)) choice.chosen.push_back(*chosen);
}

}  // namespace

void makeShapes(Scene& scene, const Checking& checked) {
    auto& part = in(scene);
    for (std::size_t s = 0; s < part.shapes.size() && !full(checked.diagnostics); ++s) {
        GrainShape& shape = part.shapes[s];
        Result<ClumpShape> made = Error{ErrorKind::Input, ""};
        if (shape.kind == GrainShape::Kind::Mesh) {
            auto mesh = method::readMesh(checked, "grain_shape", s, shape.file);
            if (!mesh) continue;
            made =
                ofMesh(shape, std::move(*mesh), {scene.seed, shape_stream + static_cast<std::uint32_t>(s)});
        } else {
            made = ofList(shape);
        }
        if (made)
            shape.made = std::make_shared<const ClumpShape>(std::move(*made));
        else
            checked.error("grain_shape", s, shape.kind == GrainShape::Kind::Mesh ? "file" : "centres",
                          fmt::format("[[grain_shape]] '{}' cannot be made", shape.name),
                          made.error().message);
    }
    for (std::size_t e = 0; e < part.emitters.size(); ++e)
        choose(checked, "emitter", e, part.shapes, part.emitters[e]);
    for (std::size_t f = 0; f < part.fills.size(); ++f)
        choose(checked, "fill", f, part.shapes, part.fills[f]);
    std::vector<std::string> names;
    for (const GrainShape& shape : part.shapes) names.push_back(shape.name);
    for (std::size_t g = 0; g < part.placed.size() && !full(checked.diagnostics); ++g) {
        Grain& grain = part.placed[g];
        grain.chosen = chosenBy(part.shapes, grain.shape);
        if (grain.shape.empty() || std::find(names.begin(), names.end(), grain.shape) != names.end())
            continue;
        const auto match = nearest(grain.shape, names);
        checked.error("grain", g, "shape", fmt::format("no [[grain_shape]] is named {}", quoted(grain.shape)),
                      match           ? fmt::format("did you mean '{}'?", *match)
                      : names.empty() ? "the scene has no [[grain_shape]]; add one"
                                      : "name one of its [[grain_shape]] tables");
    }
}

}  // namespace talus::grains
