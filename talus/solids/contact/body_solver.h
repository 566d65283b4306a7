#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "talus/solids/contact/contact_rows.h"

namespace talus::solids {

/// Bullet's solver of contacts and joints, with two changes. Contacts of bodies without joints are iterated
/// in less memory (contact_rows.h). With joints, before each of its iterations, which take one row after the
/// other, the rows of joints that act both ways are solved all at once,
///
///     A l = u,   A = J M^-1 J^T
///
/// with the impulses l, the errors of velocity u and the matrix A of Cholesky's form A = L L^T (Golub and
/// Van Loan, "Matrix Computations", 4.2). L keeps what is between the first entry of a row and its diagonal
/// ("envelope"; George and Liu 1981, "Computer Solution of Large Sparse Positive Definite Systems", 4). So a
/// chain of any length carries any weight after one iteration, where one row after the other needs more of
/// them than it has links times the ratio of their masses.
class BodySolver final : public btSequentialImpulseConstraintSolver {
  public:
    /// The constraints of the last solve, by number, that contradict each other: no motion of the bodies
    /// obeys all of them, so their forces have no limit. Empty: there are none (joint_conflict.cpp).
    std::vector<std::size_t> conflict() const;

  protected:
    btScalar solveGroupCacheFriendlySetup(btCollisionObject** bodies, int body_count,
                                          btPersistentManifold** contacts, int contact_count,
                                          btTypedConstraint** constraints, int constraint_count,
                                          const btContactSolverInfo& info, btIDebugDraw* draw) override;
    btScalar solveSingleIteration(int iteration, btCollisionObject** bodies, int body_count,
                                  btPersistentManifold** contacts, int contact_count,
                                  btTypedConstraint** constraints, int constraint_count,
                                  const btContactSolverInfo& info, btIDebugDraw* draw) override;

    btScalar solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int body_count,
                                           const btContactSolverInfo& info) override;

  private:
    /// Whether there are contacts only.
    bool hasOnlyContacts() const;
    void factorize();
    void solveJoints();
    /// What is left of the error of a row [units/s or rad/s].
    double errorOf(const btSolverConstraint& row) const;
    void findConflict();
    bool isUnmet(const btSolverConstraint& row) const;
    bool isLocked(const btSolverConstraint& row) const;
    std::vector<double> couplings(const btSolverConstraint& row) const;
    double speedAt(const btSolverConstraint& row) const;
    /// A of two rows. @pre they share a body that moves, else it is zero
    double coupling(const btSolverConstraint& row, const btSolverConstraint& other) const;
    bool moves(int body) const;
    /// The entry of L in a row and a column. @pre first_[row] <= column <= row
    double& at(std::size_t row, std::size_t column) { return entries_[begin_[row] + column - first_[row]]; }
    double at(std::size_t row, std::size_t column) const {
        return entries_[begin_[row] + column - first_[row]];
    }

    ContactRows contacts_;            ///< where there are contacts only
    std::vector<int> rows_;           ///< of Bullet's list of rows
    std::vector<std::size_t> first_;  ///< column of the first entry of each row of L
    std::vector<std::size_t> begin_;  ///< where the entries of each row begin
    std::vector<double> entries_;     ///< of L
    std::vector<double> change_;      ///< of the impulses
    std::vector<int> dependent_;      ///< rows of Bullet's list that say what rows before them say
    struct OneWay {
        int row;
        std::optional<bool> locked;  ///< whether the joints that act both ways leave it no mobility
    };
    std::vector<OneWay> one_way_;  ///< rows of limits and ropes
    std::optional<int> unmet_;     ///< the row of a contradiction, after the last iteration
};

}  // namespace talus::solids
