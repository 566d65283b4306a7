#pragma once
#include <string>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/method/common.h"
#include "talus/method/probes/probed.h"

namespace talus::run {

/// In the name of a column whose values are means over a window: what follows is the window.
inline constexpr const char* mean_of = "_mean_";

/// What a probe reads from a state at one moment: all kinds but fluxes.
class ProbeValue {
  public:
    /// @param probed what it looks at @pre the scene passed its check
    ProbeValue(const method::Common& scene, method::Probe probe, method::Probed probed,
               std::shared_ptr<const environment::Walls> walls);

    /// Names of its columns, with units and the window that they are means of.
    std::vector<std::string> names() const;
    /// As many values.
    std::vector<double> values(const state::World& world) const;

  private:
    method::WallPatch patch(const state::World& world) const;

    method::Probe probe_;
    method::Probed probed_;
    std::shared_ptr<const environment::Walls> walls_;
    double radius_;              ///< Height, Point [m]
    std::size_t wall_ = 0;       ///< Wall: its index,
    environment::Pose start_{};  ///< and where it was when the scene says where the patch is
};

}  // namespace talus::run
