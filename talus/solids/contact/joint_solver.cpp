#include "talus/solids/contact/joint_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace talus::solids {
namespace {

/// Share by which the diagonal of A is larger, so that joints that say the same twice have a solution.
/// Chosen: a joint gives way by this share of the velocity that its force would give to what it holds, which
/// is invisible, and the square root of round-off is far below it.
constexpr double softness = 1e-5;

/// The rows that act both ways: no limits, motors and ropes.
bool actsBothWays(const btSolverConstraint& row) {
    return row.m_lowerLimit < -1e30 && row.m_upperLimit > 1e30 && row.m_jacDiagABInv > 0;
}

/// One side of a row.
struct Side {
    int body;
    const btVector3 &along, &around, &turns;
};
std::array<Side, 2> sidesOf(const btSolverConstraint& row) {
    return {{{row.m_solverBodyIdA, row.m_contactNormal1, row.m_relpos1CrossNormal, row.m_angularComponentA},
             {row.m_solverBodyIdB, row.m_contactNormal2, row.m_relpos2CrossNormal, row.m_angularComponentB}}};
}

}  // namespace

bool JointSolver::moves(int body) const { return m_tmpSolverBodyPool[body].internalGetInvMass().x() > 0; }

double JointSolver::coupling(const btSolverConstraint& row, const btSolverConstraint& other) const {
    double sum = 0;
    for (const Side& a : sidesOf(row))
        for (const Side& b : sidesOf(other))
            if (a.body == b.body && moves(a.body))
                sum += a.along.dot(m_tmpSolverBodyPool[a.body].internalGetInvMass() * b.along) +
                       a.around.dot(b.turns);
    return sum;
}

void JointSolver::factorize() {
    rows_.clear();
    first_.clear();
    begin_.clear();
    entries_.clear();
    std::vector<std::size_t> first_of_body(static_cast<std::size_t>(m_tmpSolverBodyPool.size()),
                                           std::size_t(-1));
    for (int k = 0; k < m_tmpSolverNonContactConstraintPool.size(); ++k) {
        const btSolverConstraint& row = m_tmpSolverNonContactConstraintPool[k];
        if (!actsBothWays(row)) continue;
        const std::size_t i = rows_.size();
        std::size_t first = i;
        for (const Side& side : sidesOf(row)) {
            if (!moves(side.body)) continue;
            std::size_t& of_body = first_of_body[static_cast<std::size_t>(side.body)];
            of_body = std::min(of_body, i);
            first = std::min(first, of_body);
        }
        rows_.push_back(k);
        first_.push_back(first);
        begin_.push_back(entries_.size());
        entries_.resize(entries_.size() + i - first + 1);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const btSolverConstraint& row = m_tmpSolverNonContactConstraintPool[rows_[i]];
        for (std::size_t j = first_[i]; j <= i; ++j) {
            double sum = coupling(row, m_tmpSolverNonContactConstraintPool[rows_[j]]);
            if (j == i) sum *= 1 + softness;
            for (std::size_t k = std::max(first_[i], first_[j]); k < j; ++k) sum -= at(i, k) * at(j, k);
            // What round-off leaves of a row that says what others say is no less than its softness.
            const double least = softness * coupling(row, row);
            at(i, j) = j < i ? sum / at(j, j) : std::sqrt(std::max(sum, least));
        }
    }
}

void JointSolver::solveJoints() {
    const std::size_t count = rows_.size();
    change_.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const btSolverConstraint& row = m_tmpSolverNonContactConstraintPool[rows_[i]];
        double left = (row.m_rhs - row.m_appliedImpulse * row.m_cfm) / row.m_jacDiagABInv;
        for (const Side& side : sidesOf(row)) {
            btSolverBody& body = m_tmpSolverBodyPool[side.body];
            left -= side.along.dot(body.internalGetDeltaLinearVelocity()) +
                    side.around.dot(body.internalGetDeltaAngularVelocity());
        }
        for (std::size_t k = first_[i]; k < i; ++k) left -= at(i, k) * change_[k];
        change_[i] = left / at(i, i);
    }
    for (std::size_t i = count; i-- > 0;) {
        change_[i] /= at(i, i);
        for (std::size_t k = first_[i]; k < i; ++k) change_[k] -= at(i, k) * change_[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
        btSolverConstraint& row = m_tmpSolverNonContactConstraintPool[rows_[i]];
        row.m_appliedImpulse += change_[i];
        for (const Side& side : sidesOf(row)) {
            btSolverBody& body = m_tmpSolverBodyPool[side.body];
            body.internalApplyImpulse(side.along * body.internalGetInvMass(), side.turns, change_[i]);
        }
    }
}

btScalar JointSolver::solveGroupCacheFriendlySetup(btCollisionObject** bodies, int body_count,
                                                   btPersistentManifold** contacts, int contact_count,
                                                   btTypedConstraint** constraints, int constraint_count,
                                                   const btContactSolverInfo& info, btIDebugDraw* draw) {
    const btScalar result = btSequentialImpulseConstraintSolver::solveGroupCacheFriendlySetup(
        bodies, body_count, contacts, contact_count, constraints, constraint_count, info, draw);
    factorize();
    return result;
}

btScalar JointSolver::solveSingleIteration(int iteration, btCollisionObject** bodies, int body_count,
                                           btPersistentManifold** contacts, int contact_count,
                                           btTypedConstraint** constraints, int constraint_count,
                                           const btContactSolverInfo& info, btIDebugDraw* draw) {
    solveJoints();
    return btSequentialImpulseConstraintSolver::solveSingleIteration(
        iteration, bodies, body_count, contacts, contact_count, constraints, constraint_count, info, draw);
}

}  // namespace talus::solids
