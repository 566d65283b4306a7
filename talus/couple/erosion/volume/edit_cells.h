#pragma once
#include <vector>

#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// The cells of a volume while a stage changes them, one after the other. Blocks that were full or empty
/// throughout get cells of their own when something changes in them.
class EditCells {
  public:
    /// What a stage that makes one declares that it reads and writes, and the table that it resizes.
    static std::vector<step::FieldRef> fields(const environment::GroundVolume& volume);

    EditCells(step::Step& step, const environment::GroundVolume& volume);

    const geometry::BlockGrid& grid() const { return volume_.grid; }
    double firm(const geometry::CellAt& c) const { return now_.firmAt(c); }
    double loose(const geometry::CellAt& c) const { return now_.looseAt(c); }
    double filled(const geometry::CellAt& c) const { return now_.filled(c); }
    /// How much more it takes; outside of the grid none.
    double room(const geometry::CellAt& c) const {
        return has(grid(), c) ? std::max(0.0, 1 - now_.filled(c)) : 0;
    }
    std::uint32_t slot(std::size_t block) const { return now_.slot[block]; }

    /// @pre the grid has it
    void addFirm(const geometry::CellAt& c, double share);
    void addLoose(const geometry::CellAt& c, double share);

    /// Counts the change of each block in which something changed. @return whether there is one
    bool finish();

  private:
    std::size_t row(const geometry::CellAt& c);
    void look();

    step::Step& step_;
    const environment::GroundVolume& volume_;
    state::Table& table_;
    geometry::VolumeCells now_;
    exec::View<std::uint32_t> slot_;
    exec::View<double> firm_, loose_;
    std::vector<std::uint8_t> changed_;  ///< by block
};

/// Solid that the volume has more than at the start [kg].
double volumeSolid(const Setup& setup, const exec::Exec& exec, const state::World& world);

}  // namespace talus::couple::erosion
