#include "talus/sand/appearance/draw.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/method/shown/legend.h"
#include "talus/picture/appearance.h"
#include "talus/sand/params.h"

namespace talus::sand {
namespace {

/// Data of a picture, kept until it is drawn.
struct Kept {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
};

picture::Colour colourOfSand(const method::Scene& scene) {
    const environment::Environment& world = scene.environment;
    return picture::colourOf(
        world.materials[environment::materialIndex(world, in(scene).sand->material)].colour);
}

}  // namespace

std::vector<std::string_view> colours() { return {"velocity"}; }

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    const auto* found = drawing.find<state::PointsView>("sand");
    if (found == nullptr) return success();
    const state::PointsView& points = *found;
    if (points.count == 0) return success();
    const double spacing = in(scene).sand->cell / particles_along_cell;
    auto kept = std::make_shared<Kept>();
    drawing.keep.push_back(kept);
    kept->radius = {0.5 * spacing};
    kept->centre.resize(points.count);
    for (std::size_t i = 0; i < points.count; ++i) kept->centre[i] = points.at(i);
    picture::Spheres spheres{kept->centre, kept->radius, {}, {}, 0, "sand"};
    if (drawing.style.colour == "velocity") {
        const state::ArrayView* field = points.find("velocity");
        if (field == nullptr || field->components != 3)
            return Error{ErrorKind::Input, "the frames of the sand have no velocity"};
        std::vector<double> speeds(points.count);
        for (std::size_t i = 0; i < points.count; ++i)
            speeds[i] = std::hypot(field->value(i, 0), field->value(i, 1), field->value(i, 2));
        drawing.picture.legend = method::legendOf(scene, drawing.style, "speed", "m/s", speeds);
        spheres.colour = picture::fieldColours(speeds, *drawing.picture.legend);
    } else {
        spheres.colour = {colourOfSand(scene)};
    }
    drawing.picture.spheres.push_back(std::move(spheres));
    return success();
}

}  // namespace talus::sand
