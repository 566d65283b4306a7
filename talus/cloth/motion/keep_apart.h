#pragma once
#include "talus/cloth/motion/cloth_state.h"

namespace talus::cloth {

/// Contact in the small steps of one step: keeps a list of close pairs, and makes a new one when points have
/// used up their room.
class KeepApart {
  public:
    KeepApart(const Setup& setup, const ClothState& cloth, const Surroundings& around,
              MotionScratch& scratch);

    /// Corrects the positions at the end of a small step. False where features would touch all the same,
    /// because walls or held points move through the cloth; a shorter step may help.
    bool keep(const exec::Exec& exec, const environment::WallsAt& from, const environment::WallsAt& to,
              double h);

    /// Adds the impulses on walls of the last small step.
    void addLoads(const environment::WallsAt& walls, double h);

  private:
    void findPairs(const exec::Exec& exec, bool exactly);

    const Setup& setup_;
    const ClothState& cloth_;
    const Surroundings& around_;
    MotionScratch& scratch_;
    Features features_;
};

}  // namespace talus::cloth
