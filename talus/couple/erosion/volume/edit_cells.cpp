#include "talus/couple/erosion/volume/edit_cells.h"

#include <algorithm>

#include "talus/exec/reduce.h"

namespace talus::couple::erosion {

using geometry::BlockGrid, geometry::CellAt, geometry::VolumeCells;

std::vector<step::FieldRef> EditCells::fields(const environment::GroundVolume& volume) {
    return {{volume.blocks, volume.slot},
            {volume.blocks, volume.changes},
            {volume.cells, volume.firm},
            {volume.cells, volume.loose}};
}

EditCells::EditCells(step::Step& step, const environment::GroundVolume& volume)
    : step_(step), volume_(volume), table_(step.resizable(volume.cells)), changed_(volume.grid.size()) {
    updateViews();
}

void EditCells::updateViews() {
    slot_ = step_.write(volume_.blocks, *volume_.slot);
    firm_ = step_.write(volume_.cells, *volume_.firm);
    loose_ = step_.write(volume_.cells, *volume_.loose);
    now_ = {volume_.grid, slot_, firm_, loose_};
}

std::size_t EditCells::row(const CellAt& c) {
    const std::size_t block = blockOf(volume_.grid, c);
    changed_[block] = 1;
    if (slot_[block] < VolumeCells::first) {
        const bool full = slot_[block] == VolumeCells::full;
        const std::size_t rows = table_.size();
        table_.resize(rows + BlockGrid::cells_of_block);
        updateViews();
        slot_[block] = static_cast<std::uint32_t>(VolumeCells::first + rows / BlockGrid::cells_of_block);
        if (full) std::fill(firm_.begin() + static_cast<std::ptrdiff_t>(rows), firm_.end(), 1.0);
    }
    return VolumeCells::rowOf(slot_[block], c);
}

void EditCells::addFirm(const CellAt& c, double share) { firm_[row(c)] += share; }
void EditCells::addLoose(const CellAt& c, double share) { loose_[row(c)] += share; }

bool EditCells::finish() {
    const auto changes = step_.write(volume_.blocks, *volume_.changes);
    bool any = false;
    for (std::size_t b = 0; b < changed_.size(); ++b) {
        changes[b] += changed_[b];
        any = any || changed_[b] != 0;
    }
    return any;
}

double volumeSolid(const Setup& setup, const exec::Exec& exec, const state::World& world) {
    const environment::GroundVolume& volume = *setup.volume;
    const auto slot = world.table(volume.blocks).read(*volume.slot);
    const auto firm = world.table(volume.cells).read(*volume.firm),
               loose = world.table(volume.cells).read(*volume.loose);
    const auto full = static_cast<double>(std::count(slot.begin(), slot.end(), VolumeCells::full));
    const double cells = full * static_cast<double>(BlockGrid::cells_of_block) +
                         exec::sum(exec, firm.size(), 0.0, [=](std::size_t k) { return firm[k] + loose[k]; });
    return setup.solid(1, setup.layers[0].porosity) * cells * volume.grid.volumeOfCell() -
           setup.initial_solid;
}

}  // namespace talus::couple::erosion
