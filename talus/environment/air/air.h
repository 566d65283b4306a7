#pragma once
#include <array>
#include <vector>

#include "talus/environment/air/curl_noise.h"

namespace talus::environment {

/// Velocity of the air: wind with gusts, vortices, turbulence. It acts by drag.
class Air {
  public:
    Air() = default;
    /// @param random of gusts and eddies
    Air(const Wind& wind, std::vector<Vortex> vortices, const Turbulence& turbulence, const Random& random);

    /// Whether the air is at rest everywhere.
    bool still() const { return uniform() && wind_.velocity == Vec3d{}; }
    /// Whether the velocity is the same everywhere.
    bool uniform() const { return vortices_.empty() && !noise_.any(); }

    Vec3d windAt(double time) const;
    Vec3d at(const Vec3d& position, double time) const;

  private:
    Wind wind_;
    std::array<double, 4> gust_phase_{};
    std::vector<Vortex> vortices_;  ///< with axes of unit length
    CurlNoise noise_;
};

}  // namespace talus::environment
