#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "talus/core/formula.h"
#include "talus/exec/exec.h"
#include "talus/picture/colour_map.h"

namespace talus::picture::engraved {

/// The lighting function of the paper (its "Chroma"), y from the top to the bottom: light from the upper
/// right on what stands out of the screen. What is flat is black.
inline constexpr const char* standard_lighting = "-0.45*dx + 0.55*dy";

/// What a screen looks like: of each phyxel a base colour, times the lighting function. The product is shown
/// from 0 (black) to 255; beyond, the nearer end.
struct ScreenLook {
    picture::Colour base{250 / 255.0f, 200 / 255.0f, 170 / 255.0f};  ///< sRGB; that of the paper
    std::optional<picture::ColourMap> map = {};  ///< the base colour follows a from `lowest` to `highest`
    double lowest = 0, highest = 1;              ///< phyxels
    double threshold = -1;             ///< c: only the zone of influence, |a| > c, is lit; below 0: all
    picture::Colour outside{0, 0, 0};  ///< colour where the threshold leaves the screen dark, sRGB

    /// The base colour of a phyxel.
    picture::Colour baseOf(double a) const {
        return map ? picture::colourAt(*map, (a - lowest) / (highest - lowest)) : base;
    }
};

/// The lighting function: a formula of a, its gradient dx, dy (rows from the top; differences of the two
/// neighbours, halved), v, the change of a in the last step, all in phyxels, and s, the share of the light
/// that arrives: 1, but in a volume.
class Lighting {
  public:
    /// Error (Input) of Formula::parse.
    static Result<Lighting> parse(const std::string& formula);

    /// The picture, rows from top to bottom, three bytes a phyxel. Error (Input) where a phyxel has no value,
    /// as by 0/0: the first one.
    /// @param a, before values of a screen, now and a step before
    Result<std::vector<std::uint8_t>> light(const exec::Exec& exec, std::span<const float> a,
                                            std::span<const float> before, std::size_t width,
                                            const ScreenLook& look) const;

    const Formula& formula() const { return formula_; }
    /// The error where the formula has no value. @param where as text
    /// @param values of a, dx, dy, v and s
    Error noValue(const std::string& where, const std::vector<double>& values) const;
    /// Whether dx or dy is in the formula.
    bool usesGradient() const { return gradient_; }

  private:
    std::string text_;
    Formula formula_;
    bool standard_ = false;  ///< computed without the parser
    bool gradient_ = false;
};

/// The share of a screen where |a| > c: the zone of influence of all marks.
double zoneOfInfluence(std::span<const float> a, double c);

/// Makes each pixel `times` x `times` pixels, with linear interpolation between the middles of the old ones.
/// @param rgb rows of `width` pixels of three bytes
std::vector<std::uint8_t> enlarged(const std::vector<std::uint8_t>& rgb, std::size_t width,
                                   std::size_t times);

}  // namespace talus::picture::engraved
