#include "talus/grains/motion/kick_grain.h"
#include "talus/math/transpose.h"

namespace talus::grains {
namespace {

constexpr std::size_t grains_per_pack = 8;  // their vectors are three rows of eight numbers

/// Eight vectors in memory order: x y z x y z x y ...
template <class Real>
using Vectors = std::array<Row8<Real>, 3>;

template <class Real>
Vectors<Real> load(const Vec3<Real>& first) {
    Vectors<Real> v;
    std::memcpy(&v, &first.x, sizeof v);
    return v;
}
template <class Real>
void store(Vec3<Real>& first, const Vectors<Real>& v) {
    std::memcpy(&first.x, &v, sizeof v);
}
Vectors<double> wide(const Vectors<double>& v) { return v; }
Vectors<double> wide(const Vectors<float>& v) {
    Vectors<double> out;
    for (std::size_t k = 0; k < 3; ++k) out[k] = __builtin_convertvector(v[k], Row8<double>);
    return out;
}
Row8<double> load(const double& first) {
    Row8<double> row;
    std::memcpy(&row, &first, sizeof row);
    return row;
}

/// Repeats one number per grain for the three components of its vector, in the order of Vectors.
Vectors<double> perComponent(const Row8<double>& s) {
    return {__builtin_shufflevector(s, s, 0, 0, 0, 1, 1, 1, 2, 2),
            __builtin_shufflevector(s, s, 2, 3, 3, 3, 4, 4, 4, 5),
            __builtin_shufflevector(s, s, 5, 5, 6, 6, 6, 7, 7, 7)};
}

Row8<double> stoppedIfSlow(const Row8<double>& v) {
    return (v < slowest_motion && v > -slowest_motion) ? Row8<double>{} : v;
}

/// v = keep v + d + second_kick d with d = scale * rate. After each kick, components below slowest_motion are
/// set to zero.
Vectors<double> kicked(const Vectors<double>& v, const Vectors<double>& rate, const Vectors<double>& scale,
                       double keep, double second_kick) {
    Vectors<double> out;
    for (std::size_t k = 0; k < 3; ++k) {
        const Row8<double> d = rate[k] * scale[k];
        out[k] = stoppedIfSlow(stoppedIfSlow(v[k] * keep + d) + d * second_kick);
    }
    return out;
}

/// Kicks and moves grains i to i + 7. Either all of them have a deferred kick or none has. @tparam Real
/// precision of the stored forces
template <class Real>
void move(const KickAndDriftGrain& m, std::size_t i) {
    const KickGrain& kick = m.kick;
    const double second_kick = i < m.deferred ? 1 : 0;
    const Row8<double> radius = load(kick.radius[i]);
    const Row8<double> gyration = 0.4 * radius * radius;
    const Row8<double> per_inertia = kick.h / (load(kick.mass[i]) * gyration);

    const Vectors<double> velocity =
        kicked(load(kick.velocity[i]), wide(load(kick.forces.force.in<Real>()[i])),
               perComponent(per_inertia * gyration), kick.keep, second_kick);
    Vectors<double> position = load(m.position[i]);
    Vectors<float> drift = load(m.drift[i]);
    for (std::size_t k = 0; k < 3; ++k) {
        const Row8<double> displacement = velocity[k] * m.dt;
        position[k] += displacement;
        drift[k] += __builtin_convertvector(displacement, Row8<float>);
    }
    if (kick.spins)
        store(kick.spin[i], kicked(load(kick.spin[i]), wide(load(kick.forces.torque.in<Real>()[i])),
                                   perComponent(per_inertia), kick.keep, second_kick));
    store(kick.velocity[i], velocity);
    store(m.position[i], position);
    store(m.drift[i], drift);
}

}  // namespace

void kickAndDrift(const KickAndDriftGrain& m, std::size_t begin, std::size_t end) {
    const bool single = m.kick.forces.force.isSingle();
    std::size_t i = begin;
    for (; i + grains_per_pack <= end; i += grains_per_pack)
        if (i < m.deferred && m.deferred < i + grains_per_pack)
            for (std::size_t k = 0; k < grains_per_pack; ++k) m(i + k);
        else
            single ? move<float>(m, i) : move<double>(m, i);
    for (; i < end; ++i) m(i);
}

}  // namespace talus::grains
