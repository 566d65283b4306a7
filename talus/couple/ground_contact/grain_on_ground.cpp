#include "talus/couple/ground_contact/grain_on_ground.h"

#include <algorithm>

#include "talus/grains/law/pair_force.h"

namespace talus::couple {

using grains::LawConstants;

OfGround GrainOnGround::find(std::size_t i, GroundScratch& scratch) const {
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

OfGround GrainOnGround::finish(const Pressing& pressing, const GroundBatch& batch) const {
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

grains::Touch<double> GrainOnGround::inTermsOfTheLaw(std::size_t i, const GroundTouch& found) const {
    grains::Touch<double> touch;
    touch.overlap = standsOff(i) - found.distance;
    touch.normal = found.normal;
    touch.effective_mass = mass[i];
    touch.effective_radius = radius[i];
    touch.velocity = stage.spin ? velocity[i] - cross(turn[i] * radius[i], found.normal) : velocity[i];
    touch.turning = turn[i];
    return touch;
}

void GrainOnGround::gather(std::size_t i, GroundScratch& scratch) const {
    const LawConstants& law = lawOf(i);
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

std::vector<geometry::GroundTouch> GrainOnGround::touchesIn(const Pressing& pressing,
                                                            const GroundBatch& batch) const {
    std::vector<GroundTouch> touches;
    for (std::size_t row = pressing.first; row < pressing.last; ++row)
        touches.push_back({batch.normal(row), standsOff(pressing.grain) - batch.overlap(row)});
    return touches;
}

}  // namespace talus::couple
