#pragma once
#include <vector>

#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Access to the cells of a volume for a stage that changes them one after the other. A block that is full or
/// empty gets cells of its own when one of them changes.
class EditCells {
  public:
    /// The fields that a stage with an EditCells reads and writes. It also resizes the table `volume.cells`.
    static std::vector<step::FieldRef> fields(const environment::GroundVolume& volume);

    EditCells(step::Step& step, const environment::GroundVolume& volume);

    const geometry::BlockGrid& grid() const { return volume_.grid; }
    double firm(const geometry::CellAt& c) const { return now_.firmAt(c); }
    double loose(const geometry::CellAt& c) const { return now_.looseAt(c); }
    double filled(const geometry::CellAt& c) const { return now_.filled(c); }
    /// The empty share of a cell; 0 outside of the grid.
    double capacity(const geometry::CellAt& c) const {
        return has(grid(), c) ? std::max(0.0, 1 - now_.filled(c)) : 0;
    }
    std::uint32_t slot(std::size_t block) const { return now_.slot[block]; }

    /// @pre the cell is in the grid
    void addFirm(const geometry::CellAt& c, double share);
    void addLoose(const geometry::CellAt& c, double share);

    /// Increments the change counter of each changed block. @return whether there is one
    bool finish();

  private:
    std::size_t row(const geometry::CellAt& c);
    void updateViews();

    step::Step& step_;
    const environment::GroundVolume& volume_;
    state::Table& table_;
    geometry::VolumeCells now_;
    exec::View<std::uint32_t> slot_;
    exec::View<double> firm_, loose_;
    std::vector<std::uint8_t> changed_;  ///< of each block: 1 if a cell changed
};

/// Change of the solid in the volume since the start [kg].
double volumeSolid(const Setup& setup, const exec::Exec& exec, const state::World& world);

}  // namespace talus::couple::erosion
