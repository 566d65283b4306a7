#include "talus/water/device/listed_pairs.h"
#include "talus/water/forces/pairs.h"
#include "talus/water/forces/viscous_iterations.h"

// The same as ViscousSolve in viscous_solve.cpp.
namespace talus::water::device {
namespace {

/// The diagonal of the sums over pairs.
template <class K>
struct DiagonalOfRow {
    ListedPairs pairs;
    K kernel;
    float factor;  ///< -2 V [m^3]
    View<float> diagonal;
    TALUS_HD void operator()(std::size_t i) const {
        float sum = 0;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t) {
            sum += kernel.template gradient<float>(pair.r, pair.inverse_r);
        });
        diagonal[i] = factor * sum;
    }
};

template <class K>
struct ViscousOfRow {
    ListedPairs pairs;
    K kernel;
    float factor;  ///< -2 V [m^3]
    View<const Quad<float>> velocity;
    View<Vec3f> product;
    TALUS_HD void operator()(std::size_t i) const {
        const Quad<float> own = velocity[i];
        Vec3f sum;
        pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
            addViscous<float>(kernel, own, pair, velocity[j].xyz(), sum);
        });
        product[i] = sum * factor;
    }
};

}  // namespace

bool solveForViscosity(const exec::Exec& exec, const Setup& setup, const ViscousSolve& stage, double dt,
                       WaterState& state) {
    const std::size_t count = state.water.size();
    Work& work = state.work;
    SolveWork& solve = state.solve;
    const Contacts& contacts = state.contacts;
    const View<float> inverse = solve.source.view(), friction = solve.residual.view();
    const ViscousRows rows{work.flow.view(), solve.pressure_acceleration.view(), work.force.view(),
                           solve.product.view(), inverse};
    const auto factor = static_cast<float>(dt * stage.viscosity),
               pair_factor = static_cast<float>(-2 * setup.smoothing.volume);
    bool solved = false;
    withKernel(setup.smoothing, [&](const auto& kernel) {
        using K = std::decay_t<decltype(kernel)>;
        const ListedPairs pairs(setup, state);
        exec::for_each(exec, count, DiagonalOfRow<K>{pairs, kernel, pair_factor, inverse});
        exec::for_each(exec, count, ViscousOfRow<K>{pairs, kernel, pair_factor, rows.flow, rows.product});
        exec::for_each(exec, count,
                       BeginViscous{factor, static_cast<float>(stage.stick), contacts.first.view(),
                                    contacts.end.view(), contacts.velocity.view(), contacts.friction.view(),
                                    rows.flow, rows.product, inverse, friction, rows.residual});
        const auto multiply = [&] {
            exec::for_each(exec, count,
                           ViscousOfRow<K>{pairs, kernel, pair_factor, rows.direction, rows.product});
            exec::for_each(exec, count, FinishProduct{factor, rows.direction, friction, rows.product});
        };
        solved = solveViscosity(exec, count, rows, stage.error, stage.max_iterations, multiply);
    });
    return solved;
}

}  // namespace talus::water::device
