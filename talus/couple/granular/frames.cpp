#include <cmath>
#include <cstring>

#include "talus/couple/granular/instance.h"
#include "talus/couple/granular/stored_field.h"
#include "talus/couple/ground_contact/acting_ground_contacts.h"
#include "talus/grains/acting_contacts.h"
#include "talus/grains/clumps/fields.h"
#include "talus/grains/fields.h"
#include "talus/ground/fields.h"
#include "talus/method/shown/extra_sets.h"

/// The frames of grains and ground.
namespace talus::couple::granular {
namespace {

/// Adds the mass of grains that became ground, one field for each material with any [kg].
void addStored(const std::vector<environment::Material>& materials, const state::World& world,
               state::Columns& columns) {
    const state::Table* stored = world.find(ground::stored_table);
    if (stored == nullptr) return;
    const std::size_t count = columns.grid.size();
    const auto mass = stored->read(ground::fields::stored_mass);
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

namespace {

/// The cells of the search for contacts: each class of sizes has a grid of its own.
method::FrameSource cellsOf(const grains::Setup& setup) {
    return {std::string("grains") + method::cells_suffix,
            [&setup](const exec::Exec&, const state::World& world, double time) -> Result<state::FrameSet> {
                const state::Table& grains = world.table(grains::grains_table);
                const auto radius = grains.read(grains::fields::radius);
                const auto grid_of = [&](std::size_t i) {
                    const double edge = std::ldexp(setup.search.cell, setup.search.sizes.of(radius[i]));
                    return method::SearchGrid{{}, {edge, edge, edge}};
                };
                return state::FrameSet(
                    method::occupiedCells(grains.read(grains::fields::position), grid_of, time));
            }};
}

}  // namespace

std::string storedField(const std::string& material) { return "stored_" + material; }

/// The contacts of the grains.
method::FrameSource Granular::contacts() const {
    return {
        method::contacts_set,
        [this](const exec::Exec& exec, const state::World& world, double time) -> Result<state::FrameSet> {
            auto acting = grains::actingContacts(world, setup_);
            if (!acting) return acting.error();
            if (ground_) {
                const auto on_ground = actingGroundContacts(exec, world, groundStage());
                acting->insert(acting->end(), on_ground.begin(), on_ground.end());
            }
            return state::FrameSet(method::contactLines(*acting, time));
        }};
}

std::vector<method::FrameSource> Granular::frames(std::span<const std::string> wanted) const {
    std::vector<method::FrameSource> sets;
    if (hasGrains(scene_)) {
        std::vector<std::string> fields(wanted.begin(), wanted.end());
        const auto isWanted = [&](const char* word) { return std::erase(fields, word) > 0; };
        if (isWanted(method::contact_force)) sets.push_back(contacts());
        if (isWanted(method::search_cells)) sets.push_back(cellsOf(setup_));
        // Tells which spheres are one grain: id - part.
        if (!setup_.shapes.empty()) fields.emplace_back(grains::fields::part.name);
        sets.push_back(method::pointSet("grains", grains::grains_table, std::move(fields)));
    }
    if (!ground_) return sets;
    sets.push_back({"ground", [this](const exec::Exec&, const state::World& world, double time) {
                        state::Columns shown =
                            state::columnsOf(world.table(ground::ground_table), ground_->start->grid, time);
                        addStored(scene_.environment.materials, world, shown);
                        return state::FrameSet(std::move(shown));
                    }});
    return sets;
}

}  // namespace talus::couple::granular
