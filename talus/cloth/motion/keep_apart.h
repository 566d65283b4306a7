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
    /// Displacements in a small step, of the cloth and of obstacles.
    struct Ways {
        const std::vector<Vec3d>* way = nullptr;  ///< [m]
        Vec3d common;                             ///< their mean over the cloth [m]
        Moved longest;                            ///< relative to it, and by themselves
    };
    Ways waysOf(const exec::Exec& exec, const std::vector<Vec3d>& way) const;
    Ways waysBy(const exec::Exec& exec, double h);
    Ways waysWished(const exec::Exec& exec);
    void findPairs(const exec::Exec& exec, const Ways& ways, bool exactly);

    const Setup& setup_;
    const ClothState& cloth_;
    const Surroundings& around_;
    MotionScratch& scratch_;
    Features features_;
    double push_room_ = 0;  ///< how far contact may push a point beyond its way in a small step [m]
};

}  // namespace talus::cloth
