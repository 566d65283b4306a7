#include "talus/grains/picture/draw.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/grains/clumps/draw_shape.h"
#include "talus/grains/clumps/fields.h"
#include "talus/grains/fields.h"
#include "talus/grains/sources/new_grain.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/method/shown/legend.h"
#include "talus/picture/appearance.h"

namespace talus::grains {

using method::Scene;

namespace {

constexpr const char* by_material = "material";

/// The field by which grains are coloured if the picture is coloured by `colour`: by material if that is not
/// a field of the grains.
std::string grainColour(const std::string& colour) {
    const std::vector<std::string_view> own = frameFields();
    return std::find(own.begin(), own.end(), colour) != own.end() ? colour : by_material;
}

std::string unitOf(const std::string& field) {
    state::World world;
    addGrainTables(world, {});
    const state::Column* column = world.table(grains_table).find(field);
    return column ? column->info->unit : "";
}

/// The value of a point by which it is coloured: of a vector its length.
double valueOf(const state::ArrayView& field, std::size_t point) {
    double squares = 0;
    if (field.components == 1) return field.value(point);
    for (int c = 0; c < field.components; ++c) squares += field.value(point, c) * field.value(point, c);
    return std::sqrt(squares);
}

std::vector<picture::Colour> materialColours(const Scene& scene, const state::ArrayView& material,
                                             std::span<const std::uint32_t> id) {
    std::vector<picture::Colour> colours(id.size());
    for (std::size_t m = 0; m < scene.environment.materials.size(); ++m) {
        std::vector<std::size_t> rows;
        std::vector<std::uint32_t> ids;
        for (std::size_t i = 0; i < id.size(); ++i)
            if (static_cast<std::size_t>(material.value(i)) == m) {
                rows.push_back(i);
                ids.push_back(id[i]);
            }
        const auto own = picture::grainColours(picture::colourOf(scene.environment.materials[m].colour), ids);
        for (std::size_t i = 0; i < rows.size(); ++i) colours[rows[i]] = own[i];
    }
    return colours;
}

/// The id of the grain of each sphere: the spheres of a clump have one colour.
std::vector<std::uint32_t> grainIds(const state::PointsView& points, const std::vector<std::uint32_t>& id) {
    std::vector<std::uint32_t> of_grain = id;
    const state::ArrayView* part = points.find(fields::part.name);
    if (part == nullptr || part->components != 1 || part->scalar != state::Scalar::U16) return of_grain;
    for (std::size_t i = 0; i < id.size(); ++i) of_grain[i] -= static_cast<std::uint32_t>(part->value(i));
    return of_grain;
}

/// Data to which a picture refers, kept while it is drawn.
struct DrawingData {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
    std::vector<std::uint32_t> id;
};

Status drawPoints(const Scene& scene, const state::PointsView& points, DrawingData& kept,
                  method::Drawing& drawing) {
    const std::string by = grainColour(drawing.style.colour);
    const state::ArrayView* radius = points.find("radius");
    const state::ArrayView* colour = points.find(by);
    for (const auto& [field, name] : {std::pair{radius, std::string("radius")}, std::pair{colour, by}})
        if (field == nullptr)
            return Error{ErrorKind::Input,
                         fmt::format("the frames have no field '{}'; add it to output.fields of the "
                                     "scene and run again, or colour by another (--colour)",
                                     name)};
    const state::ArrayView* id = points.find("id");
    const auto isCount = [](const state::ArrayView& field) {
        // At most 32 bits: pictures store ids in 32 bits.
        return field.components == 1 && state::isInteger(field.scalar) && field.scalar != state::Scalar::U64;
    };
    if ((id != nullptr && !isCount(*id)) || radius->components != 1 ||
        (by == by_material && !isCount(*colour)))
        return Error{ErrorKind::Input,
                     "the frames' radius, id or material is of another type than a run writes"};
    if (points.count == 0) return success();
    kept.centre.resize(points.count);
    kept.radius.resize(points.count);
    kept.id.resize(points.count);
    for (std::size_t i = 0; i < points.count; ++i) {
        kept.centre[i] = points.at(i);
        kept.radius[i] = radius->value(i);
        kept.id[i] = id == nullptr ? static_cast<std::uint32_t>(i) : static_cast<std::uint32_t>(id->value(i));
    }
    picture::Spheres spheres{kept.centre, kept.radius, {}, kept.id, 1, "grains"};
    if (by == by_material) {
        spheres.colour = materialColours(scene, *colour, grainIds(points, kept.id));
    } else {
        std::vector<double> values(points.count);
        for (std::size_t i = 0; i < points.count; ++i) values[i] = valueOf(*colour, i);
        drawing.picture.legend =
            method::legendOf(scene, drawing.style, by == "velocity" ? "speed" : by, unitOf(by), values);
        spheres.colour = picture::fieldColours(values, *drawing.picture.legend);
    }
    drawing.picture.spheres.push_back(std::move(spheres));
    return success();
}

}  // namespace

Status draw(const Scene& scene, method::Drawing& drawing) {
    const auto* grains = drawing.find<state::PointsView>("grains");
    if (grains == nullptr) return success();
    auto kept = std::make_shared<DrawingData>();
    drawing.keep.push_back(kept);
    return drawPoints(scene, *grains, *kept, drawing);
}

std::vector<method::Preview> previews(const Scene& scene) {
    std::vector<method::Preview> all;
    for (const GrainShape& shape : in(scene).shapes)
        if (shape.made && shape.covered) all.push_back({"grain-shape-" + shape.name, pictureOf(shape)});
    return all;
}

std::vector<std::string> drawnFields(const Scene&, const std::string& colour) {
    return {"radius", "id", grainColour(colour)};
}

std::vector<std::string_view> frameFields() {
    namespace f = fields;
    return {f::velocity.name, f::spin.name, f::radius.name, f::mass.name,
            f::material.name, f::id.name,   f::birth.name};
}

std::vector<std::string_view> outputFields() {
    std::vector<std::string_view> names = frameFields();
    names.emplace_back(method::contact_force);
    return names;
}

}  // namespace talus::grains
