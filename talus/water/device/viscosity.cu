#include "talus/exec/for_each.h"
#include "talus/water/device/listed_pairs.h"
#include "talus/water/forces/pairs.h"

// The same as Viscosity in forces.cpp.
namespace talus::water::device {
namespace {

template <class K>
struct ViscosityOfParticle {
    ListedPairs pairs;
    K kernel;
    PairViscosity law;
    float volume;                         ///< of a particle at rest [m^3]
    float on_noise;                       ///< [m^2/s]
    View<const Quad<float>> flow, noise;  ///< noise is empty where none is damped
    View<Vec3f> force;

    TALUS_HD void operator()(std::size_t i) const {
        const Quad<float> own = flow[i];
        Vec3f sum, of_noise;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
            addViscosity<float>(law, kernel, own, pair, flow[j].xyz(), sum);
            if (!noise.empty()) addFrictionOfNoise<float>(kernel, noise[i], pair, noise[j].xyz(), of_noise);
        });
        force[i] += sum * volume + of_noise * (2 * on_noise * volume);
    }
};

template <class K>
struct NoiseOfParticle {
    ListedPairs pairs;
    K kernel;
    View<const Quad<float>> flow;
    View<Quad<float>> noise;

    TALUS_HD void operator()(std::size_t i) const {
        Vec3f sum;
        float weight = 0;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
            addToMean<float>(kernel, pair, flow[j].xyz(), sum, weight);
        });
        noise[i] = noiseOf(flow[i], sum, weight);
    }
};

template <class K>
struct FrictionOfParticle {
    ListedPairs pairs;
    K kernel;
    FrictionAt<float> nu;
    float volume;
    View<const Quad<float>> flow;
    View<Quad<float>> rate;  ///< [m/s^2]

    TALUS_HD void operator()(std::size_t i) const {
        const Quad<float> own = flow[i];
        Vec3f sum;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
            addFriction<float>(nu, kernel, own, pair, flow[j].xyz(), sum);
        });
        rate[i] = {sum.x * volume, sum.y * volume, sum.z * volume, 0};
    }
};

struct AddRate {
    float dt;
    View<const Quad<float>> rate;
    View<Quad<float>> flow;
    TALUS_HD void operator()(std::size_t i) const { flow[i] += rate[i].xyz() * dt; }
};

}  // namespace

void applyViscosity(const exec::Exec& exec, const Setup& setup, const Viscosity& viscosity, double dt,
                    WaterState& state) {
    const std::size_t count = state.water.size();
    const Smoothing& smoothing = setup.smoothing;
    const auto volume = static_cast<float>(smoothing.volume), seconds = static_cast<float>(dt);
    const FrictionParts parts(viscosity.friction, smoothing.volume, dt);
    const bool with_noise = viscosity.on_noise > 0;
    DeviceOrHostArray<Quad<float>>&flow = state.work.flow, &scratch = state.solve.pressure_acceleration;
    if (parts.count > 1 || with_noise) scratch.resize(count);
    const View<const Quad<float>> flows = std::as_const(flow).view(),
                                  scratch_view = std::as_const(scratch).view();
    withKernel(smoothing, [&](const auto& kernel) {
        using K = std::decay_t<decltype(kernel)>;
        const ListedPairs pairs(setup, state);
        for (int k = 1; k < parts.count; ++k) {
            exec::for_each(exec, count,
                           FrictionOfParticle<K>{pairs, kernel, FrictionAt<float>(parts.each), volume, flows,
                                                 scratch.view()});
            exec::for_each(exec, count, AddRate{seconds, scratch_view, flow.view()});
        }
        if (with_noise) exec::for_each(exec, count, NoiseOfParticle<K>{pairs, kernel, flows, scratch.view()});
        const PairViscosity law(parts.each, static_cast<float>(viscosity.mixing / dt),
                                static_cast<float>(viscosity.damping), static_cast<float>(viscosity.impact),
                                static_cast<float>(smoothing.support));
        exec::for_each(exec, count,
                       ViscosityOfParticle<K>{
                           pairs, kernel, law, volume, static_cast<float>(viscosity.on_noise), flows,
                           with_noise ? scratch_view : View<const Quad<float>>{}, state.work.force.view()});
    });
}

}  // namespace talus::water::device
