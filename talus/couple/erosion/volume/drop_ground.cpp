#include <cmath>

#include "talus/couple/erosion/fields.h"
#include "talus/couple/erosion/volume/break_off.h"
#include "talus/couple/erosion/volume/loose.h"
#include "talus/couple/erosion/volume/stages.h"

namespace talus::couple::erosion {
namespace {

/// Sweeps of sliding for each cell by which loose ground falls.
constexpr int slide_sweeps = 2;

}  // namespace

step::Access DropGround::access() const {
    step::Access access{.reads = EditCells::fields(*setup.volume),
                        .writes = EditCells::fields(*setup.volume),
                        .resizes = {setup.volume->cells}};
    access.reads.push_back({ledger_table, &fields::next_slide});
    access.writes.push_back({ledger_table, &fields::next_slide});
    return access;
}

void DropGround::run(step::Step& step) const {
    double& next = step.write(ledger_table, fields::next_slide)[0];
    if (step.time() + step.dt < next * (1 - 1e-12)) return;
    next += setup.interval;
    EditCells cells(step, *setup.volume);
    const double porosity = setup.layers[0].porosity;
    // The pores of ground that hangs over water are full of water.
    const double density = setup.grain.density * (1 - porosity) + setup.liquid.density * porosity;
    breakOff(cells, setup.cohesion / (density * setup.liquid.gravity));
    fallLoose(cells);
    for (int k = 0; k < slide_sweeps; ++k) slideLoose(cells, setup.layers[0].repose);
    cells.finish();
}

}  // namespace talus::couple::erosion
