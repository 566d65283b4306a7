#pragma once
#include <array>
#include <cstddef>
#include <string>

#include "talus/core/result.h"

namespace talus::picture::engraved {

/// e(r): how strongly a point presses the screen around it, r = 0 at the point to 1 at the rim of its mark.
/// Tabulated, since it is read for each mass under each point at each step.
class Profile {
  public:
    /// @param formula of r (formula.h). Error (Input) where it cannot be read, or has no value for some r
    static Result<Profile> parse(const std::string& formula);

    /// Adds push e(r) to masses of a row, x from `first` to `last`, that are (x + 1/2 - middle)^2 + aside
    /// from the point, squared. @pre none of them is farther than `radius`, but for round-off
    void addTo(float* __restrict row, int first, int last, float middle, float aside, float radius,
               float push) const;

    /// @param r 0 to 1
    float operator()(float r) const {
        const float at = r * static_cast<float>(intervals);
        const int cell = static_cast<int>(at);
        const float* value = value_.data();
        return value[cell] + (value[cell + 1] - value[cell]) * (at - static_cast<float>(cell));
    }

  private:
    static constexpr std::size_t intervals = 1024;  // so that a straight line between them is exact to 1e-6
    std::array<float, intervals + 2> value_{};      // one more, for r = 1
    bool is_dome_ = false;                          ///< computed without the table, in a third of the time
};

/// A dome.
inline constexpr const char* standard_profile = "1 - r^2";

}  // namespace talus::picture::engraved
