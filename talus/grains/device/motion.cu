#include <algorithm>
#include <bit>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/grains/device/grains_state.h"
#include "talus/grains/kick_grain.h"

namespace talus::grains::device {
namespace {

KickGrain kickOf(const Motion& motion, GrainTables& tables) {
    PlacedTable& grains = tables.grains;
    return {grains.read(fields::force),
            grains.read(fields::torque),
            grains.read(fields::mass),
            grains.read(fields::radius),
            grains.write(fields::velocity),
            grains.write(fields::spin),
            motion.h,
            motion.keep,
            motion.spin};
}

struct HoldGrain {
    View<const std::uint8_t> fixed;
    View<const std::uint16_t> material;
    View<Vec3d> force, torque;
    TALUS_HD void operator()(std::size_t i) const {
        if (fixed[material[i]] == 0) return;
        force[i] = {};
        torque[i] = {};
    }
};

/// Bits of floats that have no sign order as the floats do.
struct SquareOfDrift {
    View<const Vec3f> drift;
    TALUS_HD std::uint32_t operator()(std::size_t i) const {
        return std::bit_cast<std::uint32_t>(squaredLength(drift[i])) & 0x7fffffffu;
    }
};

struct Larger {
    TALUS_HD std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a < b ? b : a; }
};

}  // namespace

void kickAndDrift(const exec::Exec& exec, const Motion& motion, double dt, bool twice, GrainTables& tables) {
    exec::for_each(exec, tables.grains.size(),
                   KickAndDriftGrain{kickOf(motion, tables), tables.grains.write(fields::position),
                                     tables.grains.write(fields::drift), dt, twice});
}

void kick(const exec::Exec& exec, const Motion& motion, GrainTables& tables) {
    exec::for_each(exec, tables.grains.size(), kickOf(motion, tables));
}

void holdFixed(const exec::Exec& exec, View<const std::uint8_t> fixed, GrainTables& tables) {
    PlacedTable& grains = tables.grains;
    exec::for_each(exec, grains.size(),
                   HoldGrain{fixed, grains.read(fields::material), grains.write(fields::force),
                             grains.write(fields::torque)});
}

float farthestDrift(const exec::Exec& exec, const GrainTables& tables) {
    const auto drift = tables.grains.read(fields::drift);
    return std::bit_cast<float>(
        exec::reduce(exec, drift.size(), std::uint32_t{0}, SquareOfDrift{drift}, Larger{}));
}

}  // namespace talus::grains::device
