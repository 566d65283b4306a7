#include "talus/couple/erosion/picture.h"

#include <algorithm>

#include "talus/couple/erosion/fields.h"
#include "talus/couple/erosion/setup.h"
#include "talus/couple/erosion/volume/picture.h"
#include "talus/method/drawing.h"
#include "talus/picture/appearance.h"
#include "talus/state/columns.h"

namespace talus::couple::erosion {
namespace {

using picture::Colour;

Colour mixed(const Colour& a, const Colour& b, float share) {
    return {a.r + share * (b.r - a.r), a.g + share * (b.g - a.g), a.b + share * (b.b - a.b)};
}

/// How much of its brightness wet ground loses, and by how much fresh sediment is lighter than the ground. By
/// eye.
constexpr float wet_loss = 0.4f, fresh = 0.25f;

}  // namespace

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    if (scene.environment.volume) return drawVolume(scene, drawing);
    const auto* columns = drawing.find<state::ColumnsView>("ground");
    if (columns == nullptr) return success();
    const state::ArrayView *cut = columns->find(fields::cut.name),
                           *deposit = columns->find(fields::deposit.name),
                           *wetness = columns->find(fields::wetness.name);
    for (const state::ArrayView* field : {cut, deposit, wetness})
        if (field == nullptr || field->components != 1) return success();
    const std::vector<Layer>& layers = in(scene).layers;
    const Setup setup = setupOf(scene);
    for (picture::Terrain& terrain : drawing.picture.terrains) {
        // A side of its own colour has what is coloured by a field.
        if (terrain.grid != setup.grid() || columns->grid != setup.grid() || terrain.side_colour) continue;
        const std::size_t count = terrain.grid.size();
        const Colour own = terrain.colour.front();
        const Colour sediment = mixed(own, {1, 1, 1}, fresh);
        if (terrain.colour.size() == 1) terrain.colour.assign(count, own);
        const double covers = 0.05 * terrain.grid.spacing;
        for (std::size_t k = 0; k < count; ++k) {
            Colour colour = terrain.colour[k];
            // What is under the sediment shows through where there is little.
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
