#include "talus/couple/ground_contact/collide_ground.h"

#include <algorithm>
#include <cmath>

#include "talus/couple/ground_contact/ground_batch.h"
#include "talus/couple/ground_contact/ground_impact.h"
#include "talus/couple/ground_contact/ground_memory.h"
#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/geometry/ground_surface.h"
#include "talus/geometry/ground_tops.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/law/pair_force.h"
#include "talus/grains/search/contact_list.h"
#include "talus/grains/search/free_runs.h"
#include "talus/ground/fields.h"

namespace talus::couple {
namespace {

using geometry::GroundTouch;
using grains::grains_table;
using grains::LawConstants;
using state::View;

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
    std::vector<GroundTouch> touches;
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

/// What the stage works in.
struct GroundRoom {
    exec::Pool<GroundScratch> tasks;
    geometry::GroundTops tops;                ///< worked out from the heights
    std::optional<std::uint64_t> tops_after;  ///< how many of their changes
};

/// The contacts of one grain with the ground.
struct CollideGrain {
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
    void listNear(std::size_t begin, std::size_t end, GroundScratch& scratch) const {
        const std::size_t count = end - begin;
        std::size_t found = scratch.near.size();
        scratch.is_far.resize(count);
        scratch.near.resize(found + count + 1);
        std::uint8_t* const far = scratch.is_far.data();
        const Vec3d* const v = &velocity[begin];
        const double* const a = &radius[begin];
        float* const left = &room[begin];
        for (std::size_t k = 0; k < count; ++k) {
            const double way = std::sqrt(squaredLength(v[k])) * dt;
            // Single precision may round up.
            const float after = left[k] - static_cast<float>(way * (1 + 1e-6));
            const bool knows = left[k] > 0;
            left[k] = knows ? after : left[k];
            far[k] = knows & (after > 1e-6f * static_cast<float>(a[k]));
        }
        for (std::size_t k = 0; k < count; ++k) {
            scratch.near[found] = static_cast<std::uint32_t>(begin + k);
            found += far[k] == 0;
        }
        scratch.near.resize(found);
    }

    /// Finds where the grain touches the ground. Returns what the ground does to it, where what an impact
    /// does counts as a force over the step; zero where springs are left to finish().
    OfGround find(std::size_t i, GroundScratch& scratch) const {
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
            std::stable_sort(touches.begin(), touches.end(), [](const GroundTouch& a, const GroundTouch& b) {
                return a.distance < b.distance;
            });
        gather(i, scratch);
        return {};
    }

    /// What the ground does to a grain that sleeps.
    OfGround kept(std::size_t i) const { return aboutOrigin(i, wide(kept_force[i]), wide(kept_torque[i])); }

    /// The forces of the springs.
    OfGround finish(const Pressing& pressing, const GroundBatch& batch) const {
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

  private:
    bool inTiles(double reach) const { return reach <= tops.reach(); }
    /// Looks around as far again as the grain reaches: first for a bound, then for the ground itself.
    void findRoom(std::size_t i, double reach, std::vector<GroundTouch>& touches) const {
        if (stage.wraps) return;
        const Vec3d& p = position[i];
        double clear = p.z - surface.highestWithin(p.x, p.y, 2 * reach);
        if (clear < 2 * reach) {
            touches.clear();
            if (!surface.touches(p, 2 * reach, touches)) return;
            clear = 2 * reach;
            for (const GroundTouch& touch : touches) clear = std::min(clear, touch.distance);
        }
        room[i] = static_cast<float>(std::clamp(clear - reach, 0.0, reach) * (1 - 1e-6));
    }
    /// How near its centre comes to the ground [m]: its radius, less where the ground rose around it.
    double standsOff(std::size_t i) const {
        return sunk.empty() ? radius[i] : radius[i] - static_cast<double>(sunk[i]);
    }
    /// As it comes out of the ground it does not go back.
    void comeOut(std::size_t i, double clear) const {
        if (sunk.empty() || sunk[i] == 0) return;
        sunk[i] = std::min(sunk[i], static_cast<float>(std::max(0.0, radius[i] - clear)));
    }
    const LawConstants& lawOf(std::size_t i) const { return stage.laws.at(material[i], stage.material); }

    /// The ground has infinite mass and is flat.
    grains::Touch<double> inTermsOfTheLaw(std::size_t i, const GroundTouch& found) const {
        grains::Touch<double> touch;
        touch.overlap = standsOff(i) - found.distance;
        touch.normal = found.normal;
        touch.effective_mass = mass[i];
        touch.effective_radius = radius[i];
        touch.velocity = stage.spin ? velocity[i] - cross(turn[i] * radius[i], found.normal) : velocity[i];
        touch.turning = turn[i];
        return touch;
    }

    /// Puts the contacts that act into the batch of the grain's law.
    void gather(std::size_t i, GroundScratch& scratch) const {
        const LawConstants& law = lawOf(i);
        GroundBatch& batch = scratch.batches[material[i]];
        const auto first = static_cast<std::uint32_t>(batch.rows());
        HeldTouches held = memory.of(i);
        for (const GroundTouch& found : scratch.touches) {
            const grains::Touch<double> touch = inTermsOfTheLaw(i, found);
            const HeldTouch* before = held.take(found.normal);
            if (law.isPlain() ? touch.overlap > 0 : grains::acts<double>(law, law, touch, before != nullptr))
                batch.add(touch, before ? wide(before->spring) : Vec3d{},
                          before ? wide(before->angle) : Vec3d{});
        }
        scratch.pressing.push_back({static_cast<std::uint32_t>(i), first,
                                    static_cast<std::uint32_t>(batch.rows()), scratch.touches.size() == 1});
    }
    std::vector<GroundTouch> touchesIn(const Pressing& pressing, const GroundBatch& batch) const {
        std::vector<GroundTouch> touches;
        for (std::size_t row = pressing.first; row < pressing.last; ++row)
            touches.push_back({batch.normal(row), standsOff(pressing.grain) - batch.overlap(row)});
        return touches;
    }

    /// Instead of springs that the step cannot resolve: back on the path to where the grain only touched.
    OfGround stop(std::size_t i, std::vector<GroundTouch> touches) const {
        std::erase_if(touches, [&](const GroundTouch& found) { return found.distance >= standsOff(i); });
        double back = 0;
        for (const GroundTouch& found : touches) {
            const double overlap = standsOff(i) - found.distance, inwards = -dot(velocity[i], found.normal);
            if (inwards > 0) back = std::max(back, std::min(dt, overlap / inwards));
        }
        const Vec3d way = velocity[i] * (dt - back);
        return hit(i, position[i] - velocity[i] * back, atSameEnergy(velocity[i], way, stage.gravity, dt, 0),
                   touches);
    }

    /// What went into the ground in this step, or was found below it, goes back to its surface.
    std::optional<OfGround> putBack(std::size_t i, bool above) const {
        const Vec3d path = velocity[i] * dt, from = position[i] - path;
        const double way = length(path);
        const double round_off = 1e-12 * (length(from) + way) + 1e-9 * radius[i];
        const auto found = surface.crossing(from, position[i], round_off);
        if (!found) {
            if (above) return std::nullopt;
            return lift(i);
        }
        // From where the centre went in back to where the grain touched, on a plane; then, where there is
        // more ground around, on and on until nothing is nearer than the radius, or to where it came from.
        const double a = standsOff(i), steep = std::max(-dot(path, found->normal), 1e-6 * way);
        double share = way > 0 ? std::max(0.0, found->share - a / steep) : 0;
        std::vector<GroundTouch> touches;
        for (double least = a / 16; share > 0; least *= 2) {
            const double clear = surface.clearance(from + path * share, a);
            if (clear >= a * (1 - 1e-9)) break;
            share = std::max(0.0, share - std::max(a - clear, least) / way);
        }
        const Vec3d place = from + path * share;
        surface.touches(place, a, touches);
        const LawConstants& law = lawOf(i);
        double stored = 0;
        for (const GroundTouch& touch : touches) {
            const double overlap = a - touch.distance;
            const double energy = grains::springEnergy(law, overlap, mass[i], a, 0);
            // Springs that are too stiff for the step do not act.
            if (2 * energy * dt * dt <= mass[i] * overlap * overlap) stored += energy;
        }
        return hit(i, place, atSameEnergy(velocity[i], path * share, stage.gravity, dt, stored / mass[i]),
                   {{found->normal, a}});
    }

    /// The ground rose over the grain: it goes along, on top.
    OfGround lift(std::size_t i) const {
        const Vec3d& p = position[i];
        const auto top = geometry::surfaceAt(stage.grid, height, p.x, p.y);
        if (!top) return {};
        return hit(i, {p.x, p.y, top->height + standsOff(i) / top->normal.z}, velocity[i],
                   {{top->normal, standsOff(i)}});
    }

    /// Moves the grain and takes from its velocity what leads into the ground. All velocities here are of the
    /// end of the step, to which half a kick is still to come: that is taken off before.
    OfGround hit(std::size_t i, const Vec3d& place, const Vec3d& comes_with,
                 const std::vector<GroundTouch>& touches) const {
        const Vec3d by = place - position[i], before = velocity[i], turn_before = turn[i];
        position[i] = place;
        drift[i] += narrow(by);
        Motion motion{comes_with, turn[i]};
        for (const GroundTouch& touch : touches)
            motion = afterImpact(motion, touch.normal, radius[i], lawOf(i).friction, stage.spin);
        velocity[i] = motion.velocity - forces.force[i] * (0.5 * dt / mass[i]);
        turn[i] = motion.spin;
        memory.clear(i);
        if (!(dt > 0)) return keep(i, {}, {});
        const double inertia = 0.4 * mass[i] * radius[i] * radius[i];
        return keep(i, (velocity[i] - before) * (mass[i] / dt), (turn[i] - turn_before) * (inertia / dt));
    }

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

}  // namespace

step::Access CollideGround::access() const {
    using namespace grains::fields;
    step::Access access{.reads = {{grains_table, &radius},
                                  {grains_table, &mass},
                                  {grains_table, &grains::fields::material},
                                  {ground::ground_table, &ground::fields::height},
                                  {ground::changes_table, &ground::fields::changes},
                                  {ground_load_table, &fields::room_after},
                                  {ground_load_table, &fields::load_sum},
                                  {ground_load_table, &fields::load_torque_sum},
                                  {ground_load_table, &fields::load_steps}},
                        .writes = {{ground_load_table, &fields::room_after},
                                   {ground_load_table, &fields::load_sum},
                                   {ground_load_table, &fields::load_torque_sum},
                                   {ground_load_table, &fields::load_steps}},
                        .resizes = {},
                        .fills = {name}};
    std::vector<step::FieldRef> both = GroundMemory::columns(laws.resistsTurning());
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&position, &velocity, &grains::fields::spin, &drift})
        both.push_back({grains_table, field});
    for (const state::FieldInfo* field : grains::forceFields(precision))
        both.push_back({grains_table, field});
    if (settles) access.reads.push_back({grains_table, &settled});
    both.push_back({grains_table, &fields::ground_room});
    for (const step::FieldRef& field : grains::Sleepers::reads()) access.reads.push_back(field);
    if (settles) both.push_back({grains_table, &fields::sunk});
    if (rests) {
        both.push_back({grains_table, &fields::ground_force});
        both.push_back({grains_table, &fields::ground_torque});
    }
    access.reads.insert(access.reads.end(), both.begin(), both.end());
    access.writes.insert(access.writes.end(), both.begin(), both.end());
    return access;
}

void CollideGround::run(step::Step& step) {
    const auto height = step.read(ground::ground_table, ground::fields::height);
    const double range = laws.range();
    const std::uint64_t changes = step.read(ground::changes_table, ground::fields::changes)[0];
    GroundRoom& room = step.fill<GroundRoom>(name);
    if (room.tops_after != changes) room.tops.build(step.exec, grid, height, largest_radius + range);
    room.tops_after = changes;
    std::uint64_t& known = step.write(ground_load_table, fields::room_after)[0];
    if (known != changes)
        for (float& left : step.write(grains_table, fields::ground_room)) left = 0;
    known = changes;
    const CollideGrain collide{
        *this,
        room.tops,
        geometry::GroundSurface(grid, height),
        height,
        step.dt,
        range,
        step.write(grains_table, grains::fields::position),
        step.write(grains_table, grains::fields::velocity),
        step.write(grains_table, grains::fields::spin),
        grains::forcesIn(precision, [&](const auto& field) { return step.write(grains_table, field); }),
        step.write(grains_table, grains::fields::drift),
        step.read(grains_table, grains::fields::radius),
        step.read(grains_table, grains::fields::mass),
        step.read(grains_table, grains::fields::material),
        GroundMemory::of(step, laws.resistsTurning()),
        rests ? step.write(grains_table, fields::ground_force) : View<Vec3f>{},
        rests ? step.write(grains_table, fields::ground_torque) : View<Vec3f>{},
        step.write(grains_table, fields::ground_room),
        settles ? step.write(grains_table, fields::sunk) : View<float>{}};
    const auto settled =
        settles ? step.read(grains_table, grains::fields::settled) : View<const std::uint8_t>{};
    const grains::Sleepers sleepers = grains::Sleepers::of(step);
    // A part of a block each: what touches the ground are few grains, and each takes long.
    const std::size_t part = sleepers.part();
    const std::size_t count = collide.radius.size();
    std::vector<OfGround> of_part((count + part - 1) / part);
    exec::for_each_range(
        step.exec, count,
        [&](std::size_t begin, std::size_t end) {
            OfGround sum;
            // What sleeps keeps its forces, and the ground its load.
            if (sleepers.have(begin)) {
                for (std::size_t i = begin; i < end; ++i) sum += collide.kept(i);
            } else {
                auto borrowed = room.tasks.borrow();
                borrowed->begin(laws.materials());
                grains::forFreeRuns(settled, begin, end, [&](std::size_t first, std::size_t last) {
                    collide.listNear(first, last, *borrowed);
                });
                for (const std::uint32_t i : borrowed->near) sum += collide.find(i, *borrowed);
                for (std::size_t m = 0; m < laws.materials(); ++m)
                    borrowed->batches[m].work(laws.at(m, material), step.dt);
                for (const Pressing& pressing : borrowed->pressing)
                    sum += collide.finish(pressing, borrowed->batches[collide.material[pressing.grain]]);
            }
            of_part[begin / part] = sum;
        },
        part);
    Vec3d& load = step.write(ground_load_table, fields::load_sum)[0];
    Vec3d& torque = step.write(ground_load_table, fields::load_torque_sum)[0];
    for (const OfGround& sum : of_part) {
        load -= sum.force;
        torque -= sum.torque;
    }
    ++step.write(ground_load_table, fields::load_steps)[0];
}

}  // namespace talus::couple
