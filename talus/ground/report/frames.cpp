#include "talus/ground/report/frames.h"

#include <cstring>

#include "talus/ground/fields.h"

namespace talus::ground {
namespace {

/// Adds the mass of grains that became ground, one field for each material with any [kg].
void addStored(const std::vector<environment::Material>& materials, const state::World& world,
               state::Columns& columns) {
    const state::Table* stored = world.find(stored_table);
    if (stored == nullptr) return;
    const std::size_t count = columns.grid.size();
    const auto mass = stored->read(fields::stored_mass);
    for (std::size_t m = 0; m < materials.size() && mass.size() == count * materials.size(); ++m) {
        state::Points::Array field{storedField(materials[m].name), state::Scalar::F32, 1, {}};
        field.bytes.resize(count * sizeof(float));
        bool any = false;
        for (std::size_t k = 0; k < count; ++k) {
            const auto value = static_cast<float>(mass[k * materials.size() + m]);
            any = any || value > 0;
            std::memcpy(field.bytes.data() + k * sizeof value, &value, sizeof value);
        }
        if (any) columns.fields.push_back(std::move(field));
    }
}

}  // namespace

std::string storedField(const std::string& material) { return "stored_" + material; }

method::FrameSource columnsOf(const Setup& setup, const std::vector<environment::Material>& materials) {
    return {"ground", [&setup, &materials](const exec::Exec&, const state::World& world, double time) {
                state::Columns shown = state::columnsOf(world.table(ground_table), setup.start->grid, time);
                addStored(materials, world, shown);
                return state::FrameSet(std::move(shown));
            }};
}

}  // namespace talus::ground
