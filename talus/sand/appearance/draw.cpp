#include "talus/sand/appearance/draw.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/method/shown/legend.h"
#include "talus/picture/appearance.h"
#include "talus/sand/appearance/fine_grains.h"
#include "talus/sand/params.h"

namespace talus::sand {
namespace {

/// Data of a picture, kept until it is drawn.
struct Kept {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
    std::vector<std::uint32_t> id;
};

/// The colours of the sources, by the field `source`.
std::vector<picture::Colour> coloursOfSources(const method::Scene& scene) {
    const environment::Environment& world = scene.environment;
    const Part& part = in(scene);
    const Vec3d own = world.materials[environment::materialIndex(world, part.sand->material)].colour;
    std::vector<picture::Colour> all;
    const auto add = [&](const std::vector<double>& c) {
        all.push_back(picture::colourOf(c.size() == 3 ? Vec3d{c[0], c[1], c[2]} : own));
    };
    for (const Block& block : part.blocks) add(block.colour);
    for (const Spout& spout : part.spouts) add(spout.colour);
    return all;
}

/// The integers of a field; empty where the frame has no such field.
std::vector<std::uint32_t> integersOf(const state::PointsView& points, const char* name) {
    const state::ArrayView* field = points.find(name);
    if (field == nullptr || field->components != 1) return {};
    std::vector<std::uint32_t> values(points.count);
    for (std::size_t i = 0; i < points.count; ++i) {
        const double value = field->value(i);
        values[i] = value >= 0 && value < 4e9 ? static_cast<std::uint32_t>(value) : 0;
    }
    return values;
}

/// The number of a fine grain, for its colour.
std::uint32_t numberOf(std::uint32_t id, std::size_t grain) {
    return id * 2654435761u + static_cast<std::uint32_t>(grain % 16) * 40503u;  // Knuth's multiplicative hash
}

/// Fine grains of the colours of natural sand.
picture::Spheres grainsOf(const method::Scene& scene, const std::vector<Vec3d>& centre,
                          const std::vector<std::uint32_t>& id, const std::vector<std::uint32_t>& source,
                          double spacing, Kept& kept) {
    const std::vector<FineGrain> grains = fineGrains(centre, id, spacing);
    const std::vector<picture::Colour> of_source = coloursOfSources(scene);
    picture::Spheres spheres;
    spheres.name = "sand";
    spheres.colour.resize(grains.size());
    for (std::size_t s = 0; s < of_source.size(); ++s) {
        std::vector<std::uint32_t> numbers;
        std::vector<std::size_t> rows;
        for (std::size_t g = 0; g < grains.size(); ++g) {
            const std::uint32_t of = source.empty() ? 0 : source[grains[g].particle];
            if (std::min<std::size_t>(of, of_source.size() - 1) != s) continue;
            rows.push_back(g);
            numbers.push_back(numberOf(id[grains[g].particle], g));
        }
        const std::vector<picture::Colour> colours = picture::grainColours(of_source[s], numbers);
        for (std::size_t k = 0; k < rows.size(); ++k) spheres.colour[rows[k]] = colours[k];
    }
    for (const FineGrain& grain : grains) {
        kept.centre.push_back(grain.centre);
        kept.radius.push_back(grain.radius);
        kept.id.push_back(numberOf(id[grain.particle], kept.id.size()));
    }
    return spheres;
}

/// The field that gives the colour: its values, and its name and unit in the legend. Error (Input) where the
/// frame lacks it.
struct Shown {
    std::vector<double> values;
    const char* name;
    const char* unit;
};
Result<Shown> shownBy(const std::string& colour, const state::PointsView& points) {
    const state::ArrayView* field = points.find(colour);
    if (field == nullptr || field->components != (colour == "velocity" ? 3 : 1))
        return Error{ErrorKind::Input,
                     fmt::format("the frames of the sand have no {}; run the scene again", colour)};
    const std::vector<double> values = state::valuesOf(*field, points.count);
    return colour == "velocity" ? Shown{values, "speed", "m/s"} : Shown{values, "pressure", "Pa"};
}

}  // namespace

std::vector<std::string_view> colours() { return {"velocity", "pressure"}; }

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    const auto* found = drawing.find<state::PointsView>("sand");
    if (found == nullptr) return success();
    const state::PointsView& points = *found;
    if (points.count == 0) return success();
    const Sand& sand = *in(scene).sand;
    const double spacing = sand.cell / particles_along_cell;
    auto kept = std::make_shared<Kept>();
    drawing.keep.push_back(kept);
    std::vector<Vec3d> centre(points.count);
    for (std::size_t i = 0; i < points.count; ++i) centre[i] = points.at(i);
    std::vector<std::uint32_t> id = integersOf(points, "id");
    const auto all = colours();
    const bool by_field = std::find(all.begin(), all.end(), drawing.style.colour) != all.end();
    if (!by_field && sand.drawn == "grains" && !id.empty()) {
        picture::Spheres spheres = grainsOf(scene, centre, id, integersOf(points, "source"), spacing, *kept);
        spheres.centre = kept->centre;
        spheres.radius = kept->radius;
        spheres.id = kept->id;
        drawing.picture.spheres.push_back(std::move(spheres));
        return success();
    }
    kept->centre = std::move(centre);
    kept->radius = {0.5 * spacing};
    picture::Spheres spheres{kept->centre, kept->radius, {}, {}, 0, "sand"};
    if (by_field) {
        const auto field = shownBy(drawing.style.colour, points);
        if (!field) return field.error();
        drawing.picture.legend =
            method::legendOf(scene, drawing.style, field->name, field->unit, field->values);
        spheres.colour = picture::fieldColours(field->values, *drawing.picture.legend);
    } else {
        const std::vector<picture::Colour> of_source = coloursOfSources(scene);
        const std::vector<std::uint32_t> source = integersOf(points, "source");
        for (std::size_t i = 0; i < points.count; ++i)
            spheres.colour.push_back(
                of_source[std::min<std::size_t>(source.empty() ? 0 : source[i], of_source.size() - 1)]);
    }
    drawing.picture.spheres.push_back(std::move(spheres));
    return success();
}

}  // namespace talus::sand
