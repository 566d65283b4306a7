#pragma once
// The contact laws of LIGGGHTS and of Talus for one or two grains, written once more and side by side, so
// that a test can tell whether docs/theory/liggghts.md names all in which the two differ.
#include <algorithm>
#include <cmath>
#include <vector>

#include "talus/grains/law/law_row.h"
#include "talus/math/vec.h"

namespace talus::test {

struct Ball {
    Vec3d position, velocity, spin;
    double radius, mass;
    Vec3d force = {}, torque = {};
};

/// In which LIGGGHTS differs. All false: as Talus.
struct LiggghtsWays {
    bool middle = true;  ///< the arms are a - d/2 in the velocities and at plates; else a, but for torques of
                         ///< pairs, which have a - d/2 in both
    bool shadow = true;  ///< of a spring the part in the new plane of contact remains; else its length does
    bool length = true;  ///< of hertz-mindlin the spring is a length; else a force
    bool spring_alone = true;  ///< friction limits the spring, and the dashpot acts besides, but not on what
                               ///< slides; else friction limits their sum
};

struct LiggghtsFormulas {
    grains::LawConstants law;
    bool hertz = false;
    LiggghtsWays ways = {};

    /// One contact of ball i, with ball j or a plate that stands still. @param normal towards i
    void act(Ball& i, Ball* j, const Vec3d& normal, double overlap, Vec3d& spring, double dt) const {
        const double mass = j == nullptr ? i.mass : i.mass * j->mass / (i.mass + j->mass);
        const double radius = j == nullptr ? i.radius : i.radius * j->radius / (i.radius + j->radius);
        const double less = ways.middle ? 0.5 * overlap : 0;
        Vec3d velocity = i.velocity - cross(i.spin * (i.radius - less), normal);
        if (j != nullptr) velocity -= j->velocity + cross(j->spin * (j->radius - less), normal);
        const double v_n = dot(velocity, normal);
        const Vec3d v_t = velocity - normal * v_n;
        const double area = hertz ? std::sqrt(radius * overlap) : 1;  // of Hertz: the radius of the contact
        const double k_t = law.shear_stiffness * area;
        double push = hertz ? 2.0 / 3 * law.stiffness * area * overlap -
                                  law.damping * std::sqrt(law.stiffness * area * mass) * v_n
                            : law.stiffness * overlap - law.damping * mass * v_n;
        push = std::max(push, law.min_normal);
        const double was = length(spring);
        spring -= normal * dot(spring, normal);
        if (!ways.shadow && was > 0) spring = spring * (was / length(spring));
        const bool is_force = hertz && !ways.length;
        spring += v_t * (is_force ? k_t * dt : dt);
        const Vec3d shear = limited(spring, is_force ? 1 : k_t,
                                    v_t * (law.shear_damping * (hertz ? std::sqrt(k_t * mass) : mass)),
                                    law.friction * std::abs(push));
        const Vec3d force = normal * push + shear, moment = cross(normal, shear);
        i.force += force;
        i.torque -= moment * (i.radius - (j == nullptr ? less : 0.5 * overlap));
        if (j == nullptr) return;
        j->force -= force;
        j->torque -= moment * (j->radius - 0.5 * overlap);
    }

    /// The shear force, after which the spring is shortened to what friction allows.
    Vec3d limited(Vec3d& spring, double stiffness, const Vec3d& dashpot, double limit) const {
        const Vec3d elastic = spring * -stiffness;
        const Vec3d wanted = ways.spring_alone ? elastic : elastic - dashpot;
        if (length(wanted) <= limit) return elastic - dashpot;
        const Vec3d held = wanted * (limit / length(wanted));
        spring = (ways.spring_alone ? held : held + dashpot) * (-1 / stiffness);
        return held;
    }

    /// Steps of velocity Verlet: the states after each. One ball meets the plate z = 0, two meet each other.
    std::vector<std::vector<Ball>> run(std::vector<Ball> balls, int steps, double dt) const {
        std::vector<std::vector<Ball>> states{balls};
        Vec3d spring;
        const auto kick = [&](Ball& b) {
            b.velocity += b.force * (0.5 * dt / b.mass);
            b.spin += b.torque * (0.5 * dt / (0.4 * b.mass * b.radius * b.radius));
        };
        for (int step = 0; step < steps; ++step) {
            for (Ball& b : balls) {
                kick(b);
                b.position += b.velocity * dt;
                b.force = b.torque = {};
            }
            Ball* other = balls.size() > 1 ? &balls[1] : nullptr;
            const Vec3d apart =
                other == nullptr ? Vec3d{0, 0, balls[0].position.z} : balls[0].position - other->position;
            const double overlap = balls[0].radius + (other == nullptr ? 0 : other->radius) - length(apart);
            if (overlap > 0)
                act(balls[0], other, apart / length(apart), overlap, spring, dt);
            else
                spring = {};
            for (Ball& b : balls) kick(b);
            states.push_back(balls);
        }
        return states;
    }
};

}  // namespace talus::test
