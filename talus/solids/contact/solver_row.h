#pragma once
#include <array>

#include <btBulletDynamicsCommon.h>

/// Rows of Bullet's solver: an impulse between two bodies along and around given directions.
namespace talus::solids {

/// One side of a row.
struct RowSide {
    int body;
    const btVector3 &along, &around, &turns;
};
inline std::array<RowSide, 2> sidesOf(const btSolverConstraint& row) {
    return {{{row.m_solverBodyIdA, row.m_contactNormal1, row.m_relpos1CrossNormal, row.m_angularComponentA},
             {row.m_solverBodyIdB, row.m_contactNormal2, row.m_relpos2CrossNormal, row.m_angularComponentB}}};
}

/// The rows that act both ways: no limits, motors and ropes.
inline bool actsBothWays(const btSolverConstraint& row) {
    return row.m_lowerLimit < -1e30 && row.m_upperLimit > 1e30 && row.m_jacDiagABInv > 0;
}
/// Limits and ropes, whose impulse has one sign and no largest value.
inline bool actsOneWay(const btSolverConstraint& row) {
    return (row.m_lowerLimit < -1e30) != (row.m_upperLimit > 1e30) && row.m_jacDiagABInv > 0;
}

}  // namespace talus::solids
