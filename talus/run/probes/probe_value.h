#pragma once
#include <string>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/method/common.h"
#include "talus/method/probes/probed.h"

namespace talus::run {

/// Part of the name of a column of means over a window; the length of the window follows it.
inline constexpr const char* mean_of = "_mean_";

/// The values that a probe measures in a state; for all kinds except fluxes.
class ProbeValue {
  public:
    /// @param probed what the probe measures @pre the scene passed its check
    ProbeValue(const method::Common& scene, method::Probe probe, method::Probed probed,
               std::shared_ptr<const environment::Walls> walls);

    /// Names of the columns, with units and the window of means.
    std::vector<std::string> names() const;
    /// One value per name.
    std::vector<double> values(const state::World& world) const;

  private:
    method::WallPatch patch(const state::World& world) const;

    method::Probe probe_;
    method::Probed probed_;
    std::shared_ptr<const environment::Walls> walls_;
    double radius_;              ///< for Height and Point [m]
    std::size_t wall_ = 0;       ///< for Wall: its index
    environment::Pose start_{};  ///< for Wall: its pose at time 0, for which the scene gives the patch
};

}  // namespace talus::run
