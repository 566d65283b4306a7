#include "talus/render/passes/thing_pass.h"

#include <algorithm>
#include <cmath>

namespace talus::render {
namespace {

using Owner = SceneData::Owner;

/// The thing that element `index` of a list belongs to.
Thing thingAt(const std::vector<Owner>& owners, std::size_t index, std::size_t corners_per_item) {
    const auto after = std::upper_bound(owners.begin(), owners.end(), index * corners_per_item,
                                        [](std::size_t at, const Owner& owner) { return at < owner.first; });
    const Owner& owner = *(after - 1);
    return {owner.kind, owner.set, index - owner.first / corners_per_item};
}

/// The thing of a number of GeometryPass::thing().
Thing thingOf(const SceneData& data, std::uint32_t number) {
    if (number == 0) return {};
    std::size_t index = number - 1;
    if (index < data.balls.size()) return thingAt(data.ball_owners, index, 1);
    index -= data.balls.size();
    if (index < data.planes.size()) return thingAt(data.plane_owners, index, 1);
    index -= data.planes.size();
    if (index < data.solid.size() / 3) return thingAt(data.solid_owners, index, 3);
    index -= data.solid.size() / 3;
    if (index < data.terrains.size()) return {Thing::Kind::Terrain, index, 0};
    return thingAt(data.front_only_owners, index - data.terrains.size(), 3);
}

/// The inverse of `octahedral` in shaders/common.h.
std::array<float, 3> fromOctahedral(std::uint16_t a, std::uint16_t b) {
    const float x = static_cast<float>(a) / 32767.5f - 1, y = static_cast<float>(b) / 32767.5f - 1;
    Vec3d n{x, y, 1 - std::abs(x) - std::abs(y)};
    if (n.z < 0) n = {(1 - std::abs(y)) * (x >= 0 ? 1 : -1), (1 - std::abs(x)) * (y >= 0 ? 1 : -1), n.z};
    n = normalized(n);
    return {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)};
}

template <class Value>
std::vector<Value> texels(GLuint texture, std::size_t count, GLenum format, GLenum type) {
    std::vector<Value> values(count);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(texture, 0, format, type, GLsizei(count * sizeof(Value)), values.data());
    return values;
}

}  // namespace

picture::Picture withoutLiquids(const picture::Picture& picture) {
    picture::Picture solid = picture;
    for (const picture::Liquid& liquid : picture.liquids) {
        picture::Spheres balls;
        balls.centre = liquid.centre;
        balls.radius = liquid.radius;
        balls.colour = {liquid.matter.tint};
        balls.grain = 0;
        balls.name = liquid.name;
        solid.spheres.push_back(std::move(balls));
    }
    solid.liquids.clear();
    solid.sprites.clear();
    return solid;
}

Result<ThingPass> ThingPass::create(const DrawSize& size) {
    auto hidden = HiddenPass::create(size);
    if (!hidden.ok()) return hidden.error();
    auto geometry = GeometryPass::create(size, true);
    if (!geometry.ok()) return geometry.error();
    return ThingPass(size, std::move(*hidden), std::move(*geometry));
}

PixelData ThingPass::draw(const SceneData& data, const FrameConstants& constants, const Focus& focus,
                          std::size_t sphere_sets) const {
    const SceneBuffers scene = upload(data);
    const gl::Buffer frame = gl::makeBuffer(&constants, sizeof constants);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.name());
    hidden_.draw(scene);
    geometry_.draw(scene, hidden_);
    const std::size_t count = std::size_t(size_.width) * std::size_t(size_.height);
    const auto depth = texels<float>(geometry_.depth(), count, GL_DEPTH_COMPONENT, GL_FLOAT);
    const auto shape =
        texels<std::array<std::uint16_t, 4>>(geometry_.shape(), count, GL_RGBA, GL_UNSIGNED_SHORT);
    const auto number = texels<std::uint32_t>(geometry_.thing(), count, GL_RED_INTEGER, GL_UNSIGNED_INT);

    PixelData pixels{size_.width, size_.height,
                     std::vector<float>(count, std::numeric_limits<float>::infinity()),
                     std::vector<std::array<float, 3>>(count), std::vector<Thing>(count)};
    const double near = constants.eye[3] * focus.radius;
    for (int y = 0; y < size_.height; ++y)
        for (int x = 0; x < size_.width; ++x) {
            const std::size_t from =
                std::size_t(size_.height - 1 - y) * std::size_t(size_.width) + std::size_t(x);
            const std::size_t to = std::size_t(y) * std::size_t(size_.width) + std::size_t(x);
            if (!(depth[from] > 0)) continue;
            pixels.depth[to] = static_cast<float>(near / depth[from]);
            pixels.normal[to] = fromOctahedral(shape[from][0], shape[from][1]);
            Thing& thing = pixels.thing[to];
            thing = thingOf(data, number[from]);
            if (thing.kind == Thing::Kind::Sphere && thing.set >= sphere_sets)
                thing = {Thing::Kind::Liquid, thing.set - sphere_sets, thing.item};
        }
    return pixels;
}

}  // namespace talus::render
