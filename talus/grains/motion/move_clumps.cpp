#include "talus/grains/motion/move_clumps.h"

#include <algorithm>
#include <limits>

#include "talus/exec/for_each.h"
#include "talus/grains/forces/forces.h"
#include "talus/math/free_turn.h"
#include "talus/math/slowest.h"

namespace talus::grains {
namespace {

/// Clumps of a task.
constexpr std::size_t clumps_a_task = 256;

/// The columns of the table of grains that follow the clumps.
struct SphereColumns {
    state::View<Vec3d> velocity, spin;

    static SphereColumns of(step::Step& step) {
        return {step.write(grains_table, fields::velocity), step.write(grains_table, fields::spin)};
    }
};

step::Access accessOf(bool moves) {
    using namespace fields;
    step::Access access{.reads = clumpFields(), .writes = clumpFields(), .resizes = {}};
    for (const step::FieldRef& field : clumpConstants()) access.reads.push_back(field);
    access.reads.push_back({grains_table, &material});
    access.writes.push_back({grains_table, &velocity});
    access.writes.push_back({grains_table, &spin});
    if (!moves) return access;
    for (const state::FieldInfo* field :
         {static_cast<const state::FieldInfo*>(&position), static_cast<const state::FieldInfo*>(&drift)}) {
        access.reads.push_back({grains_table, field});
        access.writes.push_back({grains_table, field});
    }
    return access;
}

/// Whether clumps of fixed materials must not move.
bool isFixed(const ClumpMotion& motion, state::View<const std::uint16_t> material, std::size_t row) {
    return !motion.fixed.empty() && motion.fixed[material[row]] != 0;
}

/// The shortest side of a periodic domain [m]; infinite where there is none.
double shortestPeriod(const environment::Periodic& domain) {
    double shortest = std::numeric_limits<double>::infinity();
    for (const double length : {domain.length.x, domain.length.y, domain.length.z})
        if (length > 0) shortest = std::min(shortest, length);
    return shortest;
}

/// The new velocities of a clump: V + F/M h and L + T h.
void kick(const ClumpColumns& clumps, std::size_t c, double h, double keep, bool spins) {
    clumps.velocity[c] = stoppedIfSlow(clumps.velocity[c] * keep + clumps.force[c] * (h / clumps.mass[c]));
    if (spins) clumps.momentum[c] = clumps.momentum[c] * keep + clumps.torque[c] * h;
}

/// Angular velocity of a clump. One that is too slow to matter ends the angular momentum.
Vec3d spinNow(const ClumpColumns& clumps, std::size_t c, const Rotation& rotation, const Vec3d& inverse) {
    const Vec3d spin = stoppedIfSlow(spinOf(rotation, inverse, clumps.momentum[c]));
    if (spin == Vec3d{}) clumps.momentum[c] = {};
    return spin;
}

}  // namespace

step::Access MoveClumps::access() const { return accessOf(true); }

void MoveClumps::run(step::Step& step) const {
    const ClumpColumns clumps = ClumpColumns::of(step);
    const SphereColumns spheres = SphereColumns::of(step);
    const auto position = step.write(grains_table, fields::position);
    const auto drift = step.write(grains_table, fields::drift);
    const auto material = step.read(grains_table, fields::material);
    const double dt = step.dt, near = 0.25 * shortestPeriod(motion.domain);
    exec::for_each(
        step.exec, clumps.size(),
        [&](std::size_t c) {
            const ClumpShape& shape = *motion.shapes[clumps.shape[c]];
            const std::uint32_t* const rows = &clumps.sphere_row[clumps.first_sphere[c]];
            if (isFixed(motion, material, *rows)) return;
            const Vec3d inverse = inverseInertia(shape, clumps.mass[c], clumps.radius[c]);
            kick(clumps, c, share * dt, keep, motion.spin);
            const Vec3d velocity = clumps.velocity[c], centre = clumps.position[c] += velocity * dt;
            Rotation rotation = clumps.rotation(c);
            Vec3d spin;
            if (motion.spin && clumps.momentum[c] != Vec3d{}) {
                rotation = rotatedBySpin(
                    rotation, meanSpin(inverse, rotatedBack(rotation, clumps.momentum[c]), dt), dt);
                clumps.axis_x[c] = rotation.x;
                clumps.axis_y[c] = rotation.y;
                spin = spinNow(clumps, c, rotation, inverse);
            }
            for (std::size_t k = 0; k < shape.spheres.size(); ++k) {
                const std::size_t i = rows[k];
                const Vec3d arm = rotated(rotation, shape.spheres[k].centre * clumps.radius[c]);
                Vec3d next = centre + arm;
                // A sphere may be a whole number of periods from its place beside the centre of mass, and
                // stays there: a sphere that jumped would need a new search. In one step it moves by less
                // than its radius.
                if (motion.domain.any()) {
                    const Vec3d apart = position[i] - next;
                    if (squaredLength(apart) > near * near) next += apart - shortest(motion.domain, apart);
                }
                drift[i] += narrow(next - position[i]);
                position[i] = next;
                spheres.velocity[i] = velocity + cross(spin, arm);
                spheres.spin[i] = spin;
            }
        },
        clumps_a_task);
}

step::Access KickClumps::access() const {
    step::Access access = accessOf(false);
    for (const state::FieldInfo* field : forceFields(motion.precision))
        access.reads.push_back({grains_table, field});
    return access;
}

void KickClumps::run(step::Step& step) const {
    const ClumpColumns clumps = ClumpColumns::of(step);
    const SphereColumns spheres = SphereColumns::of(step);
    const auto material = step.read(grains_table, fields::material);
    const auto forces =
        forcesIn(motion.precision, [&](const auto& field) { return step.read(grains_table, field); });
    // Between joined steps nothing reads the velocities before the next step sets them.
    const bool writes = share != 0 && !step.in_row.goes_on;
    exec::for_each(
        step.exec, clumps.size(),
        [&](std::size_t c) {
            const ClumpShape& shape = *motion.shapes[clumps.shape[c]];
            const std::uint32_t* const rows = &clumps.sphere_row[clumps.first_sphere[c]];
            if (isFixed(motion, material, *rows)) return;
            const Rotation rotation = clumps.rotation(c);
            // Each sphere has the weight of the whole clump (fields::clump); it acts once, at the centre.
            const Vec3d weight = motion.gravity * clumps.mass[c];
            Vec3d force, torque;
            for (std::size_t k = 0; k < shape.spheres.size(); ++k) {
                const Vec3d push = forces.force[rows[k]] - weight;
                force += push;
                torque += forces.torque[rows[k]] +
                          cross(rotated(rotation, shape.spheres[k].centre * clumps.radius[c]), push);
            }
            clumps.force[c] = force + weight;
            clumps.torque[c] = torque;
            if (share == 0) return;
            kick(clumps, c, share * step.dt, 1, motion.spin);
            if (!writes) return;
            const Vec3d velocity = clumps.velocity[c];
            const Vec3d spin =
                spinNow(clumps, c, rotation, inverseInertia(shape, clumps.mass[c], clumps.radius[c]));
            for (std::size_t k = 0; k < shape.spheres.size(); ++k) {
                spheres.velocity[rows[k]] =
                    velocity + cross(spin, rotated(rotation, shape.spheres[k].centre * clumps.radius[c]));
                spheres.spin[rows[k]] = spin;
            }
        },
        clumps_a_task);
}

}  // namespace talus::grains
