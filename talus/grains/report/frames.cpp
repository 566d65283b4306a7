#include "talus/grains/report/frames.h"

#include <cmath>

#include "talus/grains/fields.h"
#include "talus/method/shown/extra_sets.h"

namespace talus::grains {

method::FrameSource cellsOf(const Setup& setup) {
    return {std::string("grains") + method::cells_suffix,
            [&setup](const exec::Exec&, const state::World& world, double time) -> Result<state::FrameSet> {
                const state::Table& grains = world.table(grains_table);
                const auto radius = grains.read(fields::radius);
                const auto grid_of = [&](std::size_t i) {
                    const double edge = std::ldexp(setup.search.cell, setup.search.sizes.of(radius[i]));
                    return method::SearchGrid{{}, {edge, edge, edge}};
                };
                return state::FrameSet(method::occupiedCells(grains.read(fields::position), grid_of, time));
            }};
}

}  // namespace talus::grains
