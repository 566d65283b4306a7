#include "talus/water/appearance/draw.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/method/drawing.h"
#include "talus/method/shown/legend.h"
#include "talus/picture/appearance.h"
#include "talus/picture/liquid.h"
#include "talus/water/fields.h"
#include "talus/water/params.h"
#include "talus/water/setup.h"

namespace talus::water {
namespace {

double valueOf(const state::ArrayView& field, std::size_t point) {
    if (field.components == 1) return field.value(point);
    return std::hypot(field.value(point, 0), field.value(point, 1), field.value(point, 2));
}

/// Data of a picture of water, kept until the picture is drawn.
struct Kept {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
    std::vector<float> foam, scattering;
    std::vector<picture::Colour> tint;
    std::vector<std::uint32_t> id;
};

/// Mercury is opaque. A metal reflects 3/4 of the light; a liquid of the largest refractive index reflects a
/// quarter, so the rest is scattered back as by milk. Chosen by eye.
constexpr picture::LiquidMatter mercury{{0, 0, 0}, 1e5f, {0.44f, 0.45f, 0.47f}, 3, 0.02f};

picture::LiquidMatter matterOf(const std::string& look) {
    if (look == "clear") return picture::pure_water;
    if (look == "milk") return picture::milk;
    if (look == "honey") return picture::honey;
    if (look == "mud") return picture::muddy_water;
    if (look == "mercury") return mercury;
    return picture::lake_water;
}

double rising(double value, double low, double high) {
    const double t = std::clamp((value - low) / (high - low), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

/// White foam where the surface is broken and fast: water of low density at a considerable part of the
/// expected maximum speed. A single particle is a drop, and nearly clear. The limits are chosen by eye.
std::vector<float> foamOf(const state::ArrayView& density, const state::ArrayView& velocity,
                          std::size_t count, double rest, double fastest) {
    std::vector<float> foam(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double missing = 1 - density.value(i) / rest;
        foam[i] = static_cast<float>(rising(missing, 0.2, 0.5) * (1 - 0.8 * rising(missing, 0.5, 0.65)) *
                                     rising(valueOf(velocity, i), 0.2 * fastest, 0.6 * fastest));
    }
    return foam;
}

/// Sediment makes water brown: it scatters in proportion to its concentration, with its own colour. Chosen by
/// eye: at a volume fraction of a hundredth one sees a few centimetres deep.
void muddy(const state::ArrayView& concentration, const picture::LiquidMatter& matter, std::size_t count,
           Kept& kept) {
    constexpr float per_fraction = 4000, max_scattering = 80;
    kept.scattering.resize(count);
    kept.tint.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const float own = std::min(max_scattering, per_fraction * static_cast<float>(concentration.value(i)));
        const float share = own / (own + std::max(matter.scattering, 1.0f));
        const picture::Colour &a = matter.tint, &b = picture::muddy_water.tint;
        kept.scattering[i] = matter.scattering + own;
        kept.tint[i] = {a.r + share * (b.r - a.r), a.g + share * (b.g - a.g), a.b + share * (b.b - a.b)};
    }
}

}  // namespace

std::vector<std::string_view> colours() {
    return {fields::velocity.name, fields::density.name, fields::pressure.name};
}

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    const auto* found = drawing.find<state::PointsView>("water");
    if (found == nullptr) return success();
    const state::PointsView& points = *found;
    const Water& water = *in(scene).water;
    auto kept = std::make_shared<Kept>();
    drawing.keep.push_back(kept);
    const Setup setup = setupOf(scene);
    const double spacing = setup.water.spacing;
    kept->radius = {0.5 * spacing};
    kept->centre.resize(points.count);
    for (std::size_t i = 0; i < points.count; ++i) kept->centre[i] = points.at(i);
    if (points.count == 0) return success();
    const std::string& by = drawing.style.colour;
    const std::vector<std::string_view> own = colours();
    picture::Spheres spheres{kept->centre, kept->radius, {}, {}, 0, "water"};
    const bool plain = std::find(own.begin(), own.end(), by) == own.end();
    if (plain && water.drawn == "surface") {
        const state::ArrayView *density = points.find("density"), *velocity = points.find("velocity");
        picture::Liquid liquid{
            .centre = kept->centre, .radius = kept->radius, .matter = matterOf(water.look)};
        kept->radius = {0.62 * spacing};  // a ball with the volume of a particle
        if (density != nullptr && velocity != nullptr && water.look == "water") {
            kept->foam = foamOf(*density, *velocity, points.count, water.density, setup.fastest);
            liquid.foam = kept->foam;
        }
        if (const state::ArrayView* id = points.find("id")) {
            if (id->components != 1 || id->scalar != state::Scalar::U32)
                return Error{ErrorKind::Input,
                             "the frames' id of the water is of another type than a run writes"};
            kept->id.resize(points.count);
            for (std::size_t i = 0; i < points.count; ++i)
                kept->id[i] = static_cast<std::uint32_t>(id->value(i));
            liquid.id = kept->id;
        }
        if (const state::ArrayView* concentration = points.find(fields::concentration.name)) {
            muddy(*concentration, liquid.matter, points.count, *kept);
            liquid.scattering = kept->scattering;
            liquid.tint = kept->tint;
        }
        liquid.radius = kept->radius;
        liquid.name = "water";
        drawing.picture.liquids.push_back(std::move(liquid));
        return success();
    }
    if (plain) {
        spheres.colour = {picture::colourOf(water.colour)};
    } else {
        const state::ArrayView* field = points.find(by);
        if (field == nullptr)
            return Error{ErrorKind::Input, fmt::format("the frames of the water have no field '{}'", by)};
        std::vector<double> values(points.count);
        for (std::size_t i = 0; i < points.count; ++i) values[i] = valueOf(*field, i);
        drawing.picture.legend = method::legendOf(scene, drawing.style, by == "velocity" ? "speed" : by,
                                                  by == "velocity"  ? "m/s"
                                                  : by == "density" ? "kg/m^3"
                                                                    : "Pa",
                                                  values);
        spheres.colour = picture::fieldColours(values, *drawing.picture.legend);
    }
    drawing.picture.spheres.push_back(std::move(spheres));
    return success();
}

}  // namespace talus::water
