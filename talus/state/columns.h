#pragma once
#include "talus/geometry/heightfield.h"
#include "talus/state/points.h"

namespace talus::state {

/// A view of columns of ground at one time, for the writers of frames: their grid, and for each field one
/// value a column, in the order of the grid. The field `height` is the top of a column [m].
struct ColumnsView {
    double time = 0;  ///< simulated [s]
    geometry::ColumnGrid grid;
    std::vector<ArrayView> fields;

    const ArrayView* find(std::string_view name) const;
};

/// Columns that own their values, as the readers return them.
struct Columns {
    double time = 0;
    geometry::ColumnGrid grid;
    std::vector<Points::Array> fields;

    ColumnsView view() const;
};

/// The fields of a table that has a row for each column. Double precision becomes single precision, which
/// halves the size of a frame and resolves a height of 4 km to a quarter of a millimetre.
/// @pre table.size() == grid.size()
Columns columnsOf(const Table& table, const geometry::ColumnGrid& grid, double time);

/// One field in double precision. Error (Input) where it is missing or has several numbers a column.
Result<exec::Array<double>> columnValues(const ColumnsView& columns, std::string_view field);

}  // namespace talus::state
