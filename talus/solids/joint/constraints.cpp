#include "talus/solids/joint/constraints.h"

#include <cmath>

#include "talus/solids/bend.h"

namespace talus::solids {
namespace {

/// A ball joint, whose points meet at the end of the step: they move on circles, and what these differ from
/// straight lines would be an error of the next step, and a force.
class BallJoint final : public btPoint2PointConstraint {
  public:
    using btPoint2PointConstraint::btPoint2PointConstraint;
    void getInfo2(btConstraintInfo2* info) override {
        btPoint2PointConstraint::getInfo2(info);
        const auto bend = [&](const btRigidBody& body, const btVector3& point) {
            if (!(body.getInvMass() > 0)) return btVector3(0, 0, 0);
            return bendOf(body, body.getWorldTransform().getBasis() * point, 1 / info->fps);
        };
        const btVector3 error = bend(m_rbA, getPivotInA()) - bend(m_rbB, getPivotInB());
        for (int k = 0; k < 3; ++k) info->m_constraintError[k * info->rowskip] -= error[k];
    }
};

/// Two points are at most a length apart: one row that only pulls.
class Rope final : public btTypedConstraint {
  public:
    Rope(btRigidBody& first, btRigidBody& second, const btVector3& on_first, const btVector3& on_second,
         double length)
        : btTypedConstraint(MAX_CONSTRAINT_TYPE, first, second),
          on_first_(on_first),
          on_second_(on_second),
          length_(length) {}

    void getInfo1(btConstraintInfo1* info) override {
        info->m_numConstraintRows = 1;
        info->nub = 0;
    }
    void getInfo2(btConstraintInfo2* info) override {
        const btTransform &first = m_rbA.getWorldTransform(), &second = m_rbB.getWorldTransform();
        const btVector3 a = first.getBasis() * on_first_, b = second.getBasis() * on_second_;
        const btVector3 apart = first.getOrigin() + a - second.getOrigin() - b;
        const btScalar distance = apart.length();
        const btVector3 along = distance > 0 ? apart / distance : btVector3(0, 0, 1);
        const auto put = [](btScalar* row, const btVector3& v) {
            for (int i = 0; i < 3; ++i) row[i] = v[i];
        };
        put(info->m_J1linearAxis, along);
        put(info->m_J2linearAxis, -along);
        put(info->m_J1angularAxis, a.cross(along));
        put(info->m_J2angularAxis, -b.cross(along));
        // A slack rope lets the ends move apart by what is left; a taut one is shortened by a share.
        const btScalar left = length_ - distance;
        *info->m_constraintError = left * info->fps * (left > 0 ? 1 : info->erp);
        *info->m_lowerLimit = -SIMD_INFINITY;
        *info->m_upperLimit = 0;
    }
    void setParam(int, btScalar, int) override {}
    btScalar getParam(int, int) const override { return 0; }

  private:
    btVector3 on_first_, on_second_;
    btScalar length_;
};

/// A motor: one row that keeps up the speed of the first against the second about or along an axis, by no
/// more than its strength. It is apart from the limits of its joint: Bullet's own motors push a joint that is
/// at a limit with any strength, and those of hinges take the strength for an impulse.
class Motor final : public btTypedConstraint {
  public:
    /// @param axis in the frame of the first @param point on the first: of the force of a motor that pushes
    /// @param strength [N m] or [N], in units
    Motor(btRigidBody& first, btRigidBody& second, const btVector3& axis, const btVector3& point, bool turns,
          double speed, double strength)
        : btTypedConstraint(MAX_CONSTRAINT_TYPE, first, second),
          axis_(axis),
          point_(point),
          turns_(turns),
          speed_(speed),
          strength_(strength) {}

    void getInfo1(btConstraintInfo1* info) override {
        info->m_numConstraintRows = 1;
        info->nub = 0;
    }
    void getInfo2(btConstraintInfo2* info) override {
        const btTransform &first = m_rbA.getWorldTransform(), &second = m_rbB.getWorldTransform();
        const btVector3 axis = first.getBasis() * axis_, at = first * point_;
        const auto put = [](btScalar* row, const btVector3& v) {
            for (int i = 0; i < 3; ++i) row[i] = v[i];
        };
        if (turns_) {
            put(info->m_J1angularAxis, axis);
            put(info->m_J2angularAxis, -axis);
        } else {
            put(info->m_J1linearAxis, axis);
            put(info->m_J2linearAxis, -axis);
            put(info->m_J1angularAxis, (at - first.getOrigin()).cross(axis));
            put(info->m_J2angularAxis, -(at - second.getOrigin()).cross(axis));
        }
        *info->m_constraintError = speed_;
        *info->m_lowerLimit = -strength_ / info->fps;
        *info->m_upperLimit = strength_ / info->fps;
    }
    void setParam(int, btScalar, int) override {}
    btScalar getParam(int, int) const override { return 0; }

  private:
    btVector3 axis_, point_;
    bool turns_;
    btScalar speed_, strength_;
};

/// A frame whose axis number `which` (0: x, 2: z) is along a unit vector.
btMatrix3x3 frameAlong(const Vec3d& axis, int which) {
    const Vec3d other = std::abs(axis.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
    const Vec3d x = normalized(cross(other, axis)), y = cross(axis, x);
    return which == 2 ? toBullet(Rotation{x, y, axis}) : toBullet(Rotation{axis, x, y});
}

std::unique_ptr<btTypedConstraint> hingeOf(const Joint& joint, btRigidBody& first, btRigidBody& second,
                                           const btTransform& on_first, const btTransform& on_second) {
    // Bullet counts the angle of its second body against the first the other way round.
    auto hinge = std::make_unique<btHingeConstraint>(second, first, on_second, on_first);
    // With its "frame offset", the force of a hinge at its limit has no torque where the second is fixed.
    hinge->setUseFrameOffset(false);
    // Bullet knows angles of a turn only: where there is one limit, the other is most_turn from it.
    if (joint.lower || joint.upper)
        hinge->setLimit(-joint.upper.value_or(joint.lower.value_or(0) + most_turn),
                        -joint.lower.value_or(joint.upper.value_or(0) - most_turn), 1, 0.3, 0);
    else
        hinge->setLimit(1, -1);  // free
    return hinge;
}

std::unique_ptr<btTypedConstraint> sliderOf(const Joint& joint, btRigidBody& first, btRigidBody& second,
                                            const btTransform& on_first, const btTransform& on_second,
                                            double unit) {
    auto slider = std::make_unique<btSliderConstraint>(second, first, on_second, on_first, true);
    slider->setUseFrameOffset(false);  // as for hinges
    const bool free = !joint.lower && !joint.upper;
    slider->setLowerLinLimit(free ? 1 : joint.lower.value_or(-1e30) / unit);
    slider->setUpperLinLimit(free ? -1 : joint.upper.value_or(1e30) / unit);
    slider->setLowerAngLimit(0);
    slider->setUpperAngLimit(0);
    return slider;
}

/// What holds the two together, without a motor.
std::unique_ptr<btTypedConstraint> constraintOf(const PreparedJoint& prepared, btRigidBody& first,
                                                btRigidBody& second, double unit) {
    const Joint& joint = prepared.joint;
    const btTransform to_first = first.getWorldTransform().inverse(),
                      to_second = second.getWorldTransform().inverse();
    const btVector3 point = toBullet(joint.point / unit);
    const auto frames = [&](int axis) {
        const btTransform frame(frameAlong(joint.axis, axis), point);
        return std::pair(to_first * frame, to_second * frame);
    };
    switch (joint.kind) {
        case Joint::Kind::Ball:
            return std::make_unique<BallJoint>(first, second, to_first * point, to_second * point);
        case Joint::Kind::Hinge: {
            const auto [on_first, on_second] = frames(2);
            return hingeOf(joint, first, second, on_first, on_second);
        }
        case Joint::Kind::Slider: {
            const auto [on_first, on_second] = frames(0);
            return sliderOf(joint, first, second, on_first, on_second, unit);
        }
        case Joint::Kind::Fixed: {
            const btTransform frame(btQuaternion::getIdentity(), point);
            return std::make_unique<btFixedConstraint>(first, second, to_first * frame, to_second * frame);
        }
        case Joint::Kind::Rope:
            return std::make_unique<Rope>(first, second, to_first * point,
                                          to_second * toBullet(joint.end / unit), *joint.length / unit);
        case Joint::Kind::Spring: break;
    }
    return nullptr;
}

}  // namespace

std::vector<std::unique_ptr<btTypedConstraint>> constraintsOf(const PreparedJoint& prepared,
                                                              btRigidBody& first, btRigidBody& second,
                                                              double unit) {
    const Joint& joint = prepared.joint;
    std::vector<std::unique_ptr<btTypedConstraint>> all;
    if (auto holds = constraintOf(prepared, first, second, unit)) all.push_back(std::move(holds));
    if (joint.strength > 0) {
        const bool turns = joint.kind == Joint::Kind::Hinge;
        const btTransform to_first = first.getWorldTransform().inverse();
        all.push_back(std::make_unique<Motor>(
            first, second, to_first.getBasis() * toBullet(joint.axis),
            to_first * toBullet(joint.point / unit), turns, turns ? joint.speed : joint.speed / unit,
            turns ? joint.strength / (unit * unit) : joint.strength / unit));
    }
    return all;
}

}  // namespace talus::solids
