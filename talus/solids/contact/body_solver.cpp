#include "talus/solids/contact/body_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/solids/contact/solver_row.h"

namespace talus::solids {
namespace {

/// Share by which the diagonal of A is larger, so that joints that say the same twice have a solution.
/// Chosen: a joint gives way by this share of the velocity that its force would give to what it holds, which
/// is invisible, and the square root of round-off is far below it.
constexpr double softness = 1e-5;

/// The share of its own mobility that the rows before it leave a row that may say what they say.
constexpr double dependent_share = 1e-3;

}  // namespace

bool BodySolver::moves(int body) const { return m_tmpSolverBodyPool[body].internalGetInvMass().x() > 0; }

double BodySolver::coupling(const btSolverConstraint& row, const btSolverConstraint& other) const {
    double sum = 0;
    for (const RowSide& a : sidesOf(row))
        for (const RowSide& b : sidesOf(other))
            if (a.body == b.body && moves(a.body))
                sum += a.along.dot(m_tmpSolverBodyPool[a.body].internalGetInvMass() * b.along) +
                       a.around.dot(b.turns);
    return sum;
}

void BodySolver::factorize() {
    rows_.clear();
    first_.clear();
    begin_.clear();
    entries_.clear();
    dependent_.clear();
    one_way_.clear();
    unmet_.reset();
    std::vector<std::size_t> first_of_body(static_cast<std::size_t>(m_tmpSolverBodyPool.size()),
                                           std::size_t(-1));
    for (int k = 0; k < m_tmpSolverNonContactConstraintPool.size(); ++k) {
        const btSolverConstraint& row = m_tmpSolverNonContactConstraintPool[k];
        if (actsOneWay(row)) one_way_.push_back({k, std::nullopt});
        if (!actsBothWays(row)) continue;
        const std::size_t i = rows_.size();
        std::size_t first = i;
        for (const RowSide& side : sidesOf(row)) {
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
            const double own = coupling(row, row), least = softness * own;
            if (i == j && sum < dependent_share * own) dependent_.push_back(rows_[i]);
            at(i, j) = j < i ? sum / at(j, j) : std::sqrt(std::max(sum, least));
        }
    }
}

double BodySolver::errorOf(const btSolverConstraint& row) const {
    double left = (row.m_rhs - row.m_appliedImpulse * row.m_cfm) / row.m_jacDiagABInv;
    for (const RowSide& side : sidesOf(row)) {
        const btSolverBody& body = m_tmpSolverBodyPool[side.body];
        left -= side.along.dot(body.m_deltaLinearVelocity) + side.around.dot(body.m_deltaAngularVelocity);
    }
    return left;
}

void BodySolver::solveJoints() {
    const std::size_t count = rows_.size();
    change_.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const btSolverConstraint& row = m_tmpSolverNonContactConstraintPool[rows_[i]];
        double left = errorOf(row);
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
        for (const RowSide& side : sidesOf(row)) {
            btSolverBody& body = m_tmpSolverBodyPool[side.body];
            body.internalApplyImpulse(side.along * body.internalGetInvMass(), side.turns, change_[i]);
        }
    }
}

btScalar BodySolver::solveGroupCacheFriendlySetup(btCollisionObject** bodies, int body_count,
                                                  btPersistentManifold** contacts, int contact_count,
                                                  btTypedConstraint** constraints, int constraint_count,
                                                  const btContactSolverInfo& info, btIDebugDraw* draw) {
    const btScalar result = btSequentialImpulseConstraintSolver::solveGroupCacheFriendlySetup(
        bodies, body_count, contacts, contact_count, constraints, constraint_count, info, draw);
    factorize();
    if (hasOnlyContacts())
        contacts_.take(m_tmpSolverBodyPool, m_tmpSolverContactConstraintPool,
                       m_tmpSolverContactFrictionConstraintPool);
    return result;
}

bool BodySolver::hasOnlyContacts() const {
    return m_tmpSolverNonContactConstraintPool.size() == 0 &&
           m_tmpSolverContactRollingFrictionConstraintPool.size() == 0;
}

btScalar BodySolver::solveSingleIteration(int iteration, btCollisionObject** bodies, int body_count,
                                          btPersistentManifold** contacts, int contact_count,
                                          btTypedConstraint** constraints, int constraint_count,
                                          const btContactSolverInfo& info, btIDebugDraw* draw) {
    if (hasOnlyContacts()) return contacts_.iterate();
    solveJoints();
    findConflict();
    return btSequentialImpulseConstraintSolver::solveSingleIteration(
        iteration, bodies, body_count, contacts, contact_count, constraints, constraint_count, info, draw);
}

btScalar BodySolver::solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int body_count,
                                                   const btContactSolverInfo& info) {
    if (hasOnlyContacts())
        contacts_.giveBack(m_tmpSolverBodyPool, m_tmpSolverContactConstraintPool,
                           m_tmpSolverContactFrictionConstraintPool);
    return btSequentialImpulseConstraintSolver::solveGroupCacheFriendlyFinish(bodies, body_count, info);
}

}  // namespace talus::solids
