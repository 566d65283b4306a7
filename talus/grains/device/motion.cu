#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/grains/device/grains_state.h"
#include "talus/grains/motion/kick_grain.h"
#include "talus/grains/search/allowance.h"

namespace talus::grains::device {
namespace {

KickGrain kickOf(const Motion& motion, GrainTables& tables) {
    DeviceOrHostTable& grains = tables.grains;
    return {
        forcesIn(tables.precision(), [&](const auto& field) { return std::as_const(grains).read(field); }),
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
    Forces<Vec3d> forces;
    TALUS_HD void operator()(std::size_t i) const {
        if (fixed[material[i]] == 0) return;
        forces.force.put(i, {});
        forces.torque.put(i, {});
    }
};

}  // namespace

void kickAndDrift(const exec::Exec& exec, const Motion& motion, double dt, std::size_t deferred,
                  GrainTables& tables) {
    exec::for_each(exec, tables.grains.size(),
                   KickAndDriftGrain{kickOf(motion, tables), tables.grains.write(fields::position),
                                     tables.grains.write(fields::drift), dt, deferred});
}

void kick(const exec::Exec& exec, const Motion& motion, GrainTables& tables) {
    exec::for_each(exec, tables.grains.size(), kickOf(motion, tables));
}

void holdFixed(const exec::Exec& exec, View<const std::uint8_t> fixed, GrainTables& tables) {
    DeviceOrHostTable& grains = tables.grains;
    exec::for_each(
        exec, grains.size(),
        HoldGrain{fixed, grains.read(fields::material),
                  forcesIn(tables.precision(), [&](const auto& field) { return grains.write(field); })});
}

bool hasLeft(const exec::Exec& exec, const GrainTables& tables) {
    return exec::reduce(exec, tables.grains.size(), std::uint32_t{0},
                        HasLeft{tables.grains.read(fields::drift), tables.grains.read(fields::allowance)},
                        exec::Either{}) != 0;
}

}  // namespace talus::grains::device
