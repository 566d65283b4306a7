#include <experimental/simd>

#include "talus/geometry/liquid_surface/field_rows.h"

namespace talus::geometry::liquid {

constexpr float last_node = row_nodes - 1;

void addParticle(float* values, const Vec3f& at, float range, float weight) {
    // One row of a block at a time. The compiler does not vectorise this loop by itself; without it took
    // three times as long.
    using Row = std::experimental::fixed_size_simd<float, row_nodes>;
    const float inverse_square = 1 / (range * range);
    const auto from = [range](float v) { return static_cast<int>(std::ceil(std::max(v - range, 0.0f))); };
    const auto to = [range](float v) { return static_cast<int>(std::floor(std::min(v + range, last_node))); };
    const Row dx = Row([](int x) { return static_cast<float>(x); }) - at.x;
    const Row along = inverse_square * (dx * dx);
    const int first_y = from(at.y), last_y = to(at.y);
    for (int z = from(at.z), last_z = to(at.z); z <= last_z; ++z)
        for (int y = first_y; y <= last_y; ++y) {
            const float dy = static_cast<float>(y) - at.y, dz = static_cast<float>(z) - at.z;
            const float rest = 1 - inverse_square * (dy * dy + dz * dz);
            if (rest <= 0) continue;
            float* row_values = values + (z * row_nodes + y) * row_nodes;
            const Row k = max(rest - along, Row(0.0f));
            Row row(row_values, std::experimental::element_aligned);
            row += weight * (k * k * k);
            row.copy_to(row_values, std::experimental::element_aligned);
        }
}

}  // namespace talus::geometry::liquid
