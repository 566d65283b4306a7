#pragma once
#include "talus/cloth/motion/cloth_state.h"

namespace talus::cloth {

/// Contact in the small steps of one step: keeps a list of close pairs, and makes a new one when points have
/// used up their bound.
class KeepApart {
  public:
    /// @param small_steps of the step
    KeepApart(const Setup& setup, const ClothState& cloth, const Surroundings& around, int small_steps,
              MotionScratch& scratch);

    /// Corrects the positions at the end of a small step that begins at `time`. False where features would
    /// touch all the same, because walls or held points move through the cloth, and infeasible pairs fail; a
    /// shorter step may help.
    bool keep(const exec::Exec& exec, const environment::WallsAt& from, const environment::WallsAt& to,
              double time, double h, Infeasible infeasible, std::uint64_t& unresolved_contacts);

    /// Adds the impulses on walls of the last small step.
    void addLoads(const environment::WallsAt& walls, double h);

  private:
    /// What a list is made for.
    enum class For { Velocities, Exactly };
    void beginBodies(const environment::WallsAt& from, const environment::WallsAt& to,
                     BodyPaths& bodies) const;
    /// Whether the points of a body stay within their bounds.
    bool isWithinBounds(const BodyPaths::Body& body, double h) const;
    /// Puts displacements within the bounds of an exact list.
    void limitToBounds(const exec::Exec& exec, const Paths& paths, double h);
    /// Mends the list where points have strayed, or makes a new one. @param velocity of all points [m/s]
    void mend(const exec::Exec& exec, View<const Vec3d> velocity, double time, double h);
    void findPairs(const exec::Exec& exec, For what, double time, double h);

    const Setup& setup_;
    const ClothState& cloth_;
    const Surroundings& around_;
    MotionScratch& scratch_;
    Features features_;
    int most_ahead_ = 1;      ///< small steps of a step
    int steps_ahead_ = 1;     ///< small steps for which lists are made
    double bound_share_ = 1;  ///< of the bound that points have where there are not too many pairs
    double most_push_ = 0;    ///< how far contact may push a point in a small step [m]
};

}  // namespace talus::cloth
