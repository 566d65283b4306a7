#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/water/device/listed_pairs.h"
#include "talus/water/forces/pairs.h"
#include "talus/water/solver/corrections.h"
#include "talus/water/solver/pair_sums.h"
#include "talus/water/solver/pressure_iterations.h"
#include "talus/water/solver/smooth_acceleration.h"

// The two solves of dfsph: sums over pairs (sums.h), one thread per particle.
namespace talus::water::device {
namespace {

struct PlacedCorrections {
    View<const Quad<float>> diagonal, rest;
    TALUS_HD Symmetric<float> at(std::size_t i) const {
        const Quad<float> d = diagonal[i], r = rest[i];
        return {d.x, d.y, d.z, r.x, r.y, r.z};
    }
    TALUS_HD Symmetric<float> at(std::size_t i, float factor) const {
        const Quad<float> d = diagonal[i], r = rest[i];
        return {d.x * factor, d.y * factor, d.z * factor, r.x * factor, r.y * factor, r.z * factor};
    }
};

template <class K>
struct DensityOfRow {
    ListedPairs pairs;
    K kernel;
    float alone;  ///< value of the kernel at distance 0
    float volume, support, rest_density;
    View<const Quad<float>> wall;
    View<Quad<float>> flow;
    View<float> density, response;
    View<Quad<float>> diagonal, rest;

    TALUS_HD void operator()(std::size_t i) const {
        DensitySums<float> sum;
        pairs.forNeighbours(
            i, [&](const Pair<float>& pair, std::uint32_t) { addDensity<float>(kernel, pair, sum); });
        const DensityOfParticle found = densityOf(sum, alone, volume, support, wall[i]);
        const Symmetric<float>& m = found.correction;
        flow[i].w = found.density;
        density[i] = found.density * rest_density;
        response[i] = found.response;
        diagonal[i] = {m.xx, m.yy, m.zz, 0};
        rest[i] = {m.yz, m.zx, m.xy, 0};
    }
};

template <class K, bool corrects>
struct RateOfRow {
    ListedPairs pairs;
    K kernel;
    float volume;
    PlacedCorrections correct;
    View<const Quad<float>> flow, wall;
    View<const float> wall_rate;  ///< empty: no wall moves
    View<float> rate;

    TALUS_HD void operator()(std::size_t i) const {
        const Quad<float> own = flow[i];
        const Symmetric<float> matrix = corrects ? correct.at(i) : Symmetric<float>{};
        float sum = 0;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
            const Vec3f relative = own.xyz() - flow[j].xyz();
            addRate<float>(kernel, pair, corrects ? times(matrix, relative) : relative, sum);
        });
        rate[i] = rateOf(sum, volume, own, wall[i], wall_rate.empty() ? 0.0f : wall_rate[i]);
    }
};

template <class K, bool corrects>
struct PressureAccelerationOfRow {
    ListedPairs pairs;
    K kernel;
    float volume;
    PlacedCorrections correct;
    View<const Quad<float>> wall;
    View<Quad<float>> pressure_acceleration;

    TALUS_HD void operator()(std::size_t i) const {
        const float own = pairs.position_pressure[i].w;
        const Symmetric<float> matrix = corrects ? correct.at(i, own) : Symmetric<float>{};
        Vec3f sum;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
            if constexpr (corrects)
                addPressureAcceleration<float>(kernel, matrix, pair, correct.at(j), sum);
            else
                addPressureAcceleration<float>(kernel, own, pair, sum);
        });
        pressure_acceleration[i] = pressureAccelerationOf(sum, volume, own, wall[i]);
    }
};

/// As sumMean() in last_pressure.h.
template <class K>
struct MeanOfRow {
    ListedPairs pairs;
    K kernel;
    float alone;  ///< value of the kernel at distance 0
    View<const Quad<float>> acceleration;
    View<Quad<float>> mean;

    TALUS_HD void operator()(std::size_t i) const {
        Vec3f sum;
        float weight = 0;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
            addToMean<float>(kernel, pair, acceleration[j].xyz(), sum, weight);
        });
        mean[i] = meanWithOwn(sum, weight, acceleration[i], alone);
    }
};

/// Adds in the order of the device. That order is always the same, but differs from the processor's.
struct PlusInTree : exec::Plus {
    static constexpr bool in_any_order = true;
};

/// The passes over pairs of a solve, with gradients that are corrected or plain.
template <class K, bool corrects>
class Passes {
  public:
    Passes(const exec::Exec& exec, const Setup& setup, const K& kernel, WaterState& state)
        : exec_(exec),
          state_(state),
          pairs_(setup, state),
          kernel_(kernel),
          volume_(static_cast<float>(setup.smoothing.volume)),
          correct_{std::as_const(state.solve.correction_diagonal).view(),
                   std::as_const(state.solve.correction_off_diagonal).view()} {}

    /// dD/dt by these velocities or accelerations, into `residual`.
    void findRate(View<const Quad<float>> flow, View<const float> wall_rate) {
        exec::for_each(exec_, state_.water.size(),
                       RateOfRow<K, corrects>{pairs_, kernel_, volume_, correct_, flow,
                                              std::as_const(state_.work.wall).view(), wall_rate,
                                              state_.solve.residual.view()});
    }
    void findPressureAcceleration() {
        exec::for_each(exec_, state_.water.size(),
                       PressureAccelerationOfRow<K, corrects>{pairs_, kernel_, volume_, correct_,
                                                              std::as_const(state_.work.wall).view(),
                                                              state_.solve.pressure_acceleration.view()});
    }

    /// The same as solvePressure() in pressure_solve.cpp.
    Solved solve(const SolveLimits& limits, double dt) {
        SolveWork& solve = state_.solve;
        const std::size_t count = state_.water.size();
        if (count == 0) return {};
        const View<const float> source = std::as_const(solve.source).view(),
                                rate = std::as_const(solve.residual).view(),
                                response = std::as_const(solve.response).view();
        const auto evaluate = [&](bool first) {
            findPressureAcceleration();
            findRate(std::as_const(solve.pressure_acceleration).view(), {});
            return exec::reduce(
                exec_, count, IterationSums{},
                IterationTerms{first, source, rate, response, std::as_const(solve.best).view(),
                               std::as_const(state_.work.position_pressure).view()},
                PlusInTree{});
        };
        const auto advance = [&](bool first, const StepCoefficients& step) {
            exec::for_each(exec_, count,
                           NextTrial{first, step, limits.relaxation, source, rate, response,
                                     solve.best.view(), state_.work.position_pressure.view()});
        };
        return iteratePressures(limits, dt * dt / static_cast<double>(count), evaluate, advance);
    }

  private:
    const exec::Exec& exec_;
    WaterState& state_;
    ListedPairs pairs_;
    K kernel_;
    float volume_;
    PlacedCorrections correct_;
};

/// Finds the rates of compression of the flow, sets the source from them, and solves for the pressure.
/// @tparam corrects gradients are corrected @param find_source sets the source of a particle
template <bool corrects, class FindSource>
Solved project(const exec::Exec& exec, const Setup& setup, const SolveLimits& limits, double dt,
               WaterState& state, const FindSource& find_source) {
    Solved solved;
    withKernel(setup.smoothing, [&](const auto& kernel) {
        Passes<std::decay_t<decltype(kernel)>, corrects> passes(exec, setup, kernel, state);
        passes.findRate(std::as_const(state.work.flow).view(), std::as_const(state.work.wall_rate).view());
        exec::for_each(exec, state.water.size(), find_source);
        solved = passes.solve(limits, dt);
    });
    return solved;
}

}  // namespace

void findDensity(const exec::Exec& exec, const Setup& setup, WaterState& state) {
    SolveWork& solve = state.solve;
    solve.resize(state.water.size());
    const Smoothing& smoothing = setup.smoothing;
    withKernel(smoothing, [&](const auto& kernel) {
        exec::for_each(exec, state.water.size(),
                       DensityOfRow<std::decay_t<decltype(kernel)>>{
                           ListedPairs(setup, state), kernel, kernel.template value<float>(0.0f),
                           static_cast<float>(smoothing.volume), static_cast<float>(smoothing.support),
                           static_cast<float>(setup.water.density), std::as_const(state.work.wall).view(),
                           state.work.flow.view(), state.water.write(fields::density), solve.response.view(),
                           solve.correction_diagonal.view(), solve.correction_off_diagonal.view()});
    });
}

void addLastPressure(const exec::Exec& exec, const Setup& setup, double dt, WaterState& state) {
    Work& work = state.work;
    SolveWork& solve = state.solve;
    const std::size_t count = state.water.size();
    const View<const Vec3f> force = std::as_const(work.force).view();
    const View<Quad<float>> acceleration = solve.pressure_acceleration.view(), smooth = solve.best.view();
    exec::for_each(
        exec, count,
        InitialPressure{static_cast<float>(setup.water.density), std::as_const(work.flow).view(),
                        std::as_const(state.water).read(fields::pressure), work.position_pressure.view()});
    withKernel(setup.smoothing, [&](const auto& kernel) {
        using K = std::decay_t<decltype(kernel)>;
        Passes<K, true>(exec, setup, kernel, state).findPressureAcceleration();
        exec::for_each(exec, count, AddForces{force, acceleration});
        exec::for_each(exec, count,
                       MeanOfRow<K>{ListedPairs(setup, state), kernel, kernel.template value<float>(0.0f),
                                    std::as_const(solve.pressure_acceleration).view(), smooth});
    });
    const float share = smoothedShare(setup.smoothing.volume, setup.viscosity(), dt);
    exec::for_each(
        exec, count,
        AddSmoothPressure{static_cast<float>(dt), share, force,
                          std::as_const(solve.pressure_acceleration).view(), smooth, work.flow.view()});
}

void subtractLastPressure(const exec::Exec& exec, double dt, WaterState& state) {
    exec::for_each(exec, state.water.size(),
                   SubtractSmoothPressure{static_cast<float>(dt), std::as_const(state.solve.best).view(),
                                          state.work.flow.view()});
}

Solved correctVelocity(const exec::Exec& exec, const Setup& setup, const CorrectVelocity& stage, double dt,
                       WaterState& state) {
    Work& work = state.work;
    SolveWork& solve = state.solve;
    const auto seconds = static_cast<float>(dt), rest = static_cast<float>(stage.rest_density);
    const View<float> pressure = state.water.write(fields::pressure);
    const Solved solved = project<true>(
        exec, setup, stage.limits, dt, state,
        VelocitySource{seconds, rest, std::as_const(work.flow).view(), std::as_const(solve.residual).view(),
                       pressure, solve.source.view(), work.position_pressure.view()});
    exec::for_each(exec, state.water.size(),
                   ApplyPressure{seconds, rest, std::as_const(solve.pressure_acceleration).view(),
                                 std::as_const(work.position_pressure).view(), work.flow.view(), pressure});
    return solved;
}

Solved correctPositions(const exec::Exec& exec, const Setup& setup, const CorrectPositions& stage, double dt,
                        WaterState& state) {
    Work& work = state.work;
    SolveWork& solve = state.solve;
    const auto seconds = static_cast<float>(dt), rest = static_cast<float>(stage.rest_density);
    const View<float> drift = state.water.write(fields::drift_pressure);
    const double removed = stage.depth.removedShare(extremesOf(exec, state).pressure);
    // With plain gradients, as the density is a plain sum.
    Solved solved = project<false>(
        exec, setup, stage.limitsOf(removed), dt, state,
        DriftSource{seconds, rest, stage.depth.shallow(), std::as_const(work.flow).view(),
                    std::as_const(state.water).read(fields::pressure), std::as_const(solve.residual).view(),
                    drift, solve.source.view(), work.position_pressure.view()});
    exec::for_each(exec, state.water.size(),
                   StorePressure{rest, std::as_const(work.position_pressure).view(), drift});
    solved.error /= removed;
    return solved;
}

}  // namespace talus::water::device
