#include "talus/solids/contact/contact_rows.h"

#include <limits>

#include "talus/solids/bullet.h"

namespace talus::solids {

ContactRows::Row ContactRows::rowOf(const btSolverConstraint& from) {
    // Of a body that does not move the direction is zero; the two are otherwise opposite.
    const bool first = !from.m_contactNormal1.isZero();
    return {.along = fromBullet(first ? from.m_contactNormal1 : -from.m_contactNormal2),
            .first_around = fromBullet(from.m_relpos1CrossNormal),
            .second_around = fromBullet(from.m_relpos2CrossNormal),
            .first_turns = fromBullet(from.m_angularComponentA),
            .second_turns = fromBullet(from.m_angularComponentB),
            .target = from.m_rhs,
            .inverse = from.m_jacDiagABInv,
            .diagonal = 1 / from.m_jacDiagABInv,
            .impulse = from.m_appliedImpulse,
            .friction = from.m_friction,
            .first = from.m_solverBodyIdA,
            .second = from.m_solverBodyIdB,
            .normal = from.m_frictionIndex};
}

void ContactRows::take(const btAlignedObjectArray<btSolverBody>& bodies, const btConstraintArray& contacts,
                       const btConstraintArray& friction) {
    bodies_.clear();
    for (int b = 0; b < bodies.size(); ++b)
        bodies_.push_back({fromBullet(bodies[b].m_deltaLinearVelocity),
                           fromBullet(bodies[b].m_deltaAngularVelocity), bodies[b].m_invMass.x()});
    const auto copy = [](const btConstraintArray& from, std::vector<Row>& to) {
        to.clear();
        for (int k = 0; k < from.size(); ++k) to.push_back(rowOf(from[k]));
    };
    copy(contacts, contacts_);
    copy(friction, friction_);
}

double ContactRows::resolve(Row& row, double low, double high) {
    Body &a = bodies_[static_cast<std::size_t>(row.first)],
         &b = bodies_[static_cast<std::size_t>(row.second)];
    const double on_first = dot(row.along, a.velocity) + dot(row.first_around, a.spin),
                 on_second = dot(row.second_around, b.spin) - dot(row.along, b.velocity);
    double change = row.target - on_first * row.inverse - on_second * row.inverse;
    const double sum = row.impulse + change;
    const double impulse = sum < low ? low : sum > high ? high : sum;
    if (impulse != sum) change = impulse - row.impulse;
    row.impulse = impulse;
    a.velocity += row.along * a.inverse_mass * change;
    a.spin += row.first_turns * change;
    b.velocity -= row.along * b.inverse_mass * change;
    b.spin += row.second_turns * change;
    return change * row.diagonal;
}

double ContactRows::iterate() {
    double largest = 0;
    const auto note = [&](double change) { largest = largest > change * change ? largest : change * change; };
    for (Row& row : contacts_) note(resolve(row, 0, std::numeric_limits<double>::infinity()));
    for (Row& row : friction_)
        if (const double normal = contacts_[static_cast<std::size_t>(row.normal)].impulse; normal > 0)
            note(resolve(row, -(row.friction * normal), row.friction * normal));
    return largest;
}

void ContactRows::giveBack(btAlignedObjectArray<btSolverBody>& bodies, btConstraintArray& contacts,
                           btConstraintArray& friction) const {
    for (int b = 0; b < bodies.size(); ++b) {
        const Body& from = bodies_[static_cast<std::size_t>(b)];
        bodies[b].m_deltaLinearVelocity = toBullet(from.velocity);
        bodies[b].m_deltaAngularVelocity = toBullet(from.spin);
    }
    for (int k = 0; k < contacts.size(); ++k)
        contacts[k].m_appliedImpulse = contacts_[static_cast<std::size_t>(k)].impulse;
    for (int k = 0; k < friction.size(); ++k)
        friction[k].m_appliedImpulse = friction_[static_cast<std::size_t>(k)].impulse;
}

}  // namespace talus::solids
