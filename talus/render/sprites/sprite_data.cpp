#include "talus/render/sprites/sprite_data.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <tuple>

#include "talus/core/rng.h"

namespace talus::render {
namespace {

constexpr std::uint32_t puff_purpose = 0x50554646u;  // distinguishes these random numbers from others
constexpr double min_radius_pixels = 1.2;   ///< smaller sprites are drawn with this radius, but fainter
constexpr double min_distance_radii = 0.5;  ///< sprites nearer to the eye are not drawn; in radii
constexpr float min_opacity = 1.0f / 2048;  ///< less is not visible

/// A sprite of any set, in shader units.
struct SortedSprite {
    Vec3d centre, streak;
    double radius;
    float ahead;
    std::uint32_t id, set, index;
    float opacity, emission;
    const picture::Sprites* of;
};

template <class Column>
auto valueAt(const Column& column, std::size_t i) {
    return column[column.size() == 1 ? 0 : i];
}

/// All sprites, from the nearest to the farthest. If sprites have ids, the result does not depend on their
/// order within a set.
std::vector<SortedSprite> sorted(const picture::Picture& picture, const Focus& focus) {
    const Vec3d eye = focus.toShaderUnits(picture.camera.position), forward = axesOf(picture.camera).forward;
    std::vector<SortedSprite> all;
    for (std::size_t s = 0; s < picture.sprites.size(); ++s) {
        const picture::Sprites& set = picture.sprites[s];
        for (std::size_t i = 0; i < set.centre.size(); ++i) {
            const Vec3d streak = set.streak.empty() ? Vec3d{} : set.streak[i] / focus.radius;
            const Vec3d centre = focus.toShaderUnits(set.centre[i]) - 0.5 * streak;
            SortedSprite sprite{centre,
                                streak,
                                valueAt(set.radius, i) / focus.radius,
                                float(dot(centre - eye, forward)),
                                set.id.empty() ? std::uint32_t(i) : set.id[i],
                                std::uint32_t(s),
                                std::uint32_t(i),
                                valueAt(set.opacity, i),
                                valueAt(set.emission, i),
                                &set};
            const double reach =
                squaredLength(centre) + squaredLength(streak) + sprite.radius * sprite.radius;
            // Sprites beyond the range of float are too far away to be seen.
            if (sprite.opacity >= min_opacity && reach < 1e30) all.push_back(sprite);
        }
    }
    std::sort(all.begin(), all.end(), [](const SortedSprite& a, const SortedSprite& b) {
        return std::tie(a.ahead, a.id, a.set, a.index) < std::tie(b.ahead, b.id, b.set, b.index);
    });
    return all;
}

/// The mean of the profile (1 - r^2)^2 over the disc.
constexpr double mean_of_profile = 1.0 / 3;

std::vector<Puff> puffsOf(const std::vector<SortedSprite>& all) {
    std::vector<Puff> puffs;
    puffs.reserve(all.size());
    for (const SortedSprite& sprite : all) {
        const double depth = -std::log(1 - std::min(0.98, double(sprite.opacity * (1 - sprite.emission))));
        const double radius = sprite.of->pixels > 0 ? 0 : sprite.radius;
        puffs.push_back(
            {sprite.centre, radius, depth * mean_of_profile * std::numbers::pi * radius * radius});
    }
    return puffs;
}

/// The share of sunlight that solid things let through to a puff: the mean of a few samples of the shadow map
/// across the puff.
double sunlit(const ShadowMap& sun, const Matrix4& light_from_world, const Vec3d& p, double radius,
              double width) {
    if (sun.depth.empty()) return 1;
    constexpr int samples = 8;
    const auto row = [&](std::size_t r) {
        return double(light_from_world[0][r]) * p.x + double(light_from_world[1][r]) * p.y +
               double(light_from_world[2][r]) * p.z + double(light_from_world[3][r]);
    };
    const double x = row(0), y = row(1), z = row(2);
    int lit = 0;
    for (int k = 0; k < samples; ++k) {
        const double far = 0.8 * radius / width * std::sqrt((k + 0.5) / samples), turn = 2.3999632 * k;
        const double u = (x + far * std::cos(turn)) * sun.texels, v = (y + far * std::sin(turn)) * sun.texels;
        if (!(u >= 0 && v >= 0 && u < sun.texels && v < sun.texels)) {
            ++lit;
            continue;
        }
        lit += double(sun.depth[std::size_t(v) * std::size_t(sun.texels) + std::size_t(u)]) >= z;
    }
    return double(lit) / samples;
}

/// The share of light that reaches an optical depth. Light that is scattered many times reaches deeper than
/// exp(-depth), so a second term decays more slowly; after Wrenninge, Kulla and Lundqvist 2013, "Oz: the
/// great and volumetric".
double scattered(double depth) { return 0.65 * std::exp(-depth) + 0.35 * std::exp(-0.2 * depth); }

/// The position of a point in the picture, in pixels from the lower left, and its distance ahead.
struct PixelPosition {
    double x, y, ahead;
};
class Projection {
  public:
    Projection(const picture::Picture& picture, const Focus& focus, const DrawSize& size)
        : eye_(focus.toShaderUnits(picture.camera.position)),
          axes_(axesOf(picture.camera)),
          per_slope_(0.5 * size.height / std::tan(0.5 * picture.camera.fov)),
          middle_{0.5 * size.width, 0.5 * size.height, 0} {}

    PixelPosition project(const Vec3d& point) const {
        const Vec3d v = point - eye_;
        const double ahead = dot(v, axes_.forward);
        return {middle_.x + per_slope_ * dot(v, axes_.right) / ahead,
                middle_.y + per_slope_ * dot(v, axes_.up) / ahead, ahead};
    }
    double pixels(double length, double ahead) const { return per_slope_ * length / ahead; }

  private:
    Vec3d eye_;
    picture::CameraAxes axes_;
    double per_slope_;
    Vec3d middle_;
};

/// The item for a sprite, without light. Empty if the sprite is not visible.
std::optional<SpriteItem> shown(const SortedSprite& sprite, const Projection& projection, double near) {
    const picture::Sprites& set = *sprite.of;
    PixelPosition middle = projection.project(sprite.centre),
                  from = projection.project(sprite.centre - 0.5 * sprite.streak),
                  to = projection.project(sprite.centre + 0.5 * sprite.streak);
    if (!(middle.ahead > near)) return std::nullopt;
    if (!(from.ahead > near && to.ahead > near)) from = to = middle;
    double radius =
        set.pixels > 0 ? 0.5 * double(set.pixels) : projection.pixels(sprite.radius, middle.ahead);
    double seen = double(sprite.opacity);
    if (set.pixels > 0) {
        radius += 0.5;  // half a pixel for its soft edge
    } else {
        // A puff fades out as the eye comes close to it.
        seen *= std::clamp((middle.ahead / sprite.radius - min_distance_radii) / 1.5, 0.0, 1.0);
        if (radius < min_radius_pixels) {
            const bool is_line = std::hypot(to.x - from.x, to.y - from.y) > 2 * min_radius_pixels;
            seen *= is_line ? radius / min_radius_pixels
                            : radius * radius / (min_radius_pixels * min_radius_pixels);
            radius = min_radius_pixels;
        }
    }
    if (!(seen >= double(min_opacity))) return std::nullopt;
    const auto draw = philox({sprite.id, 0, 0, 0}, {0, puff_purpose});
    const picture::Colour c = valueAt(set.colour, sprite.index);
    SpriteItem item{};
    item.position = {float(0.5 * (from.x + to.x)), float(0.5 * (from.y + to.y)), float(1 / radius),
                     float(middle.ahead)};
    item.shape = {float(0.5 * (to.x - from.x)), float(0.5 * (to.y - from.y)), float(sprite.radius),
                  set.pixels > 0 ? 1.0f : 0.0f};
    item.matter = {picture::linearFromSrgb(c.r), picture::linearFromSrgb(c.g), picture::linearFromSrgb(c.b),
                   float(seen)};
    item.light = {1, 1, 1, 1 - sprite.emission};
    item.pattern = {float(draw[0] >> 8) * 0x1.0p-24f, float(draw[1] >> 8) * 0x1.0p-24f,
                    set.pixels > 0 ? 0 : set.texture, sprite.emission * set.brightness};
    return item;
}

/// Calls visit(tile) for each tile that the sprite overlaps, and for a few tiles that it only comes near to.
template <class Visit>
void forEachTile(const SpriteItem& item, const DrawSize& size, int tile, int across, Visit&& visit) {
    const double x = double(item.position[0]), y = double(item.position[1]),
                 radius = 1 / double(item.position[2]);
    const double sx = double(item.shape[0]), sy = double(item.shape[1]), length2 = sx * sx + sy * sy;
    const auto number = [&](double pixel, int pixels) {
        return int(std::clamp(pixel, 0.0, double(pixels - 1))) / tile;
    };
    const double wide = radius + std::abs(sx), high = radius + std::abs(sy);
    if (x + wide < 0 || y + high < 0 || x - wide > size.width || y - high > size.height) return;
    const double reach = radius + tile * std::numbers::sqrt2 / 2;
    for (int b = number(y - high, size.height); b <= number(y + high, size.height); ++b)
        for (int a = number(x - wide, size.width); a <= number(x + wide, size.width); ++a) {
            double dx = (a + 0.5) * tile - x, dy = (b + 0.5) * tile - y;
            if (length2 > 0) {
                const double along = std::clamp((dx * sx + dy * sy) / length2, -1.0, 1.0);
                dx -= along * sx;
                dy -= along * sy;
            }
            if (dx * dx + dy * dy <= reach * reach)
                visit(std::size_t(b) * std::size_t(across) + std::size_t(a));
        }
}

void fillTiles(SpriteData& data, const DrawSize& size) {
    constexpr std::size_t max_listed = 30'000'000;
    for (data.tile = 16;; data.tile *= 2) {
        data.across = (size.width + data.tile - 1) / data.tile;
        const int up = (size.height + data.tile - 1) / data.tile;
        data.first.assign(std::size_t(data.across) * std::size_t(up) + 1, 0);
        std::size_t listed = 0;
        for (const SpriteItem& item : data.items)
            forEachTile(item, size, data.tile, data.across, [&](std::size_t tile) {
                ++data.first[tile + 1];
                ++listed;
            });
        if (listed <= max_listed || data.tile >= 128) break;
    }
    for (std::size_t k = 1; k < data.first.size(); ++k) data.first[k] += data.first[k - 1];
    data.listed.resize(data.first.back());
    std::vector<std::uint32_t> next(data.first.begin(), data.first.end() - 1);
    for (std::size_t i = 0; i < data.items.size(); ++i)
        forEachTile(data.items[i], size, data.tile, data.across,
                    [&](std::size_t tile) { data.listed[next[tile]++] = std::uint32_t(i); });
}

}  // namespace

bool hasSprites(const picture::Picture& picture) {
    return std::any_of(picture.sprites.begin(), picture.sprites.end(),
                       [](const picture::Sprites& set) { return !set.centre.empty(); });
}

SpriteData spriteData(const picture::Picture& picture, const Focus& focus, const FrameConstants& constants,
                      const DrawSize& size, const ShadowMap& sun) {
    const std::vector<SortedSprite> all = sorted(picture, focus);
    const std::vector<Puff> puffs = puffsOf(all);
    const Vec3d to_sun = normalized(picture.light.to_sun);
    SpriteData data{Cloud(puffs, to_sun), {}, {}, {}, 16, 0};
    const Cloud to_sky(puffs, {0, 0, 1});
    const Projection projection(picture, focus, size);
    for (const SortedSprite& sprite : all) {
        auto item = shown(sprite, projection, double(constants.eye[3]));
        if (!item) continue;
        const double sunlit_share = sunlit(sun, constants.light_from_world, sprite.centre, sprite.radius,
                                           double(constants.shadow[0]));
        constexpr double within = 0.6;  // of the radius; most of the light of a puff comes from there
        const Vec3d aside = within * sprite.radius * to_sun;
        item->light[0] = float(sunlit_share * scattered(data.to_sun.depthAt(sprite.centre + aside)));
        item->light[1] = float(sunlit_share * scattered(data.to_sun.depthAt(sprite.centre - aside)));
        item->light[2] = float(
            0.4 + 0.6 * scattered(to_sky.depthAt(sprite.centre)));  // some skylight comes from the sides
        data.items.push_back(*item);
    }
    fillTiles(data, size);
    return data;
}

}  // namespace talus::render
