#include "talus/volume/draw.h"

#include <algorithm>

#include "talus/method/drawing.h"
#include "talus/picture/meshes/frame_mesh.h"
#include "talus/state/mesh.h"
#include "talus/volume/fields.h"
#include "talus/volume/instance.h"
#include "talus/volume/params.h"

namespace talus::volume {
namespace {

/// By how much loose ground is closer to white than firm ground. Chosen by eye.
constexpr float lighter = 0.3f;

}  // namespace

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    const Volume& volume = *in(scene).volume;
    const auto* surface = drawing.find<state::MeshView>(surface_set);
    if (surface == nullptr || surface->count == 0 || !volume.visible) return success();
    const environment::Environment& world = scene.environment;
    const picture::Colour own =
        picture::colourOf(world.materials[environment::materialIndex(world, volume.material)].colour);
    picture::Tint tint = picture::Tint::all(own);
    if (const state::ArrayView* loose = surface->points.find(fields::loose.name);
        loose != nullptr && loose->components == 1) {
        tint.each = picture::Tint::Each::Point;
        tint.colour.assign(surface->points.count, own);
        for (std::size_t p = 0; p < tint.colour.size(); ++p) {
            const float share = lighter * static_cast<float>(std::clamp(loose->value(p), 0.0, 1.0));
            picture::Colour& c = tint.colour[p];
            c = {c.r + share * (1 - c.r), c.g + share * (1 - c.g), c.b + share * (1 - c.b)};
        }
    }
    drawing.picture.meshes.push_back(picture::surfaceMesh(*surface, tint));
    drawing.picture.meshes.back().name = "volume";
    return success();
}

}  // namespace talus::volume
