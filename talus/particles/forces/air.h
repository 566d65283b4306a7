#pragma once
#include <array>
#include <vector>

#include "talus/particles/forces/curl_noise.h"

namespace talus::particles {

/// Velocity of the air: wind with gusts, vortices, turbulence. It acts on particles by drag.
class Air {
  public:
    Air() = default;
    Air(const System& system, const Random& random);

    /// Whether the air is at rest everywhere.
    bool still() const { return uniform() && wind_.velocity == Vec3d{}; }
    /// Whether the velocity is the same everywhere.
    bool uniform() const { return vortices_.empty() && !noise_.any(); }

    Vec3d windAt(double time) const;
    Vec3d at(const Vec3d& position, double time) const;

  private:
    struct Swirl {
        Vec3d point, axis;
        double circulation, core, updraft;
    };
    Wind wind_;
    std::array<double, 4> gust_phase_{};
    std::vector<Swirl> vortices_;
    CurlNoise noise_;
};

}  // namespace talus::particles
