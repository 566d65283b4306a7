// Joints that contradict each other, such as a body that is fixed to two walls that move apart. With the rows
// J of joints that act both ways (body_solver.h), the velocities b that they ask for, and A = J M^-1 J^T,
// such rows have forces n with
//
//     A n = 0,   n . b != 0:
//
// the forces n cancel, so that no motion of the bodies meets b, and the impulses of the solver grow without
// end along n. Cholesky's pivot of the last row of n is then zero up to the softness of A, and what is left
// of its error after all rows were solved at once stays. The same holds for a limit or a rope that cannot
// give way, where the joints that act both ways leave its row no mobility.
#include <algorithm>
#include <cmath>

#include "talus/solids/contact/body_solver.h"
#include "talus/solids/contact/solver_row.h"

namespace talus::solids {
namespace {

/// The share of its own mobility that joints may leave a row that counts as locked. Chosen: above the
/// softness of joints, which is 1e-5, and far below what a chain leaves to the mass at its end.
constexpr double locked_share = 1e-3;
/// Errors are contradictions where they are above these. Chosen: in a step that turns a ring of joined bodies
/// by 0.1 rad, what its points on circles differ from straight lines is 0.005 of their way.
constexpr double unmet_share = 0.1;   // of the speeds of both ends
constexpr double unmet_speed = 1e-3;  // [units/s or rad/s]
/// Rows whose force in a contradiction is less than this share of the largest are no part of it.
constexpr double part_share = 0.05;

}  // namespace

double BodySolver::speedAt(const btSolverConstraint& row) const {
    double speed = 0;
    for (const RowSide& side : sidesOf(row)) {
        const btSolverBody& body = m_tmpSolverBodyPool[side.body];
        speed += std::abs(side.along.dot(body.m_linearVelocity)) +
                 std::abs(side.around.dot(body.m_angularVelocity));
    }
    return speed;
}

bool BodySolver::isUnmet(const btSolverConstraint& row) const {
    const double error = errorOf(row);
    // A limit or rope is met where it would have to act the other way.
    if (actsOneWay(row) && (row.m_appliedImpulse == 0 || (error > 0) != (row.m_upperLimit > 1e30)))
        return false;
    return std::abs(error) > std::max(unmet_speed, unmet_share * speedAt(row));
}

std::vector<double> BodySolver::couplings(const btSolverConstraint& row) const {
    std::vector<double> forward(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        forward[i] = coupling(row, m_tmpSolverNonContactConstraintPool[rows_[i]]);
        for (std::size_t k = first_[i]; k < i; ++k) forward[i] -= at(i, k) * forward[k];
        forward[i] /= at(i, i);
    }
    return forward;
}

bool BodySolver::isLocked(const btSolverConstraint& row) const {
    double left = coupling(row, row);
    const double own = left;
    for (const double c : couplings(row)) left -= c * c;
    return left < locked_share * own;
}

void BodySolver::findConflict() {
    unmet_.reset();
    const btConstraintArray& pool = m_tmpSolverNonContactConstraintPool;
    for (const int k : dependent_)
        if (isUnmet(pool[k])) unmet_ = k;
    for (OneWay& one : one_way_) {
        if (unmet_ || !isUnmet(pool[one.row])) continue;
        if (!one.locked) one.locked = isLocked(pool[one.row]);
        if (*one.locked) unmet_ = one.row;
    }
}

std::vector<std::size_t> BodySolver::conflict() const {
    if (!unmet_) return {};
    const btConstraintArray& pool = m_tmpSolverNonContactConstraintPool;
    // n: one at the unmet row, and at the others minus what they would do for it, A^-1 c.
    std::vector<double> n = couplings(pool[*unmet_]);
    for (std::size_t i = rows_.size(); i-- > 0;) {
        n[i] /= at(i, i);
        for (std::size_t k = first_[i]; k < i; ++k) n[k] -= at(i, k) * n[i];
    }
    const auto weight = [&](std::size_t i) {
        return std::abs(n[i]) * std::sqrt(coupling(pool[rows_[i]], pool[rows_[i]]));
    };
    double largest = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i] != *unmet_) largest = std::max(largest, weight(i));
    std::vector<std::size_t> found;
    int row = 0;
    for (int c = 0; c < m_tmpConstraintSizesPool.size(); ++c) {
        const int end = row + m_tmpConstraintSizesPool[c].m_numConstraintRows;
        bool part = row <= *unmet_ && *unmet_ < end;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            part |= row <= rows_[i] && rows_[i] < end && weight(i) > part_share * largest;
        if (part) found.push_back(static_cast<std::size_t>(c));
        row = end;
    }
    return found;
}

}  // namespace talus::solids
