#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "talus/couple/ground_contact/collide_ground.h"
#include "talus/couple/ground_contact/ground_batch.h"
#include "talus/couple/ground_contact/ground_memory.h"
#include "talus/geometry/ground_height_bound.h"
#include "talus/geometry/ground_surface.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/law/pair_force.h"

namespace talus::couple {

/// A contact with the ground as the laws of contact take it. The ground has infinite mass and is flat.
/// @param contact_radius distance of the grain's centre from the ground at which they touch [m]
/// @param spins whether grains spin
inline grains::Touch<double> touchOfGround(const geometry::GroundTouch& found, double contact_radius,
                                           double radius, double mass, const Vec3d& velocity,
                                           const Vec3d& spin, bool spins) {
    grains::Touch<double> touch;
    touch.overlap = contact_radius - found.distance;
    touch.normal = found.normal;
    touch.effective_mass = mass;
    touch.effective_radius = radius;
    touch.velocity = spins ? velocity - cross(spin * radius, found.normal) : velocity;
    touch.turning = spin;
    return touch;
}

/// The contacts of one grain that springs resolve. Their forces are computed for many grains at a time.
struct BatchedContacts {
    std::uint32_t grain;
    std::uint32_t first, last;  ///< range of its contacts in the batch of its material
    bool alone;                 ///< the ground is near in one point only
};

/// Force and torque of the ground on grains.
struct GroundForce {
    Vec3d force;   ///< [N]
    Vec3d torque;  ///< about the scene's origin [N m]

    GroundForce& operator+=(const GroundForce& other) {
        force += other.force;
        torque += other.torque;
        return *this;
    }
};

/// Scratch of one task.
struct GroundScratch {
    std::vector<geometry::GroundTouch> touches;
    std::vector<GroundBatch> batches;  ///< by the grain's material
    std::vector<BatchedContacts> batched;
    std::vector<std::uint8_t> is_far;  ///< of each grain of the part
    std::vector<std::uint32_t> near;   ///< the grains of the part that are not

    void begin(std::size_t materials) {
        batches.resize(materials);
        for (GroundBatch& batch : batches) batch.clear();
        batched.clear();
        near.clear();
    }
};

/// The ground's effect on one grain at a time: grains far from the ground (grain_clearance.cpp), contacts
/// that springs resolve (here), and contacts that they cannot resolve (put_back.cpp).
struct GrainOnGround {
    using GroundTouch = geometry::GroundTouch;
    template <class T>
    using View = state::View<T>;

    const CollideGround& stage;
    const geometry::GroundHeightBound& tops;
    geometry::GroundSurface surface;
    View<const double> height;
    double dt;
    double range;  ///< largest gap over which anything acts [m]
    View<Vec3d> position, velocity, spin;
    grains::Forces<Vec3d> forces;
    View<Vec3f> drift;
    View<const double> radius, mass;
    View<const std::uint16_t> material;
    GroundMemory memory;
    View<Vec3f> kept_force, kept_torque;  ///< empty where grains do not rest
    View<float> clearance;  ///< distance that the grain may move before it can touch the ground [m]
    View<float> sunk;       ///< empty where the ground does not rise

    /// Appends the grains of a range that may touch the ground to scratch.near. Grains whose clearance says
    /// that they cannot touch it yet are left out. Most grains are far from the ground, so this comes first,
    /// without branches.
    void listNear(std::size_t begin, std::size_t end, GroundScratch& scratch) const;
    /// Finds where the grain touches the ground. Returns the force of the ground; the impulse of an impact
    /// counts as a force over the step. Returns zero if springs act: finish() computes their forces.
    GroundForce find(std::size_t i, GroundScratch& scratch) const;
    /// The force of the ground on a sleeping grain.
    GroundForce kept(std::size_t i) const {
        return aboutOrigin(i, wide(kept_force[i]), wide(kept_torque[i]));
    }

    /// The forces of the springs.
    GroundForce finish(const BatchedContacts& batched, const GroundBatch& batch) const;

  private:
    bool inTiles(double reach) const { return reach <= tops.reach(); }
    /// Stores the grain's clearance, up to `reach`: searches within 2 reach, first for a bound, then for the
    /// ground itself.
    void findClearance(std::size_t i, double reach, std::vector<GroundTouch>& touches) const;
    /// Distance of the grain's centre from the ground at which they touch [m]: its radius, less `sunk`.
    double contactRadius(std::size_t i) const {
        return sunk.empty() ? radius[i] : radius[i] - static_cast<double>(sunk[i]);
    }
    /// Reduces `sunk` as the grain moves out of the ground; it never grows here.
    void reduceSunk(std::size_t i, double clear) const {
        if (sunk.empty() || sunk[i] == 0) return;
        sunk[i] = std::min(sunk[i], static_cast<float>(std::max(0.0, radius[i] - clear)));
    }
    const grains::LawConstants& lawOf(std::size_t i) const {
        return stage.laws.at(material[i], stage.material);
    }
    grains::Touch<double> lawInput(std::size_t i, const GroundTouch& found) const {
        return touchOfGround(found, contactRadius(i), radius[i], mass[i], velocity[i], spin[i], stage.spin);
    }
    /// Puts the contacts that act into the batch of the grain's law.
    void gather(std::size_t i, GroundScratch& scratch) const;
    std::vector<GroundTouch> touchesIn(const BatchedContacts& batched, const GroundBatch& batch) const;
    /// Replaces springs that the step cannot resolve: moves the grain back on its path to where it touches.
    GroundForce stop(std::size_t i, std::vector<GroundTouch> touches) const;
    /// Moves a grain whose centre went into the ground in this step, or is below it, back to the surface.
    /// Nothing if the path does not cross the surface. @param above the centre is above the ground now
    std::optional<GroundForce> putBack(std::size_t i, bool above) const;
    /// Lifts a grain over which the ground rose onto the surface.
    GroundForce lift(std::size_t i) const;
    /// Moves the grain to `at`, and removes the part of its velocity that leads into the ground. All
    /// velocities here are of the end of the step, to which the integrator still adds half a kick: that is
    /// subtracted before. @param at new position @param comes_with velocity before the impact
    GroundForce hit(std::size_t i, const Vec3d& at, const Vec3d& comes_with,
                    const std::vector<GroundTouch>& touches) const;
    GroundForce leave(std::size_t i) const {
        reduceSunk(i, radius[i]);
        memory.clear(i);
        return keep(i, {}, {});
    }
    /// @param moment about the grain's centre [N m]
    GroundForce keep(std::size_t i, const Vec3d& force, const Vec3d& moment) const {
        if (!kept_force.empty()) {
            kept_force[i] = narrow(force);
            kept_torque[i] = narrow(moment);
        }
        return aboutOrigin(i, force, moment);
    }
    GroundForce aboutOrigin(std::size_t i, const Vec3d& force, const Vec3d& moment) const {
        return {force, cross(position[i], force) + moment};
    }
};

// The functions that every grain near the ground needs are inline, so that the loop over them inlines them.

inline GroundForce GrainOnGround::find(std::size_t i, GroundScratch& scratch) const {
    std::vector<GroundTouch>& touches = scratch.touches;
    const Vec3d& p = position[i];
    const double reach = radius[i] + range;
    const double travel = squaredLength(velocity[i]) * dt * dt;
    if (p.z - reach > tops.near(p.x, p.y) && travel < reach * reach && inTiles(reach)) {
        findClearance(i, reach, touches);
        return leave(i);
    }
    if (!stage.fixed.empty() && stage.fixed[material[i]] != 0) return {};
    touches.clear();
    const bool above = surface.touches(p, reach, touches);
    double clear = reach;
    for (const GroundTouch& touch : touches) clear = std::min(clear, touch.distance);
    if (above) reduceSunk(i, clear);
    if (!above || travel >= clear * clear)
        if (const auto caught = putBack(i, above)) return *caught;
    if (touches.empty()) {
        findClearance(i, reach, touches);
        return leave(i);
    }
    if (touches.size() > 1)
        std::stable_sort(touches.begin(), touches.end(),
                         [](const GroundTouch& a, const GroundTouch& b) { return a.distance < b.distance; });
    gather(i, scratch);
    return {};
}

inline GroundForce GrainOnGround::finish(const BatchedContacts& batched, const GroundBatch& batch) const {
    const std::size_t i = batched.grain;
    HeldContacts kept;
    Vec3d sum, moment;
    bool too_stiff = false;
    double stiffness = 0;  // of all contacts together, if there are several [N/m]
    for (std::size_t row = batched.first; row < batched.last; ++row) {
        const GroundBatch::Effect effect = batch.effect(row);
        if (const double overlap = batch.overlap(row); overlap > 0) {
            stiffness += batched.alone ? 0 : effect.elastic / overlap;
            too_stiff |= effect.elastic * dt * dt > mass[i] * overlap;
        }
        sum += effect.force;
        moment += effect.moment;
        kept.put(batch.normal(row), effect.history, effect.angle);
    }
    if (too_stiff || stiffness * dt * dt > mass[i]) return stop(i, touchesIn(batched, batch));
    memory.put(i, kept);
    forces.force.add(i, sum);
    if (stage.spin) forces.torque.add(i, moment);
    return keep(i, sum, moment);
}

inline void GrainOnGround::gather(std::size_t i, GroundScratch& scratch) const {
    const grains::LawConstants& law = lawOf(i);
    GroundBatch& batch = scratch.batches[material[i]];
    const auto first = static_cast<std::uint32_t>(batch.rows());
    HeldContacts held = memory.of(i);
    for (const GroundTouch& found : scratch.touches) {
        const grains::Touch<double> touch = lawInput(i, found);
        const HeldContact* before = held.take(found.normal);
        if (law.isPlain() ? touch.overlap > 0 : grains::acts<double>(law, law, touch, before != nullptr))
            batch.add(touch, before ? wide(before->spring) : Vec3d{}, before ? wide(before->angle) : Vec3d{});
    }
    scratch.batched.push_back({static_cast<std::uint32_t>(i), first, static_cast<std::uint32_t>(batch.rows()),
                               scratch.touches.size() == 1});
}

inline std::vector<geometry::GroundTouch> GrainOnGround::touchesIn(const BatchedContacts& batched,
                                                                   const GroundBatch& batch) const {
    std::vector<GroundTouch> touches;
    for (std::size_t row = batched.first; row < batched.last; ++row)
        touches.push_back({batch.normal(row), contactRadius(batched.grain) - batch.overlap(row)});
    return touches;
}

}  // namespace talus::couple
