#include "talus/run/picture/picture_passes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/hash.h"

namespace talus::run {
namespace {

using Kind = render::Thing::Kind;
using Type = io::PassChannel::Type;

std::string nameOf(const picture::Picture& picture, const render::Thing& thing) {
    std::string name;
    switch (thing.kind) {
        case Kind::Nothing: break;
        case Kind::Sphere: name = picture.spheres[thing.set].name; break;
        case Kind::Liquid: name = picture.liquids[thing.set].name; break;
        case Kind::Mesh: name = picture.meshes[thing.set].name; break;
        case Kind::Terrain: name = picture.terrains[thing.set].name; break;
        case Kind::Obstacle: name = picture.obstacles[thing.set].name; break;
    }
    return name.empty() ? "object" : name;
}

/// The shares of the corners of a triangle at a point of its plane.
Vec3d sharesAt(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const Vec3d n = cross(b - a, c - a);
    const double area = squaredLength(n);
    if (!(area > 0)) return {1, 0, 0};
    const double u = dot(cross(c - b, p - b), n) / area, v = dot(cross(a - c, p - c), n) / area;
    return {u, v, 1 - u - v};
}

/// Where a visible point was in the frame before. A ball carries its points along without turning.
Vec3d before(const picture::Picture& picture, const EarlierPositions& earlier, const render::Thing& thing,
             const Vec3d& point) {
    switch (thing.kind) {
        case Kind::Sphere:
            return point +
                   (earlier.spheres[thing.set][thing.item] - picture.spheres[thing.set].centre[thing.item]);
        case Kind::Liquid:
            return point +
                   (earlier.liquids[thing.set][thing.item] - picture.liquids[thing.set].centre[thing.item]);
        case Kind::Mesh: {
            const picture::Mesh& mesh = picture.meshes[thing.set];
            const auto& [a, b, c] = mesh.triangle[thing.item];
            const Vec3d s = sharesAt(point, mesh.position[a], mesh.position[b], mesh.position[c]);
            const std::vector<Vec3d>& old = earlier.meshes[thing.set];
            return old[a] * s.x + old[b] * s.y + old[c] * s.z;
        }
        case Kind::Obstacle: return point - earlier.obstacle_shift[thing.set];
        case Kind::Terrain:
        case Kind::Nothing: break;
    }
    return point;
}

/// The two channels of motion.
void addMotion(io::PassImage& passes, const picture::Picture& picture, const render::PixelData& data,
               const EarlierPositions* earlier) {
    io::PassChannel x{"motion.X", Type::Float, std::vector<float>(data.depth.size())};
    io::PassChannel y{"motion.Y", Type::Float, std::vector<float>(data.depth.size())};
    const picture::Camera& camera = picture.camera;
    const picture::CameraAxes axes = axesOf(camera);
    const double slope = 2 * std::tan(0.5 * camera.fov) / data.height;
    const double far = 1e6 * length(camera.target - camera.position);  // of the background
    for (int row = 0; row < data.height && earlier != nullptr; ++row)
        for (int column = 0; column < data.width; ++column) {
            const auto i = static_cast<std::size_t>(row) * static_cast<std::size_t>(data.width) +
                           static_cast<std::size_t>(column);
            const double ahead = std::isfinite(data.depth[i]) ? static_cast<double>(data.depth[i]) : far;
            const double right = (column + 0.5 - 0.5 * data.width) * slope,
                         down = (row + 0.5 - 0.5 * data.height) * slope;
            const Vec3d point =
                camera.position + (axes.forward + axes.right * right - axes.up * down) * ahead;
            const auto was = picture::project(earlier->camera, data.width, data.height,
                                              before(picture, *earlier, data.thing[i], point));
            if (!(was.depth > 0)) continue;  // it was behind the camera
            x.values[i] = static_cast<float>(column + 0.5 - was.x);
            y.values[i] = static_cast<float>(row + 0.5 - was.y);
        }
    passes.channels.push_back(std::move(x));
    passes.channels.push_back(std::move(y));
}

/// Programs that compose pictures expect colours that are multiplied with alpha, as those of `light` are.
void addColours(io::PassImage& passes, const render::LightImage& light) {
    const std::size_t count = light.rgb.size() / 3;
    for (std::size_t c = 0; c < 3; ++c) {
        io::PassChannel channel{std::string(1, "RGB"[c]), Type::Half, std::vector<float>(count)};
        for (std::size_t p = 0; p < count; ++p) channel.values[p] = light.rgb[3 * p + c];
        passes.channels.push_back(std::move(channel));
    }
    passes.channels.push_back(
        {"A", Type::Half, light.alpha.empty() ? std::vector<float>(count, 1) : light.alpha});
}

void addObjects(io::PassImage& passes, const picture::Picture& picture, const render::PixelData& data) {
    io::PassChannel channel{"objectId", Type::Uint, {}, std::vector<std::uint32_t>(data.thing.size())};
    std::map<std::pair<Kind, std::size_t>, std::uint32_t> number_of;
    for (std::size_t i = 0; i < data.thing.size(); ++i) {
        const render::Thing& thing = data.thing[i];
        if (thing.kind == Kind::Nothing) continue;
        const auto [at, is_new] = number_of.try_emplace({thing.kind, thing.set}, 0);
        if (is_new) {
            const std::string name = nameOf(picture, thing);
            at->second = passes.objects[name] = objectNumber(name);
        }
        channel.numbers[i] = at->second;
    }
    passes.channels.push_back(std::move(channel));
}

}  // namespace

Result<Passes> parsePasses(const std::string& text) {
    Passes passes;
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string name = text.substr(from, comma - from);
        bool* pass = name == "depth"    ? &passes.depth
                     : name == "normal" ? &passes.normal
                     : name == "motion" ? &passes.motion
                     : name == "object" ? &passes.object
                                        : nullptr;
        if (pass == nullptr)
            return Error{ErrorKind::Input,
                         fmt::format("there is no pass '{}'; there are: depth, normal, motion, object; give "
                                     "several as in depth,motion",
                                     name)};
        *pass = true;
        from = comma + 1;
    }
    return passes;
}

std::uint32_t objectNumber(const std::string& name) {
    Hasher hasher;
    hasher.add(name.data(), name.size());
    const auto number = static_cast<std::uint32_t>(hasher.value());
    return number == 0 ? 1 : number;
}

io::PassImage passesOf(const picture::Picture& picture, const render::LightImage& light,
                       const render::PixelData& data, const EarlierPositions* earlier, const Passes& passes) {
    io::PassImage made;
    made.width = data.width;
    made.height = data.height;
    addColours(made, light);
    if (passes.depth) made.channels.push_back({"Z", Type::Float, data.depth});
    for (std::size_t c = 0; c < 3 && passes.normal; ++c) {
        io::PassChannel channel{std::string("N.") + "XYZ"[c], Type::Half,
                                std::vector<float>(data.normal.size())};
        for (std::size_t i = 0; i < data.normal.size(); ++i) channel.values[i] = data.normal[i][c];
        made.channels.push_back(std::move(channel));
    }
    if (passes.motion) addMotion(made, picture, data, earlier);
    if (passes.object) addObjects(made, picture, data);
    return made;
}

}  // namespace talus::run
