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
constexpr double alone = 1, together = 10;  ///< points around: spray, and the edge of a sheet
constexpr double spray_radii = 0.7;         ///< drops are drawn smaller than their share of a surface; by eye

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

void add(LiquidData& data, const picture::Liquid& liquid, const Focus& focus) {
    const picture::LiquidMatter& own = liquid.matter;
    const auto look = std::uint32_t(data.looks.size());
    data.looks.push_back({own.refractive_index, own.roughness, 0, 0});
    const Crowding crowding = crowdingOf(liquid.centre, cell_radii * meanRadius(liquid));
    const auto scale = float(focus.radius);
    const Float4 for_all = matterOf(own.absorption, double(own.scattering), own.tint);
    const bool varies = !liquid.scattering.empty() || !liquid.tint.empty();
    for (std::size_t i = 0; i < liquid.centre.size(); ++i) {
        const Vec3d c = focus.inside(liquid.centre[i]);
        const double radius = liquid.radius[liquid.radius.size() == 1 ? 0 : i] / focus.radius;
        const Float4 ball{float(c.x), float(c.y), float(c.z), float(radius)};
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
        if (!crowding.inside[i] || around < crowded) {
            const double share = std::clamp((around - alone) / (together - alone), 0.0, 1.0);
            const double drawn = spray_radii + (skin_radii - spray_radii) * share;
            data.skin.push_back({ball[0], ball[1], ball[2], float(drawn * radius)});
            data.skin_look.push_back(look);
        }
        const float foam = liquid.foam.empty() ? 0 : liquid.foam[i];
        if (foam > 0.01f) {  // less is not seen
            const std::uint32_t id = liquid.id.empty() ? std::uint32_t(i) : liquid.id[i];
            data.froth.push_back({ball, foam, philox({id, 0, 0, 0}, {0, froth_purpose})[0]});
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
    for (const picture::Liquid& liquid : picture.liquids)
        if (!liquid.centre.empty()) add(data, liquid, focus);
    for (const Float4& ball : data.balls) data.radius += double(ball[3]);
    if (!data.balls.empty()) data.radius /= double(data.balls.size());
    data.ahead = length(focus.inside(picture.camera.position));
    return data;
}

}  // namespace talus::render
