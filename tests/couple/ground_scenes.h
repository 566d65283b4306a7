#pragma once
// Scenes with ground made in code.
#include <algorithm>
#include <functional>

#include "talus/couple/ground_contact/fields.h"
#include "talus/couple/ground_contact/ground_measures.h"
#include "talus/ground/fields.h"
#include "tests/physics/sand_grains.h"

namespace talus::testing_support {

/// Ground of sand with heights z(x, y), `count` columns each way around the origin.
inline ground::Ground groundOf(const std::function<double(double, double)>& z, double spacing,
                               std::uint32_t count = 41) {
    const double low = -0.5 * spacing * (count - 1);
    geometry::Heightfield field = geometry::flatHeightfield({low, low, spacing, count, count}, 0);
    for (std::uint32_t j = 0; j < count; ++j)
        for (std::uint32_t i = 0; i < count; ++i)
            field.height[field.grid.at(i, j)] = z(field.grid.x(i), field.grid.y(j));
    ground::Ground ground;
    ground.material = "sand";
    ground.surface = std::make_shared<const geometry::Heightfield>(std::move(field));
    return ground;
}

}  // namespace talus::testing_support
