#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "talus/couple/ground_contact/collide_ground.h"
#include "talus/couple/ground_contact/ground_batch.h"
#include "talus/couple/ground_contact/ground_memory.h"
#include "talus/geometry/ground_surface.h"
#include "talus/geometry/ground_tops.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/law/pair_force.h"

namespace talus::couple {

/// Contacts that springs answer, which are worked out for many grains at a time.
struct Pressing {
    std::uint32_t grain;
    std::uint32_t first, last;  ///< its contacts in the batch of its material
    bool alone;                 ///< the ground is near in one place only
};

/// What the ground does to grains.
struct OfGround {
    Vec3d force;   ///< [N]
    Vec3d torque;  ///< about the scene's origin [N m]

    OfGround& operator+=(const OfGround& other) {
        force += other.force;
        torque += other.torque;
        return *this;
    }
};

/// What a task borrows.
struct GroundScratch {
    std::vector<geometry::GroundTouch> touches;
    std::vector<GroundBatch> batches;  ///< by the grain's material
    std::vector<Pressing> pressing;
    std::vector<std::uint8_t> is_far;  ///< of each grain of the part
    std::vector<std::uint32_t> near;   ///< the grains of the part that are not

    void begin(std::size_t materials) {
        batches.resize(materials);
        for (GroundBatch& batch : batches) batch.clear();
        pressing.clear();
        near.clear();
    }
};

/// What the ground does to grains, one at a time: far from it (grain_clearance.cpp), where springs answer (here),
/// and where they cannot (put_back.cpp).
struct GrainOnGround {
    using GroundTouch = geometry::GroundTouch;
    template <class T>
    using View = state::View<T>;

    const CollideGround& stage;
    const geometry::GroundTops& tops;
    geometry::GroundSurface surface;
    View<const double> height;
    double dt;
    double range;  ///< largest gap over which anything acts [m]
    View<Vec3d> position, velocity, turn;
    grains::Forces<Vec3d> forces;
    View<Vec3f> drift;
    View<const double> radius, mass;
    View<const std::uint16_t> material;
    GroundMemory memory;
    View<Vec3f> kept_force, kept_torque;  ///< empty where grains do not rest
    View<float> room;
    View<float> sunk;  ///< empty where the ground does not rise

    /// Lists the grains of a range on top of those that are listed, but for those that are known not to have
    /// reached the ground yet: when that was found, they left it. Most grains are far from the ground, so
    /// this comes first, without branches.
    void listNear(std::size_t begin, std::size_t end, GroundScratch& scratch) const;
    /// Finds where the grain touches the ground. Returns what the ground does to it, where what an impact
    /// does counts as a force over the step; zero where springs are left to finish().
    OfGround find(std::size_t i, GroundScratch& scratch) const;
    /// What the ground does to a grain that sleeps.
    OfGround kept(std::size_t i) const { return aboutOrigin(i, wide(kept_force[i]), wide(kept_torque[i])); }

    /// The forces of the springs.
    OfGround finish(const Pressing& pressing, const GroundBatch& batch) const;

  private:
    bool inTiles(double reach) const { return reach <= tops.reach(); }
    /// Looks around as far again as the grain reaches: first for a bound, then for the ground itself.
    void findRoom(std::size_t i, double reach, std::vector<GroundTouch>& touches) const;
    /// How near its centre comes to the ground [m]: its radius, less where the ground rose around it.
    double standsOff(std::size_t i) const {
        return sunk.empty() ? radius[i] : radius[i] - static_cast<double>(sunk[i]);
    }
    /// As it comes out of the ground it does not go back.
    void comeOut(std::size_t i, double clear) const {
        if (sunk.empty() || sunk[i] == 0) return;
        sunk[i] = std::min(sunk[i], static_cast<float>(std::max(0.0, radius[i] - clear)));
    }
    const grains::LawConstants& lawOf(std::size_t i) const {
        return stage.laws.at(material[i], stage.material);
    }
    /// The ground has infinite mass and is flat.
    grains::Touch<double> inTermsOfTheLaw(std::size_t i, const GroundTouch& found) const;
    /// Puts the contacts that act into the batch of the grain's law.
    void gather(std::size_t i, GroundScratch& scratch) const;
    std::vector<GroundTouch> touchesIn(const Pressing& pressing, const GroundBatch& batch) const;
    /// Instead of springs that the step cannot resolve: back on the path to where the grain only touched.
    OfGround stop(std::size_t i, std::vector<GroundTouch> touches) const;
    /// What went into the ground in this step, or was found below it, goes back to its surface.
    std::optional<OfGround> putBack(std::size_t i, bool above) const;
    /// The ground rose over the grain: it goes along, on top.
    OfGround lift(std::size_t i) const;
    /// Moves the grain and takes from its velocity what leads into the ground. All velocities here are of the
    /// end of the step, to which half a kick is still to come: that is taken off before.
    OfGround hit(std::size_t i, const Vec3d& place, const Vec3d& comes_with,
                 const std::vector<GroundTouch>& touches) const;
    OfGround leave(std::size_t i) const {
        comeOut(i, radius[i]);
        memory.clear(i);
        return keep(i, {}, {});
    }
    /// @param moment about the grain's centre [N m]
    OfGround keep(std::size_t i, const Vec3d& force, const Vec3d& moment) const {
        if (!kept_force.empty()) {
            kept_force[i] = narrow(force);
            kept_torque[i] = narrow(moment);
        }
        return aboutOrigin(i, force, moment);
    }
    OfGround aboutOrigin(std::size_t i, const Vec3d& force, const Vec3d& moment) const {
        return {force, cross(position[i], force) + moment};
    }
};

// What every grain near the ground goes through stands here, so that the loop over them takes it in.

inline OfGround GrainOnGround::find(std::size_t i, GroundScratch& scratch) const {
    std::vector<GroundTouch>& touches = scratch.touches;
    const Vec3d& p = position[i];
    const double reach = radius[i] + range;
    const double travel = squaredLength(velocity[i]) * dt * dt;
    if (p.z - reach > tops.near(p.x, p.y) && travel < reach * reach && inTiles(reach)) {
        findRoom(i, reach, touches);
        return leave(i);
    }
    if (!stage.fixed.empty() && stage.fixed[material[i]] != 0) return {};
    touches.clear();
    const bool above = surface.touches(p, reach, touches);
    double clear = reach;
    for (const GroundTouch& touch : touches) clear = std::min(clear, touch.distance);
    if (above) comeOut(i, clear);
    if (!above || travel >= clear * clear)
        if (const auto caught = putBack(i, above)) return *caught;
    if (touches.empty()) {
        findRoom(i, reach, touches);
        return leave(i);
    }
    if (touches.size() > 1)
        std::stable_sort(touches.begin(), touches.end(),
                         [](const GroundTouch& a, const GroundTouch& b) { return a.distance < b.distance; });
    gather(i, scratch);
    return {};
}

inline OfGround GrainOnGround::finish(const Pressing& pressing, const GroundBatch& batch) const {
    const std::size_t i = pressing.grain;
    HeldTouches kept;
    Vec3d sum, moment;
    bool too_stiff = false;
    double stiffness = 0;  // of all contacts together, where there are several [N/m]
    for (std::size_t row = pressing.first; row < pressing.last; ++row) {
        const GroundBatch::Effect effect = batch.effect(row);
        if (const double overlap = batch.overlap(row); overlap > 0) {
            stiffness += pressing.alone ? 0 : effect.elastic / overlap;
            too_stiff |= effect.elastic * dt * dt > mass[i] * overlap;
        }
        sum += effect.force;
        moment += effect.moment;
        kept.put(batch.normal(row), effect.history, effect.angle);
    }
    if (too_stiff || stiffness * dt * dt > mass[i]) return stop(i, touchesIn(pressing, batch));
    memory.put(i, kept);
    forces.force.add(i, sum);
    if (stage.spin) forces.torque.add(i, moment);
    return keep(i, sum, moment);
}

inline grains::Touch<double> GrainOnGround::inTermsOfTheLaw(std::size_t i, const GroundTouch& found) const {
    grains::Touch<double> touch;
    touch.overlap = standsOff(i) - found.distance;
    touch.normal = found.normal;
    touch.effective_mass = mass[i];
    touch.effective_radius = radius[i];
    touch.velocity = stage.spin ? velocity[i] - cross(turn[i] * radius[i], found.normal) : velocity[i];
    touch.turning = turn[i];
    return touch;
}

inline void GrainOnGround::gather(std::size_t i, GroundScratch& scratch) const {
    const grains::LawConstants& law = lawOf(i);
    GroundBatch& batch = scratch.batches[material[i]];
    const auto first = static_cast<std::uint32_t>(batch.rows());
    HeldTouches held = memory.of(i);
    for (const GroundTouch& found : scratch.touches) {
        const grains::Touch<double> touch = inTermsOfTheLaw(i, found);
        const HeldTouch* before = held.take(found.normal);
        if (law.isPlain() ? touch.overlap > 0 : grains::acts<double>(law, law, touch, before != nullptr))
            batch.add(touch, before ? wide(before->spring) : Vec3d{}, before ? wide(before->angle) : Vec3d{});
    }
    scratch.pressing.push_back({static_cast<std::uint32_t>(i), first,
                                static_cast<std::uint32_t>(batch.rows()), scratch.touches.size() == 1});
}

inline std::vector<geometry::GroundTouch> GrainOnGround::touchesIn(const Pressing& pressing,
                                                                   const GroundBatch& batch) const {
    std::vector<GroundTouch> touches;
    for (std::size_t row = pressing.first; row < pressing.last; ++row)
        touches.push_back({batch.normal(row), standsOff(pressing.grain) - batch.overlap(row)});
    return touches;
}

}  // namespace talus::couple
