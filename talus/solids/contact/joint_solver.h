#pragma once
#include <cstddef>
#include <vector>

#include <btBulletDynamicsCommon.h>

namespace talus::solids {

/// Bullet's solver of contacts and joints, with one change: before each of its iterations, which take one row
/// after the other, the rows of joints that act both ways are solved all at once,
///
///     A l = u,   A = J M^-1 J^T
///
/// with the impulses l, the errors of velocity u and the matrix A of Cholesky's form A = L L^T (Golub and
/// Van Loan, "Matrix Computations", 4.2). L keeps what is between the first entry of a row and its diagonal
/// ("envelope"; George and Liu 1981, "Computer Solution of Large Sparse Positive Definite Systems", 4). So a
/// chain of any length carries any weight after one iteration, where one row after the other needs more of
/// them than it has links times the ratio of their masses.
class JointSolver final : public btSequentialImpulseConstraintSolver {
  protected:
    btScalar solveGroupCacheFriendlySetup(btCollisionObject** bodies, int body_count,
                                          btPersistentManifold** contacts, int contact_count,
                                          btTypedConstraint** constraints, int constraint_count,
                                          const btContactSolverInfo& info, btIDebugDraw* draw) override;
    btScalar solveSingleIteration(int iteration, btCollisionObject** bodies, int body_count,
                                  btPersistentManifold** contacts, int contact_count,
                                  btTypedConstraint** constraints, int constraint_count,
                                  const btContactSolverInfo& info, btIDebugDraw* draw) override;

  private:
    void factorize();
    void solveJoints();
    /// A of two rows. @pre they share a body that moves, else it is zero
    double coupling(const btSolverConstraint& row, const btSolverConstraint& other) const;
    bool moves(int body) const;
    /// The entry of L in a row and a column. @pre first_[row] <= column <= row
    double& at(std::size_t row, std::size_t column) { return entries_[begin_[row] + column - first_[row]]; }

    std::vector<int> rows_;           ///< of Bullet's list of rows
    std::vector<std::size_t> first_;  ///< column of the first entry of each row of L
    std::vector<std::size_t> begin_;  ///< where the entries of each row begin
    std::vector<double> entries_;     ///< of L
    std::vector<double> change_;      ///< of the impulses
};

}  // namespace talus::solids
