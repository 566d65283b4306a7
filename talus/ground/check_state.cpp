#include "talus/ground/check_state.h"

#include <cmath>

#include "talus/ground/fields.h"
#include "talus/ground/slope_erosion.h"

namespace talus::ground {

double highestHeap(const geometry::ColumnGrid& grid) {
    return 100 * grid.spacing * (double(grid.columns) + grid.rows);
}

void checkState(const Setup& setup, state::StateCheck& check) {
    const geometry::ColumnGrid& grid = setup.grid();
    check.rows(ground_table, grid.size());
    check.finite(ground_table);
    check.rows(changes_table, 1);
    // Only compared for equality.
    check.anyValue(changes_table, fields::changes);
    if (setup.soil) {
        check.below(ground_table, fields::touched, 2);
        check.below(ground_table, fields::loose, 2);
        check.rows(tiles_table, SlopeErosion::tilesOf(grid));
        check.below(tiles_table, fields::awake, 2);
        check.rows(soil_table, 1);
        check.finite(soil_table);
    }
    if (!check.ok()) return;
    const double range = highestHeap(grid);
    const auto height = check.world().table(ground_table).read(fields::height);
    for (std::size_t k = 0; k < height.size(); ++k)
        if (!(std::abs(height[k] - setup.start->height[k]) <= range))
            return check.fail(ground_table, "height", k, "too far from the height at the start");
}

}  // namespace talus::ground
