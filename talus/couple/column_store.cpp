#include "talus/couple/column_store.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/ground/fields.h"

namespace talus::couple {

bool ColumnStore::has(double x, double y) const {
    return geometry::surfaceAt(setup_->grid, height_, x, y).has_value();
}

std::array<ColumnStore::Share, 4> ColumnStore::sharesAt(double x, double y) const {
    const geometry::ColumnGrid& grid = setup_->grid;
    const double u = (x - grid.origin_x) / grid.spacing, v = (y - grid.origin_y) / grid.spacing;
    const auto i = std::min(static_cast<std::uint32_t>(u), grid.columns - 2);
    const auto j = std::min(static_cast<std::uint32_t>(v), grid.rows - 2);
    const double s = u - i, t = v - j;
    return {Share{grid.at(i, j), (1 - s) * (1 - t)}, Share{grid.at(i + 1, j), s * (1 - t)},
            Share{grid.at(i, j + 1), (1 - s) * t}, Share{grid.at(i + 1, j + 1), s * t}};
}

double ColumnStore::heightAt(double x, double y) const {
    return geometry::surfaceAt(setup_->grid, height_, x, y)->height;
}

double ColumnStore::bedrockAt(double x, double y) const {
    double height = 0;
    for (const auto& [column, weight] : sharesAt(x, y)) height += weight * setup_->bedrock[column];
    return height;
}

void ColumnStore::add(double x, double y, std::uint16_t material, double grain_mass) {
    for (const auto& [column, weight] : sharesAt(x, y)) {
        mass_[column * materials() + material] += weight * grain_mass;
        grains_[column * materials() + material] += weight;
    }
}

std::optional<ColumnStore::Sand> ColumnStore::sandAt(double x, double y, double draw) const {
    const auto shares = sharesAt(x, y);
    std::vector<double> mass(materials()), grains(materials());
    double sum = 0;
    for (std::size_t m = 0; m < materials(); ++m) {
        for (const auto& [column, weight] : shares) {
            mass[m] += weight * mass_[column * materials() + m];
            grains[m] += weight * grains_[column * materials() + m];
        }
        sum += mass[m];
    }
    double left = draw * sum;
    for (std::size_t m = 0; m < materials(); ++m) {
        left -= mass[m];
        if (left >= 0 || !(grains[m] > 0)) continue;
        return Sand{static_cast<std::uint16_t>(m), mass[m] / grains[m]};
    }
    return std::nullopt;
}

bool ColumnStore::take(double x, double y, std::uint16_t material, double grain_mass) {
    const auto shares = sharesAt(x, y);
    for (const auto& [column, weight] : shares)
        if (weight * grain_mass > mass_[column * materials() + material]) return false;
    for (const auto& [column, weight] : shares) {
        const std::size_t row = column * materials() + material;
        const double taken = weight * grain_mass;
        // The size of what stays is what it was.
        grains_[row] -= mass_[row] > 0 ? grains_[row] * (taken / mass_[row]) : 0;
        mass_[row] -= taken;
    }
    return true;
}

bool ColumnStore::raise(const exec::Exec& exec, exec::View<const double> most) const {
    return exec::sum(exec, height_.size(), std::size_t{0}, [&](std::size_t k) {
               double solid = 0;
               for (std::size_t m = 0; m < materials(); ++m)
                   solid += mass_[k * materials() + m] / setup_->density[m];
               double to = setup_->bedrock[k] + solid / (setup_->packing * setup_->grid.area());
               if (!most.empty()) to = std::max(setup_->bedrock[k], std::min(to, most[k]));
               return std::size_t{std::exchange(height_[k], to) != to};
           }) > 0;
}

void addStore(state::World& world, const ColumnStore::Setup& setup, double depth, std::uint16_t material,
              double grain_mass) {
    state::Table& stored = world.addTable(ground::stored_table);
    stored.add(ground::fields::stored_mass);
    stored.add(ground::fields::stored_grains);
    const std::size_t materials = setup.density.size();
    stored.resize(setup.grid.size() * materials);
    if (!(depth > 0)) return;
    const double each = depth * setup.grid.area() * setup.packing * setup.density[material];
    for (std::size_t k = 0; k < setup.grid.size(); ++k) {
        stored.write(ground::fields::stored_mass)[k * materials + material] = each;
        stored.write(ground::fields::stored_grains)[k * materials + material] = each / grain_mass;
    }
}

double storedMass(const exec::Exec& exec, const state::World& world) {
    const state::Table* stored = world.find(ground::stored_table);
    if (stored == nullptr) return 0;
    return exec::sum(exec, stored->size(), 0.0,
                     [mass = stored->read(ground::fields::stored_mass)](std::size_t k) { return mass[k]; });
}

}  // namespace talus::couple
