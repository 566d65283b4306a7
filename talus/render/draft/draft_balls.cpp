#include "talus/render/draft/draft_balls.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace talus::render {
namespace {

std::uint32_t packed(const picture::Colour& colour, float cover) {
    const auto byte = [](float x) {
        // The value is never negative, so this rounds correctly.
        // NOLINTNEXTLINE(bugprone-incorrect-roundings)
        return static_cast<std::uint32_t>(std::clamp(x, 0.0f, 1.0f) * 255 + 0.5f);
    };
    return byte(colour.r) | byte(colour.g) << 8 | byte(colour.b) << 16 | byte(cover) << 24;
}

Float4 ballAt(const Vec3d& centre, double radius, const Focus& focus) {
    const Vec3d p = focus.toShaderUnits(centre);
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z),
            static_cast<float>(radius)};
}

template <class Column>
const auto& valueAt(const Column& column, std::size_t i) {
    return column[column.size() == 1 ? 0 : i];
}

/// Adds balls of any set. @param radius of a ball, in shader units; @param look of a ball
template <class Radius, class Look>
void addBalls(DraftBalls& all, std::span<const Vec3d> centre, const Focus& focus, Radius radius, Look look) {
    all.ball.reserve(all.ball.size() + centre.size());
    all.look.reserve(all.look.size() + centre.size());
    for (std::size_t i = 0; i < centre.size(); ++i) {
        const Float4 ball = ballAt(centre[i], radius(i), focus);
        // A ball beyond the range of float is too far away to be seen.
        if (!std::isfinite(ball[0] + ball[1] + ball[2] + ball[3])) continue;
        all.ball.push_back(ball);
        all.look.push_back(look(i));
    }
}

}  // namespace

DraftBalls draftBalls(const picture::Picture& picture, const Focus& focus) {
    DraftBalls all;
    for (const picture::Spheres& set : picture.spheres)
        addBalls(
            all, set.centre, focus, [&](std::size_t i) { return valueAt(set.radius, i) / focus.radius; },
            [&](std::size_t i) { return packed(valueAt(set.colour, i), 1); });
    for (const picture::Liquid& set : picture.liquids)
        addBalls(
            all, set.centre, focus, [&](std::size_t i) { return valueAt(set.radius, i) / focus.radius; },
            [&](std::size_t i) {
                picture::Colour c = set.tint.empty() ? set.matter.tint : set.tint[i];
                const float foam = set.foam.empty() ? 0 : set.foam[i];
                for (float* part : {&c.r, &c.g, &c.b}) *part += foam * (1 - *part);
                return packed(c, 1);
            });
    for (const picture::Sprites& set : picture.sprites)
        addBalls(
            all, set.centre, focus,
            [&](std::size_t i) {
                return set.pixels > 0 ? -static_cast<double>(set.pixels)
                                      : valueAt(set.radius, i) / focus.radius;
            },
            // Less than solid, so that it is drawn as a puff.
            [&](std::size_t i) {
                return packed(valueAt(set.colour, i), std::min(0.99f, valueAt(set.opacity, i)));
            });
    return all;
}

DraftBalls draftObstacles(const picture::Picture& picture, const Focus& focus, Things things) {
    DraftBalls all;
    for (const picture::Obstacle& obstacle : picture.obstacles) {
        const auto* sphere = std::get_if<geometry::Sphere>(&obstacle.shape);
        if (sphere == nullptr || (obstacle.translucent && things == Things::Solid)) continue;
        const double radius = sphere->radius / focus.radius;
        all.ball.push_back(ballAt(sphere->centre, obstacle.inside ? -radius : radius, focus));
        all.look.push_back(packed(obstacle.colour, 1));
    }
    return all;
}

DraftOrder orderOf(const std::vector<Float4>& balls, const FrameConstants& constants) {
    constexpr float large_pixels =
        24;  // radius; larger points would vanish visibly at the edges of the picture
    constexpr int slices = 256;
    const Float4 &eye = constants.eye, &forward = constants.forward;
    const Float4 &right = constants.right, &up = constants.up;
    const float pixel = constants.picture[3];
    const auto along = [](const Float4& axis, float x, float y, float z) {
        return axis[0] * x + axis[1] * y + axis[2] * z;
    };
    // Of unit length: how far aside of the axis the picture reaches at distance 1.
    const float wide = 1 / right[3], high = 1 / up[3];
    DraftOrder order;
    std::vector<std::uint8_t> slice_of(balls.size());
    std::array<std::uint32_t, slices + 1> start{};
    constexpr int unseen = 255;
    const float scale = static_cast<float>(slices - 1) / 8;  // slices in a factor of two of the distance: 32
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const auto& b = balls[i];
        const float x = b[0] - eye[0], y = b[1] - eye[1], z = b[2] - eye[2];
        const float ahead = along(forward, x, y, z), radius = std::max(0.0f, b[3]);
        slice_of[i] = unseen;
        if (ahead <= eye[3]) continue;
        const float aside = std::abs(along(right, x, y, z)) * right[3],
                    above = std::abs(along(up, x, y, z)) * up[3];
        if (aside > wide * ahead + 2 * radius || above > high * ahead + 2 * radius) continue;
        if (radius > large_pixels * pixel * ahead) {
            order.large.push_back(static_cast<std::uint32_t>(i));
            continue;
        }
        // From 1/16 to 16 times the focus radius; what is nearer or farther is not sorted.
        const float place = std::clamp((std::log2(ahead) + 4) * scale, 0.0f, static_cast<float>(unseen - 1));
        slice_of[i] = static_cast<std::uint8_t>(place);
        ++start[slice_of[i] + std::size_t{1}];
    }
    for (std::size_t s = 0; s < slices; ++s) start[s + 1] += start[s];
    order.points.resize(start[unseen]);
    for (std::size_t i = 0; i < balls.size(); ++i)
        if (slice_of[i] != unseen) order.points[start[slice_of[i]]++] = static_cast<std::uint32_t>(i);
    return order;
}

}  // namespace talus::render
