#include "talus/couple/erosion/picture.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "talus/couple/erosion/fields.h"
#include "talus/couple/erosion/setup.h"
#include "talus/couple/erosion/volume/picture.h"
#include "talus/method/drawing.h"
#include "talus/method/shown/legend.h"
#include "talus/picture/appearance.h"
#include "talus/state/columns.h"

namespace talus::couple::erosion {
namespace {

using picture::Colour;

Colour mixed(const Colour& a, const Colour& b, float share) {
    return {a.r + share * (b.r - a.r), a.g + share * (b.g - a.g), a.b + share * (b.b - a.b)};
}

/// Share of its brightness that wet ground loses, and by how much sediment is lighter than the ground. Chosen
/// by eye.
constexpr float wet_loss = 0.4f, fresh = 0.25f;

/// A field by which a picture can be coloured.
struct Shown {
    const char *name, *unit;
};
template <class T>
constexpr Shown shown(const Field<T>& field) {
    return {field.name, field.unit};
}
constexpr std::array shown_fields{shown(fields::change),  shown(fields::cut),   shown(fields::deposit),
                                  shown(fields::wetness), shown(fields::depth), shown(fields::shear),
                                  shown(fields::flow)};

/// Colours the ground by a field; by the length of a vector field.
Status drawField(const method::Scene& scene, const Shown& shown, const state::ColumnsView& columns,
                 method::Drawing& drawing) {
    const state::ArrayView* field = columns.find(shown.name);
    if (field == nullptr)
        return Error{
            ErrorKind::Input,
            fmt::format("the frames of the ground have no field '{}'; choose another field (--colour)",
                        shown.name)};
    const std::vector<double> values = state::valuesOf(*field, columns.grid.size());
    const picture::Legend legend = method::legendOf(
        scene, drawing.style, shown.name == std::string_view(fields::flow.name) ? "speed" : shown.name,
        shown.unit, values, 1);
    drawing.picture.legend = legend;
    for (picture::Terrain& terrain : drawing.picture.terrains) {
        if (terrain.grid != columns.grid) continue;
        terrain.colour = picture::fieldColours(values, legend);
        terrain.side_colour = picture::Colour{0.62f, 0.61f, 0.60f};
        terrain.grain_radius = 0;  // the shading of single grains would be mistaken for values
    }
    return success();
}

}  // namespace

std::vector<std::string_view> colours() {
    std::vector<std::string_view> names;
    for (const Shown& one : shown_fields) names.emplace_back(one.name);
    return names;
}

std::vector<std::string_view> coloursOf(const method::Scene& scene) {
    return scene.environment.volume ? std::vector<std::string_view>{} : colours();
}

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    if (scene.environment.volume) return drawVolume(scene, drawing);
    const auto* columns = drawing.find<state::ColumnsView>("ground");
    if (columns == nullptr) return success();
    for (const Shown& one : shown_fields)
        if (drawing.style.colour == one.name) return drawField(scene, one, *columns, drawing);
    const state::ArrayView *cut = columns->find(fields::cut.name),
                           *deposit = columns->find(fields::deposit.name),
                           *wetness = columns->find(fields::wetness.name);
    for (const state::ArrayView* field : {cut, deposit, wetness})
        if (field == nullptr || field->components != 1) return success();
    const std::vector<Layer>& layers = in(scene).layers;
    const Setup setup = setupOf(scene);
    for (picture::Terrain& terrain : drawing.picture.terrains) {
        // Terrain with a side colour is already coloured by a field.
        if (terrain.grid != setup.grid() || columns->grid != setup.grid() || terrain.side_colour) continue;
        const std::size_t count = terrain.grid.size();
        const Colour own = terrain.colour.front();
        const Colour sediment = mixed(own, {1, 1, 1}, fresh);
        if (terrain.colour.size() == 1) terrain.colour.assign(count, own);
        const double covers = 0.05 * terrain.grid.spacing;
        for (std::size_t k = 0; k < count; ++k) {
            Colour colour = terrain.colour[k];
            // The layer below thin sediment shows through.
            const std::size_t open = setup.layers.top(setup.ground->height[k], cut->value(k), 0).layer;
            if (open <= layers.size()) colour = picture::colourOf(layers[open - 1].colour);
            const auto cover = static_cast<float>(std::clamp(deposit->value(k) / covers, 0.0, 1.0));
            colour = mixed(colour, sediment, cover);
            const auto wet = static_cast<float>(std::clamp(wetness->value(k), 0.0, 1.0));
            terrain.colour[k] = mixed(colour, {0, 0, 0}, wet_loss * wet);
        }
    }
    return success();
}

}  // namespace talus::couple::erosion
