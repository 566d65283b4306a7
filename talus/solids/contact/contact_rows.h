#pragma once
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "talus/math/vec.h"

namespace talus::solids {

/// The rows of contacts and of their friction for the iterations of Bullet's solver (sequential impulses),
/// with the same operations in the same order, so the same bits. Bullet keeps nearly 300 bytes for a row and
/// 500 for a body; what an iteration needs is 170 and 64, and a heap of a thousand boxes then fits a core's
/// cache.
class ContactRows {
  public:
    /// @param contacts rows along normals @param friction rows along surfaces
    void take(const btAlignedObjectArray<btSolverBody>& bodies, const btConstraintArray& contacts,
              const btConstraintArray& friction);
    /// Solves the rows one after the other, first those of contacts.
    /// @return the square of the largest change of a velocity, as Bullet's solveSingleIteration()
    double iterate();
    /// Writes the impulses and velocities back to where they came from.
    void giveBack(btAlignedObjectArray<btSolverBody>& bodies, btConstraintArray& contacts,
                  btConstraintArray& friction) const;

  private:
    struct alignas(64) Body {
        Vec3d velocity, spin;  ///< what the impulses have added
        double inverse_mass = 0;
    };
    struct Row {
        Vec3d along;                        ///< direction on the first body
        Vec3d first_around, second_around;  ///< r x along
        Vec3d first_turns, second_turns;    ///< change of the spin by a unit impulse
        double target, inverse, diagonal;   ///< impulse for the error at rest; 1 / A_ii and A_ii
        double impulse, friction;
        int first, second, normal;  ///< bodies; of friction the row along the normal
    };

    static Row rowOf(const btSolverConstraint& from);
    double resolve(Row& row, double low, double high);

    std::vector<Body> bodies_;
    std::vector<Row> contacts_, friction_;
};

}  // namespace talus::solids
