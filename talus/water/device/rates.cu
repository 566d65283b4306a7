#include "talus/exec/for_each.h"
#include "talus/water/device/listed_pairs.h"
#include "talus/water/forces/pairs.h"
#include "talus/water/solver/rates.h"

// Sums over pairs, one thread per particle.
namespace talus::water::device {
namespace {

struct CohesionOfParticle {
    ListedPairs pairs;
    PairCohesion law;
    View<const Quad<float>> flow;
    View<Vec3f> force;

    TALUS_HD void operator()(std::size_t i) const {
        const float density = flow[i].w;
        Vec3f sum;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
            addCohesion<float>(law, density, pair, flow[j].w, sum);
        });
        force[i] -= sum;
    }
};

template <class K>
struct RatesOfParticle {
    ListedPairs pairs;
    K kernel;
    RateLaw law;
    float alone;  ///< value of the kernel at distance 0
    View<const Quad<float>> flow, wall;
    View<const float> wall_rate;
    View<const Vec3f> force;
    View<Vec3f> acceleration;
    View<float> rate;

    TALUS_HD void operator()(std::size_t i) const {
        const Quad<float> own = flow[i];
        const float pressure = pairs.position_pressure[i].w;
        RateSums<float> sum;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
            addRates<float>(law, kernel, own, pressure, pair, flow[j].xyz(), flow[j].w, sum);
        });
        const Rates rates = ratesOf(law, alone, sum, own, pressure, wall[i], wall_rate[i], force[i]);
        acceleration[i] = rates.acceleration;
        rate[i] = rates.density;
    }
};

}  // namespace

void applyCohesion(const exec::Exec& exec, const Setup& setup, WaterState& state) {
    exec::for_each(exec, state.water.size(),
                   CohesionOfParticle{ListedPairs(setup, state),
                                      PairCohesion(static_cast<float>(setup.cohesion()),
                                                   static_cast<float>(setup.smoothing.support)),
                                      std::as_const(state.work.flow).view(), state.work.force.view()});
}

void findRates(const exec::Exec& exec, const Setup& setup, const Compressible& law, WaterState& state) {
    const Work& work = state.work;
    const auto volume = static_cast<float>(setup.smoothing.volume);
    withKernel(setup.smoothing, [&](const auto& kernel) {
        using K = std::decay_t<decltype(kernel)>;
        exec::for_each(exec, state.water.size(),
                       RatesOfParticle<K>{
                           ListedPairs(setup, state), kernel,
                           RateLaw(law, double{static_cast<float>(setup.smoothing.support)}, volume),
                           kernel.template value<float>(0.0f), work.flow.view(), work.wall.view(),
                           work.wall_rate.view(), work.force.view(), state.water.write(fields::acceleration),
                           state.water.write(fields::density_rate)});
    });
}

}  // namespace talus::water::device
