#include "talus/render/liquid/liquid_data.h"

#include <algorithm>
#include <cmath>

#include "talus/core/rng.h"
#include "talus/render/liquid/crowding.h"

namespace talus::render {
namespace {

constexpr std::uint32_t froth_purpose = 0x46524f54u;  // keeps these apart from other random numbers

// On a lattice a particle's spacing is 1.61 radii of a ball of its volume.
constexpr double cell_radii = 2.0;     ///< a cell of 1.24 spacings has points wherever there is liquid
constexpr double skin_radii = 1.25;    ///< so large, balls on a square lattice leave no hole (0.707 spacings)
constexpr std::uint32_t crowded = 40;  ///< of the 52 that 27 cells hold inside of a liquid
constexpr double foam_of_mean = 2.2;   ///< what is at the surface has others below that do not foam; by eye
constexpr double alone = 1, together = 10;  ///< points around: spray, and the edge of a sheet
constexpr double spray_radii = 0.7;         ///< drops are drawn smaller than their share of a surface; by eye

// By eye, in radii: how far the surface goes on behind the sides of a tank. The filter reaches 4 of them
// across the line of sight, and farther along a surface that is seen aslant, as before the near sides it is.
constexpr double image_radii = 5, near_image_radii = 13;
constexpr double touching_radii =
    1.45;                               ///< 0.9 spacings: the first layer, at rest half a spacing from a side
constexpr double wet_share = 0.82;      ///< keeps the discs on a side below the smoothed surface; by eye
constexpr double deep_wet_radii = 1.6;  ///< under water there is no outline to keep: no hole between discs

/// Absorption and scattering of the layer, in 1/m. A layer that one cannot see through shows the colour R
/// with K / S = (1 - R)^2 / 2R (Kubelka and Munk 1931, "Ein Beitrag zur Optik der Farbanstriche").
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

/// Which tank each particle is in.
std::vector<std::uint32_t> tanksOf(std::span<const Vec3d> places, const TanksView& tanks, double slack) {
    std::vector<std::uint32_t> in(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) in[i] = tanks.tankAt(places[i], slack);
    return in;
}

/// How crowded it is around each place, if the liquid went on behind the sides of its tank.
Crowding crowdingIn(std::span<const Vec3d> places, std::span<const std::uint32_t> in, const TanksView& tanks,
                    double radius) {
    std::vector<Vec3d> all(places.begin(), places.end());
    const double reach = 2 * cell_radii * radius;  // a cell and its neighbour
    for (std::size_t i = 0; i < places.size(); ++i) tanks.addImages(all, places[i], in[i], reach, reach);
    return crowdingOf(all, cell_radii * radius);
}

/// Adds a ball of the skin with its images in the sides of its tank, behind which the surface goes on until
/// it has been smoothed, and the discs where it touches a side before it.
/// @param below_eye whether the ball is; from below the surface behind a side before it would be seen first
void addSkin(LiquidData& data, const Vec3d& place, double drawn, const SurfaceCode& code,
             const TanksView& tanks, double radius, bool below_eye) {
    std::vector<Vec3d> places{place};
    tanks.addImages(places, place, code.tank, image_radii * radius,
                    below_eye ? near_image_radii * radius : 0);
    for (const Vec3d& p : places) {
        data.skin.push_back(ballAt(p, drawn));
        data.skin_code.push_back(code.bits());
    }
}

void addWet(LiquidData& data, const Vec3d& place, double drawn, SurfaceCode code, const TanksView& tanks,
            double radius) {
    std::vector<TanksView::OnSide> feet;
    tanks.addFeet(feet, place, code.tank, touching_radii * radius);
    for (const TanksView::OnSide& foot : feet) {
        code.face = foot.face;
        data.wet.push_back(ballAt(foot.place, drawn));
        data.wet_code.push_back(code.bits());
    }
}

void add(LiquidData& data, const picture::Liquid& liquid, const Focus& focus, const TanksView& tanks,
         const Vec3d& eye) {
    const picture::LiquidMatter& own = liquid.matter;
    const auto look = std::uint32_t(data.looks.size());
    data.looks.push_back({own.refractive_index, own.roughness, 0, 0});
    std::vector<Vec3d> places(liquid.centre.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = focus.inside(liquid.centre[i]);
    const double mean = meanRadius(liquid) / focus.radius;
    const std::vector<std::uint32_t> in = tanksOf(places, tanks, mean);
    const Crowding crowding = crowdingIn(places, in, tanks, mean);
    // Froth spreads: what foams alone among others is hardly seen, and what does among many has no gaps.
    std::vector<float> foam;
    if (!liquid.foam.empty()) foam = meanAround(places, liquid.foam, cell_radii * mean);
    const auto scale = float(focus.radius);
    const Float4 for_all = matterOf(own.absorption, double(own.scattering), own.tint);
    const bool varies = !liquid.scattering.empty() || !liquid.tint.empty();
    for (std::size_t i = 0; i < liquid.centre.size(); ++i) {
        const double radius = liquid.radius[liquid.radius.size() == 1 ? 0 : i] / focus.radius;
        const Float4 ball = ballAt(places[i], radius);
        // What flew off beyond the range of float is too far to be seen.
        if (!isFinite(ball)) continue;
        Float4 matter = for_all;
        if (varies)
            matter = matterOf(own.absorption,
                              double(liquid.scattering.empty() ? own.scattering : liquid.scattering[i]),
                              liquid.tint.empty() ? own.tint : liquid.tint[i]);
        for (float& m : matter) m *= scale;
        data.balls.push_back(ball);
        data.matter.push_back(matter);
        const std::uint32_t around = crowding.around[i];
        const bool in_skin = !crowding.inside[i] || around < crowded;
        const double share = std::clamp((around - alone) / (together - alone), 0.0, 1.0);
        const double drawn = (spray_radii + (skin_radii - spray_radii) * share) * radius;
        const SurfaceCode code{look, 0, in[i]};
        if (in_skin) addSkin(data, places[i], drawn, code, tanks, mean, eye.z > places[i].z);
        addWet(data, places[i], in_skin ? wet_share * drawn : deep_wet_radii * radius, code, tanks, mean);
        const float own_foam =
            foam.empty() ? 0 : std::min(1.0f, foam[i] * float(1 + (foam_of_mean - 1) * share));
        if (own_foam > 0.01f) {  // less is not seen
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
    const Vec3d eye = focus.inside(picture.camera.position);
    const TanksView tanks(picture.tanks, focus, eye);
    data.tanks = tanks.items();
    for (const picture::Liquid& liquid : picture.liquids)
        if (!liquid.centre.empty()) add(data, liquid, focus, tanks, eye);
    for (const Float4& ball : data.balls) data.radius += double(ball[3]);
    if (!data.balls.empty()) data.radius /= double(data.balls.size());
    data.ahead = length(focus.inside(picture.camera.position));
    return data;
}

}  // namespace talus::render
