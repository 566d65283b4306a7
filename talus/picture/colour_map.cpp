#include "talus/picture/colour_map.h"

#include <algorithm>
#include <cmath>

namespace talus::picture {
namespace {

/// Coefficients of t^0 .. t^6 for red, green and blue.
using Polynomial = std::array<std::array<double, 3>, 7>;

// Least-squares fits of degree six to the tables by S. van der Walt and N. Smith (matplotlib, CC0);
// the fits are by M. Zucker (2019, CC0). They follow the tables within about 1/100 of the range.
constexpr Polynomial viridis{{{0.2777273272234177, 0.005407344544966578, 0.3340998053353061},
                              {0.1050930431085774, 1.404613529898575, 1.384590162594685},
                              {-0.3308618287255563, 0.214847559468213, 0.09509516302823659},
                              {-4.634230498983486, -5.799100973351585, -19.33244095627987},
                              {6.228269936347081, 14.17993336680509, 56.69055260068105},
                              {4.776384997670288, -13.74514537774601, -65.35303263337234},
                              {-5.435455855934631, 4.645852612178535, 26.3124352495832}}};
constexpr Polynomial plasma{{{0.05873234392399702, 0.02333670892565664, 0.5433401826748754},
                             {2.176514634195958, 0.2383834171260182, 0.7539604599784036},
                             {-2.689460476458034, -7.455851135738909, 3.110799939717086},
                             {6.130348345893603, 42.3461881477227, -28.51885465332158},
                             {-11.10743619062271, -82.66631109428045, 60.13984767418263},
                             {10.02306557647065, 71.41361770095349, -54.07218655560067},
                             {-3.658713842777788, -22.93153465461149, 18.19190778539828}}};
constexpr Polynomial inferno{{{0.0002189403691192265, 0.001651004631001012, -0.01948089843709184},
                              {0.1065134194856116, 0.5639564367884091, 3.932712388889277},
                              {11.60249308247187, -3.972853965665698, -15.9423941062914},
                              {-41.70399613139459, 17.43639888205313, 44.35414519872813},
                              {77.162935699427, -33.40235894210092, -81.80730925738993},
                              {-71.31942824499214, 32.62606426397723, 73.20951985803202},
                              {25.13112622477341, -12.24266895238567, -23.07032500287172}}};

const Polynomial& polynomialOf(ColourMap map) {
    switch (map) {
        case ColourMap::Viridis: return viridis;
        case ColourMap::Plasma: return plasma;
        case ColourMap::Inferno: return inferno;
    }
    return viridis;
}

}  // namespace

Colour colourAt(ColourMap map, double t) {
    if (std::isnan(t)) return missing_value_colour;
    const Polynomial& c = polynomialOf(map);
    t = std::clamp(t, 0.0, 1.0);
    std::array<double, 3> rgb = c[6];
    for (int power = 5; power >= 0; --power)
        for (std::size_t k = 0; k < 3; ++k) rgb[k] = rgb[k] * t + c[std::size_t(power)][k];
    for (double& component : rgb) component = std::clamp(component, 0.0, 1.0);
    return {float(rgb[0]), float(rgb[1]), float(rgb[2])};
}

}  // namespace talus::picture
