#include "talus/couple/erosion/carry/carry_sediment.h"

#include <fmt/format.h>

#include "talus/couple/erosion/fields.h"
#include "talus/exec/reduce.h"

namespace talus::couple::erosion {
namespace {

using water::water_table;

/// Scratch.
struct CarryScratch {
    exec::Array<Quad<float>> load;  ///< C and f(C) of each particle
    exec::Array<double> change;     ///< of C
};

/// Maximum distance of settling in a step, in spacings, and maximum D dt, in squares of the spacing. Within
/// these limits no particle loses more sediment than it has.
constexpr double max_fall = 0.4, max_spread = 0.1;

}  // namespace

step::Access CarrySediment::access() const {
    step::Access access{.reads = water::neighbourFields(),
                        .writes = {{water_table, &fields::sediment}},
                        .resizes = {},
                        .produces = {name}};
    access.reads.push_back({water_table, &fields::sediment});
    return access;
}

void CarrySediment::run(step::Step& step) const {
    const auto sediment = step.write(water_table, fields::sediment);
    const std::size_t count = sediment.size();
    const double max_sediment = exec::reduce(
        step.exec, count, 0.0, [=](std::size_t i) { return sediment[i]; },
        [](double a, double b) { return a > b ? a : b; });
    if (!(max_sediment > 0)) return;
    const double fall = std::abs(setup.velocity) * step.dt, spread = setup.settings.diffusion * step.dt;
    if (fall > max_fall * setup.spacing || spread > max_spread * setup.spacing * setup.spacing)
        return step.report.fail(
            {.what = fmt::format("sediment {} too far in a step, compared to the spacing of the water",
                                 fall > max_fall * setup.spacing ? "settles" : "diffuses"),
             .advice = "make dt in [water] shorter, or diffusion in [erosion] smaller",
             .ids = {},
             .positions = {}});
    CarryScratch& scratch = step.produce<CarryScratch>(name);
    scratch.load.resize(count + 1);
    scratch.change.resize(count);
    const auto load = scratch.load.view();
    const auto change = scratch.change.view();
    exec::for_each(step.exec, count, [=, this](std::size_t i) {
        const double fraction = setup.fraction(sediment[i]);
        load[i] = {static_cast<float>(fraction), static_cast<float>(setup.hindrance(fraction)), 0, 0};
    });
    load[count] = {0, 0, 0, 0};
    const water::Neighbours all = water::neighboursOf(step, setup.smoothing);
    const Vec3f fall_vector = narrow(setup.down * (setup.velocity * step.dt));
    water::inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumCarried(all, load.data(), fall_vector, static_cast<float>(2 * spread), begin, end, change.data());
    });
    const double solid = setup.grain.density * setup.smoothing.volume;
    exec::for_each(step.exec, count, [=](std::size_t i) { sediment[i] += solid * change[i]; });
}

}  // namespace talus::couple::erosion
