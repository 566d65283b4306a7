#include "talus/render/liquid/liquid_data.h"

#include <algorithm>
#include <cmath>

#include "talus/core/rng.h"
#include "talus/render/liquid/neighbour_counts.h"

namespace talus::render {
namespace {

constexpr std::uint32_t froth_purpose = 0x46524f54u;  // distinguishes these random numbers from others

// Lengths below are in radii of a ball with the volume of a particle. On a lattice the spacing is 1.61 radii.
/// Side of a cell. It is 1.24 spacings, so that cells inside a liquid always contain points.
constexpr double cell_radii = 2.0;
/// Balls of the surface leave no holes on a square lattice, which needs 0.707 spacings.
constexpr double surface_ball_radii = 1.25;
constexpr std::uint32_t inside_count = 40;  ///< of about 52 points that 27 cells contain inside a liquid
constexpr double foam_of_mean = 2.2;  ///< raises the mean, which neighbours below the surface lower; by eye
/// The number of points around a particle in spray, itself included, and at the edge of a sheet.
constexpr double spray_neighbours = 1, sheet_neighbours = 10;
constexpr double spray_radii = 0.7;  ///< spray is drawn smaller than the balls of a surface; by eye

// How far the surface continues behind the sides of a tank. By eye. The filter reaches 4 radii perpendicular
// to the direction of view, and farther along a surface that is seen at a grazing angle, as it is at near
// sides.
constexpr double image_radii = 5, near_image_radii = 13;
/// Particles nearer to a side touch it: 0.9 spacings. The first layer rests half a spacing from the side.
constexpr double touching_radii = 1.45;
constexpr double side_disc_share = 0.82;  ///< keeps the discs on a side below the smoothed surface; by eye
/// Discs of particles inside the liquid, where there is no outline. They leave no holes.
constexpr double inner_disc_radii = 1.6;

/// Absorption and scattering of a layer, in 1/m. Absorption is chosen such that an opaque layer has the
/// reflectance R of `tint`: K / S = (1 - R)^2 / 2R (Kubelka and Munk 1931, "Ein Beitrag zur Optik der
/// Farbanstriche").
Float4 matterOf(const Vec3d& absorption, double scattering, const picture::Colour& tint) {
    const auto absorbed = [&](double own, float shown) {
        const double r = std::max(1e-3, double(picture::linearFromSrgb(shown)));
        return float(own + scattering * (1 - r) * (1 - r) / (2 * r));
    };
    return {absorbed(absorption.x, tint.r), absorbed(absorption.y, tint.g), absorbed(absorption.z, tint.b),
            float(scattering)};
}

double meanRadius(const picture::Liquid& liquid) {
    double sum = 0;
    for (const double r : liquid.radius) sum += r;
    return sum / double(liquid.radius.size());
}

bool isFinite(const Float4& v) { return std::isfinite(v[0] + v[1] + v[2] + v[3]); }

Float4 ballAt(const Vec3d& centre, double radius) {
    return {float(centre.x), float(centre.y), float(centre.z), float(radius)};
}

/// The number of the tank that each particle is in; 0: none.
std::vector<std::uint32_t> tanksOf(std::span<const Vec3d> positions, const TanksView& tanks,
                                   double tolerance) {
    std::vector<std::uint32_t> in(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) in[i] = tanks.tankAt(positions[i], tolerance);
    return in;
}

/// The neighbour counts of particles, as if the liquid continued behind the sides of its tank.
NeighbourCounts neighbourCountsIn(std::span<const Vec3d> positions, std::span<const std::uint32_t> in,
                                  const TanksView& tanks, double radius) {
    std::vector<Vec3d> all(positions.begin(), positions.end());
    const double reach = 2 * cell_radii * radius;  // a cell and its neighbour
    for (std::size_t i = 0; i < positions.size(); ++i)
        tanks.addImages(all, positions[i], in[i], reach, reach);
    return neighbourCounts(all, cell_radii * radius);
}

/// Adds a ball of the surface, and its mirror images behind the sides of its tank. With the images the
/// surface continues behind the sides while it is smoothed.
/// @param below_eye whether the ball is lower than the eye. Otherwise it gets no images behind near sides: an
/// eye below the surface would see them before the ball
void addSurfaceBalls(LiquidData& data, const Vec3d& position, double drawn, const SurfaceCode& code,
                     const TanksView& tanks, double radius, bool below_eye) {
    std::vector<Vec3d> positions{position};
    tanks.addImages(positions, position, code.tank, image_radii * radius,
                    below_eye ? near_image_radii * radius : 0);
    for (const Vec3d& p : positions) {
        data.surface_balls.push_back(ballAt(p, drawn));
        data.surface_codes.push_back(code.bits());
    }
}

/// Adds discs where a ball touches sides of its tank that the eye looks through.
void addSideDiscs(LiquidData& data, const Vec3d& position, double drawn, SurfaceCode code,
                  const TanksView& tanks, double radius) {
    std::vector<TanksView::SidePoint> projections;
    tanks.addProjections(projections, position, code.tank, touching_radii * radius);
    for (const TanksView::SidePoint& projection : projections) {
        code.face = projection.face;
        data.side_discs.push_back(ballAt(projection.position, drawn));
        data.side_disc_codes.push_back(code.bits());
    }
}

/// Adds the particles of a liquid.
void add(LiquidData& data, const picture::Liquid& liquid, const Focus& focus, const TanksView& tanks,
         const Vec3d& eye) {
    const picture::LiquidMatter& own = liquid.matter;
    const auto liquid_index = std::uint32_t(data.optics.size());
    data.optics.push_back({own.refractive_index, own.roughness, 0, 0});
    std::vector<Vec3d> positions(liquid.centre.size());
    for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = focus.toShaderUnits(liquid.centre[i]);
    const double mean = meanRadius(liquid) / focus.radius;
    const std::vector<std::uint32_t> in = tanksOf(positions, tanks, mean);
    const NeighbourCounts counts = neighbourCountsIn(positions, in, tanks, mean);
    // Foam is averaged: a single foaming particle is hardly visible, and many together leave no gaps.
    std::vector<float> foam;
    if (!liquid.foam.empty()) foam = meanOverNeighbours(positions, liquid.foam, cell_radii * mean);
    const auto scale = float(focus.radius);
    const Float4 for_all = matterOf(own.absorption, double(own.scattering), own.tint);
    const bool varies = !liquid.scattering.empty() || !liquid.tint.empty();
    for (std::size_t i = 0; i < liquid.centre.size(); ++i) {
        const double radius = liquid.radius[liquid.radius.size() == 1 ? 0 : i] / focus.radius;
        const Float4 ball = ballAt(positions[i], radius);
        // Particles beyond the range of float are too far away to be seen.
        if (!isFinite(ball)) continue;
        Float4 matter = for_all;
        if (varies)
            matter = matterOf(own.absorption,
                              double(liquid.scattering.empty() ? own.scattering : liquid.scattering[i]),
                              liquid.tint.empty() ? own.tint : liquid.tint[i]);
        for (float& m : matter) m *= scale;
        data.balls.push_back(ball);
        data.matter.push_back(matter);
        const std::uint32_t around = counts.around[i];
        const bool at_surface = !counts.inside[i] || around < inside_count;
        const double share =
            std::clamp((around - spray_neighbours) / (sheet_neighbours - spray_neighbours), 0.0, 1.0);
        const double drawn = (spray_radii + (surface_ball_radii - spray_radii) * share) * radius;
        const SurfaceCode code{liquid_index, 0, in[i]};
        if (at_surface) addSurfaceBalls(data, positions[i], drawn, code, tanks, mean, eye.z > positions[i].z);
        addSideDiscs(data, positions[i], at_surface ? side_disc_share * drawn : inner_disc_radii * radius,
                     code, tanks, mean);
        const float own_foam =
            foam.empty() ? 0 : std::min(1.0f, foam[i] * float(1 + (foam_of_mean - 1) * share));
        if (own_foam > 0.01f) {  // less is not visible
            const std::uint32_t id = liquid.id.empty() ? std::uint32_t(i) : liquid.id[i];
            data.froth.push_back({ball, own_foam, philox({id, 0, 0, 0}, {0, froth_purpose})[0]});
        }
    }
}

}  // namespace

bool hasLiquids(const picture::Picture& picture) {
    return std::any_of(picture.liquids.begin(), picture.liquids.end(),
                       [](const picture::Liquid& liquid) { return !liquid.centre.empty(); });
}

LiquidData liquidData(const picture::Picture& picture, const Focus& focus) {
    LiquidData data;
    const Vec3d eye = focus.toShaderUnits(picture.camera.position);
    const TanksView tanks(picture.tanks, focus, eye);
    data.tanks = tanks.items();
    for (const picture::Liquid& liquid : picture.liquids)
        if (!liquid.centre.empty()) add(data, liquid, focus, tanks, eye);
    for (const Float4& ball : data.balls) data.radius += double(ball[3]);
    if (!data.balls.empty()) data.radius /= double(data.balls.size());
    data.ahead = length(focus.toShaderUnits(picture.camera.position));
    return data;
}

}  // namespace talus::render
