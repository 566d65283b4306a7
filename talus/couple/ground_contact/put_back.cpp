#include "talus/couple/ground_contact/grain_on_ground.h"

#include <algorithm>

#include "talus/couple/ground_contact/ground_impact.h"
#include "talus/grains/law/pair_force.h"

namespace talus::couple {

using grains::LawConstants;

GroundForce GrainOnGround::stop(std::size_t i, std::vector<GroundTouch> touches) const {
    std::erase_if(touches, [&](const GroundTouch& found) { return found.distance >= contactRadius(i); });
    double back = 0;
    for (const GroundTouch& found : touches) {
        const double overlap = contactRadius(i) - found.distance, inwards = -dot(velocity[i], found.normal);
        if (inwards > 0) back = std::max(back, std::min(dt, overlap / inwards));
    }
    const Vec3d path = velocity[i] * (dt - back);
    return hit(i, position[i] - velocity[i] * back, atSameEnergy(velocity[i], path, stage.gravity, dt, 0),
               touches);
}

std::optional<GroundForce> GrainOnGround::putBack(std::size_t i, bool above) const {
    const Vec3d path = velocity[i] * dt, from = position[i] - path;
    const double path_length = length(path);
    const double round_off = 1e-12 * (length(from) + path_length) + 1e-9 * radius[i];
    const auto found = surface.crossing(from, position[i], round_off);
    if (!found) {
        if (above) return std::nullopt;
        return lift(i);
    }
    // Back from where the centre went in to where the grain would touch a plane. If other ground is nearer
    // than the radius there, further back, up to the start of the path.
    const double a = contactRadius(i), steep = std::max(-dot(path, found->normal), 1e-6 * path_length);
    double share = path_length > 0 ? std::max(0.0, found->share - a / steep) : 0;
    std::vector<GroundTouch> touches;
    for (double min_step = a / 16; share > 0; min_step *= 2) {
        const double clear = surface.clearance(from + path * share, a);
        if (clear >= a * (1 - 1e-9)) break;
        share = std::max(0.0, share - std::max(a - clear, min_step) / path_length);
    }
    const Vec3d at = from + path * share;
    surface.touches(at, a, touches);
    const LawConstants& law = lawOf(i);
    double stored = 0;
    for (const GroundTouch& touch : touches) {
        const double overlap = a - touch.distance;
        const double energy = grains::springEnergy(law, overlap, mass[i], a, 0);
        // Springs that are too stiff for the step do not act.
        if (2 * energy * dt * dt <= mass[i] * overlap * overlap) stored += energy;
    }
    return hit(i, at, atSameEnergy(velocity[i], path * share, stage.gravity, dt, stored / mass[i]),
               {{found->normal, a}});
}

GroundForce GrainOnGround::lift(std::size_t i) const {
    const Vec3d& p = position[i];
    const auto top = geometry::surfaceAt(stage.grid, height, p.x, p.y);
    if (!top) return {};
    return hit(i, {p.x, p.y, top->height + contactRadius(i) / top->normal.z}, velocity[i],
               {{top->normal, contactRadius(i)}});
}

GroundForce GrainOnGround::hit(std::size_t i, const Vec3d& at, const Vec3d& comes_with,
                               const std::vector<GroundTouch>& touches) const {
    const Vec3d by = at - position[i], before = velocity[i], spin_before = spin[i];
    position[i] = at;
    drift[i] += narrow(by);
    Motion motion{comes_with, spin[i]};
    for (const GroundTouch& touch : touches)
        motion = afterImpact(motion, touch.normal, radius[i], lawOf(i).friction, stage.spin);
    velocity[i] = motion.velocity - forces.force[i] * (0.5 * dt / mass[i]);
    spin[i] = motion.spin;
    memory.clear(i);
    if (!(dt > 0)) return keep(i, {}, {});
    const double inertia = 0.4 * mass[i] * radius[i] * radius[i];
    return keep(i, (velocity[i] - before) * (mass[i] / dt), (spin[i] - spin_before) * (inertia / dt));
}

}  // namespace talus::couple
