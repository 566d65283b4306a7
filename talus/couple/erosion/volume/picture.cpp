#include "talus/couple/erosion/volume/picture.h"

#include <algorithm>
#include <unordered_map>

#include "talus/couple/erosion/setup.h"
#include "talus/method/drawing.h"
#include "talus/picture/appearance.h"
#include "talus/state/mesh.h"
#include "talus/volume/fields.h"
#include "talus/volume/instance.h"

namespace talus::couple::erosion {
namespace {

using picture::Colour;

/// By how much loose ground is lighter and wet ground is darker, and the distance from the water from which
/// on ground is dry, in spacings. Chosen by eye.
constexpr float lighter = 0.18f, darker = 0.35f;
constexpr double wet_reach = 1.3;

Colour mixed(const Colour& a, const Colour& b, float share) {
    return {a.r + share * (b.r - a.r), a.g + share * (b.g - a.g), a.b + share * (b.b - a.b)};
}

/// Wetness at a position, from the distance to the nearest particle of water.
class Wet {
  public:
    Wet(const state::PointsView& water, double reach) : water_(water), reach_(reach) {
        for (std::size_t i = 0; i < water.count; ++i)
            near_[key(cell(water.at(i)))].push_back(static_cast<std::uint32_t>(i));
    }
    /// 1 within half the reach of a particle, then falls linearly to 0 at the reach.
    float operator()(const Vec3d& p) const {
        const auto [x, y, z] = cell(p);
        double nearest = reach_;
        for (std::int64_t c = 0; c < 27; ++c) {
            const auto found = near_.find(key({x + c % 3 - 1, y + c / 3 % 3 - 1, z + c / 9 - 1}));
            if (found == near_.end()) continue;
            for (const std::uint32_t i : found->second) nearest = std::min(nearest, length(water_.at(i) - p));
        }
        return static_cast<float>(std::min(1.0, 2 * (1 - nearest / reach_)));
    }

  private:
    using Cell = std::array<std::int64_t, 3>;
    Cell cell(const Vec3d& p) const {
        const auto along = [&](double x) { return static_cast<std::int64_t>(std::floor(x / reach_)); };
        return {along(p.x), along(p.y), along(p.z)};
    }
    static std::uint64_t key(const Cell& c) {
        std::uint64_t k = 0;
        for (const std::int64_t part : c) k = k << 21 | (static_cast<std::uint64_t>(part) & 0x1fffff);
        return k;
    }
    const state::PointsView& water_;
    double reach_;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> near_;
};

}  // namespace

Status drawVolume(const method::Scene& scene, method::Drawing& drawing) {
    const auto* surface = drawing.find<state::MeshView>(volume::surface_set);
    if (surface == nullptr) return success();
    const auto drawn = std::find_if(
        drawing.picture.meshes.begin(), drawing.picture.meshes.end(),
        [&](const picture::Mesh& mesh) { return mesh.position.size() == surface->points.count; });
    if (drawn == drawing.picture.meshes.end()) return success();
    const Setup setup = setupOf(scene);
    const std::vector<Layer>& layers = in(scene).layers;
    const environment::Environment& world = scene.environment;
    const Colour own =
        picture::colourOf(world.materials[environment::materialIndex(world, setup.volume->material)].colour);
    const state::ArrayView* loose = surface->points.find(volume::fields::loose.name);
    const auto* water = drawing.find<state::PointsView>("water");
    const std::optional<Wet> wet = water != nullptr
                                       ? std::optional<Wet>(std::in_place, *water, wet_reach * setup.spacing)
                                       : std::nullopt;
    drawn->colour.resize(surface->points.count);
    for (std::size_t p = 0; p < drawn->colour.size(); ++p) {
        const Vec3d position = surface->points.at(p);
        const std::size_t layer = setup.layers.top(position.z, 0, 0).layer;
        Colour colour =
            layer <= layers.size() && layer > 0 ? picture::colourOf(layers[layer - 1].colour) : own;
        if (loose != nullptr && loose->components == 1)
            colour = mixed(colour, mixed(own, {1, 1, 1}, lighter),
                           static_cast<float>(std::clamp(loose->value(p), 0.0, 1.0)));
        drawn->colour[p] = wet ? mixed(colour, {0, 0, 0}, darker * (*wet)(position)) : colour;
    }
    return success();
}

}  // namespace talus::couple::erosion
