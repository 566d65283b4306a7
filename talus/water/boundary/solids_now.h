#pragma once
#include <optional>

#include "talus/state/world.h"
#include "talus/water/boundary/contacts.h"

namespace talus::water {

/// The solids of a scene at the time of a world, for use between steps.
class SolidsNow {
  public:
    SolidsNow(const Solids& solids, const state::World& world);
    SolidsNow(const SolidsNow&) = delete;
    SolidsNow& operator=(const SolidsNow&) = delete;

    const SolidsAt& at() const { return at_; }

  private:
    environment::WallsAt walls_;
    std::optional<geometry::GroundSurface> surface_;
    geometry::VolumeSurface volume_;
    SolidsAt at_{walls_};
};

}  // namespace talus::water
