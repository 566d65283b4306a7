#pragma once
#include "talus/cloth/motion/cloth_state.h"

namespace talus::cloth {

/// What attachments do within a step: points that are held firmly move as prescribed; others hang on a
/// spring and a damper. What they do to walls goes to the loads, and to free bodies.
class Holding {
  public:
    Holding(const Setup& setup, const ClothState& cloth, Surroundings& around, MotionScratch& scratch)
        : setup_(setup), cloth_(cloth), around_(around), scratch_(scratch) {}

    /// Sets the mobility of all points: 0 for those held firmly at this time.
    void mark(double time);
    /// Puts points that are held firmly where they are at this time.
    void place(const environment::WallsAt& walls, double time);
    /// Explicit: adds the forces of springs and dampers.
    void addForces(const environment::WallsAt& walls);
    void beginSolve();
    /// Implicit: one pass over the springs and dampers.
    void solve(const environment::WallsAt& from, const environment::WallsAt& to, double h);
    /// Adds the impulses of a small step.
    void addLoads(const environment::WallsAt& walls, double h, bool implicit);

  private:
    bool holds(std::size_t row, double time) const;
    bool firm(std::size_t row) const { return !setup_.attachments[cloth_.held_entry[row]].stiffness; }
    /// Where the anchor of a row is.
    Vec3d anchorAt(std::size_t row, const environment::WallsAt& walls) const;

    const Setup& setup_;
    const ClothState& cloth_;
    Surroundings& around_;
    MotionScratch& scratch_;
    double now_ = 0;  ///< end of the small step [s]
};

/// Adds an impulse at a point to the loads of a wall, and to the body that it may be.
/// @param twist an angular impulse beside that of `impulse` at `at` [N m s]
void addLoad(const Setup& setup, const ClothState& cloth, const environment::WallsAt& walls, std::size_t wall,
             const Vec3d& at, const Vec3d& impulse, const Vec3d& twist = {});

}  // namespace talus::cloth
