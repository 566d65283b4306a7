#include "talus/couple/hybrid/column_store.h"

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

ColumnStore ColumnStore::of(const Setup& setup, step::Step& step) {
    using namespace ground;
    return {setup, step.write(ground_table, fields::height), step.write(stored_table, fields::stored_mass),
            step.write(stored_table, fields::pristine), step.write(stored_table, fields::laid_out)};
}

ColumnStore::Shares ColumnStore::sharesAt(double x, double y) const {
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

void ColumnStore::add(const Shares& shares, std::uint16_t material, double grain_mass) {
    for (const auto& [column, weight] : shares) {
        mass_[column * materials() + material] += weight * grain_mass;
    }
}

void ColumnStore::take(const Shares& shares, std::uint16_t material, double grain_mass) {
    for (const auto& [column, weight] : shares) {
        const std::size_t row = column * materials() + material;
        // The last grain of a column may lack what was rounded off.
        mass_[row] = std::max(0.0, mass_[row] - weight * grain_mass);
    }
}

void ColumnStore::makePristineGrain(std::size_t column, std::uint16_t material, double grain_mass) {
    double& pristine = pristine_[column * materials() + material];
    pristine = std::max(0.0, pristine - grain_mass);
    ++laid_out_[column * materials() + material];
}

void ColumnStore::movePristine(std::size_t from, std::size_t to, std::uint16_t material) {
    const std::size_t giver = from * materials() + material, taker = to * materials() + material;
    const double mass = std::exchange(pristine_[giver], 0);
    pristine_[taker] += mass;
    mass_[taker] += mass;
    mass_[giver] = std::max(0.0, mass_[giver] - mass);
}

bool ColumnStore::raise(const exec::Exec& exec, exec::View<const double> most,
                        exec::View<const std::uint8_t> stays) const {
    return exec::sum(exec, height_.size(), std::size_t{0}, [&](std::size_t k) {
               double solid = 0;
               for (std::size_t m = 0; m < materials(); ++m)
                   solid += mass_[k * materials() + m] / setup_->density[m];
               double to = setup_->bedrock[k] + solid / (setup_->packing * setup_->grid.area());
               if (!most.empty()) to = std::max(setup_->bedrock[k], std::min(to, most[k]));
               if (!stays.empty() && stays[k] != 0) to = std::max(to, height_[k]);
               return std::size_t{std::exchange(height_[k], to) != to};
           }) > 0;
}

void addStore(state::World& world, const ColumnStore::Setup& setup, double depth, std::uint16_t material) {
    state::Table& stored = world.addTable(ground::stored_table);
    stored.add(ground::fields::stored_mass);
    stored.add(ground::fields::pristine);
    stored.add(ground::fields::laid_out);
    const std::size_t materials = setup.density.size();
    stored.resize(setup.grid.size() * materials);
    if (!(depth > 0)) return;
    const double each = depth * setup.grid.area() * setup.packing * setup.density[material];
    for (std::size_t k = 0; k < setup.grid.size(); ++k) {
        stored.write(ground::fields::stored_mass)[k * materials + material] = each;
        stored.write(ground::fields::pristine)[k * materials + material] = each;
    }
}

double storedMass(const exec::Exec& exec, const state::World& world) {
    const state::Table* stored = world.find(ground::stored_table);
    if (stored == nullptr) return 0;
    return exec::sum(exec, stored->size(), 0.0,
                     [mass = stored->read(ground::fields::stored_mass)](std::size_t k) { return mass[k]; });
}

}  // namespace talus::couple
