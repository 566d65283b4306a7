#include "talus/exec/for_each.h"
#include "talus/grains/device/grains_state.h"
#include "talus/grains/forces/contact_kernel.h"
#include "talus/grains/inverse_mass.h"
#include "talus/grains/law/laws.h"

namespace talus::grains::device {
namespace {

/// Computes one listed pair: updates its springs and stores its forces, which GatherForces sums for each
/// grain.
template <class Real>
struct ActOnPair {
    View<const Vec3d> position, velocity, spin;
    View<const double> radius, mass;
    View<const std::uint16_t> material;
    View<const std::uint8_t> fixed;  ///< by material; empty where no material is fixed
    View<const std::uint32_t> first, second;
    View<const std::uint8_t> image;
    LawView laws;
    environment::Periodic domain;
    bool spins;
    double dt;
    View<std::uint8_t> touching;
    View<Vec3<Real>> spring, angle;  ///< angle is empty where no contact resists rolling or twisting
    View<Vec3<Real>> force, on_first, on_second;

    TALUS_HD Octet<Real> motionOf(std::size_t i) const {
        const double a = radius[i];
        const bool held = !fixed.empty() && fixed[material[i]] != 0;
        return {quad<Real>(velocity[i], inverseMass(mass[i], held)), quad<Real>(spin[i] * a, a)};
    }
    TALUS_HD Vec3<Real> turningOf(std::size_t i) const { return quad<Real>(spin[i], 0).xyz(); }

    TALUS_HD void operator()(std::size_t row) const {
        const std::size_t i = first[row], j = second[row];
        Vec3d apart = position[i] - position[j];
        if (image[row] != environment::own_image) apart = apart - shiftOf(domain, image[row]);
        PairMemory<Real> held{touching[row] != 0, spring[row], {}};
        Vec3<Real> turning;
        if (!angle.empty()) {
            held.angle = angle[row];
            turning = turningOf(i) - turningOf(j);
        }
        const PairAction<Real> action =
            actionOf<BuiltInLaws>(relativeState<Real>(apart, radius[i] + radius[j], motionOf(i), motionOf(j)),
                                  laws.at(material[i], material[j]), held, turning, spins, dt);
        touching[row] = action.memory.touching;
        spring[row] = action.memory.spring;
        if (!angle.empty()) angle[row] = action.memory.angle;
        if (!action.memory.touching) return;
        force[row] = action.force;
        if (!spins) return;
        on_first[row] = action.torques.on_i;
        on_second[row] = action.torques.on_j;
    }
};

/// Sums weight and contact forces of one grain, in the order of the list, as on the processor.
template <class Real>
struct GatherForces {
    View<const std::uint32_t> begin, pair;
    View<const std::uint64_t> keys;  ///< PairIndex::keys
    View<const std::uint8_t> touching;
    View<const Vec3<Real>> force, on_first, on_second;
    View<const double> mass;
    Vec3d gravity;
    bool spins;
    View<Vec3<Real>> force_sum, torque_sum;

    TALUS_HD void operator()(std::size_t i) const {
        std::uint32_t k = begin[i];
        const Octet<Real> own = sumOf(k, begin[i + 1], std::uint64_t{i} << 32);
        const Quad<Real>& f = own.low;
        Vec3<Real> sum = quad<Real>(gravity * mass[i] + Vec3d{f.x, f.y, f.z}, 0).xyz(),
                   torque = own.high.xyz();
        while (k < begin[i + 1]) {
            const Octet<Real> ghost = sumOf(k, begin[i + 1], keys[k]);
            sum += ghost.low.xyz();
            torque += ghost.high.xyz();
        }
        force_sum[i] = sum;
        torque_sum[i] = torque;
    }

    /// Sum over the pairs from index k on that have this key. Advances k to the first pair that has another
    /// one.
    TALUS_HD Octet<Real> sumOf(std::uint32_t& k, std::uint32_t end, std::uint64_t key) const {
        Octet<Real> sum{};
        for (; k < end && keys[k] == key; ++k) {
            const std::uint32_t row = pair[k] / 2;
            const bool is_second = pair[k] % 2 != 0;
            if (touching[row] == 0) continue;
            sum.low += is_second ? -force[row] : force[row];
            if (spins) sum.high += is_second ? on_second[row] : on_first[row];
        }
        return sum;
    }
};

}  // namespace

template <class Real>
void contactForces(const exec::Exec& exec, const Settings& settings, View<const std::uint8_t> fixed,
                   double dt, GrainTables& tables, const PairIndex& index, PairForces<Real>& pairs) {
    DeviceOrHostTable &grains = tables.grains, &contacts = tables.contacts;
    pairs.force.resize(contacts.size());
    pairs.on_first.resize(settings.spin ? contacts.size() : 0);
    pairs.on_second.resize(settings.spin ? contacts.size() : 0);
    const auto touching = contacts.write(fields::touching);
    exec::for_each(exec, contacts.size(),
                   ActOnPair<Real>{grains.read(fields::position),
                                   grains.read(fields::velocity),
                                   grains.read(fields::spin),
                                   grains.read(fields::radius),
                                   grains.read(fields::mass),
                                   grains.read(fields::material),
                                   fixed,
                                   index.first.view(),
                                   index.second.view(),
                                   index.image.view(),
                                   settings.laws,
                                   settings.domain,
                                   settings.spin,
                                   dt,
                                   touching,
                                   contacts.write(fields::spring<Real>),
                                   contacts.writeIfAny(fields::angle<Real>),
                                   pairs.force.view(),
                                   pairs.on_first.view(),
                                   pairs.on_second.view()});
    exec::for_each(exec, grains.size(),
                   GatherForces<Real>{index.begin.view(), index.pair.view(), index.keys.view(), touching,
                                      pairs.force.view(), pairs.on_first.view(), pairs.on_second.view(),
                                      grains.read(fields::mass), settings.gravity, settings.spin,
                                      grains.write(fields::force<Real>), grains.write(fields::torque<Real>)});
}

template void contactForces(const exec::Exec&, const Settings&, View<const std::uint8_t>, double,
                            GrainTables&, const PairIndex&, PairForces<double>&);
template void contactForces(const exec::Exec&, const Settings&, View<const std::uint8_t>, double,
                            GrainTables&, const PairIndex&, PairForces<float>&);

}  // namespace talus::grains::device
