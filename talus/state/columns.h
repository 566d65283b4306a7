#pragma once
#include "talus/geometry/heightfield.h"
#include "talus/state/points.h"

namespace talus::state {

/// Columns of ground at one moment, as the writers of frames take them: where they stand, and one value a
/// column and field, in the order of the grid. The field `height` is the top of a column [m].
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

/// The fields of a table that has a row for each column. Real numbers become single precision, which halves a
/// frame and holds a height of 4 km to a quarter of a millimetre.
/// @pre table.size() == grid.size()
Columns columnsOf(const Table& table, const geometry::ColumnGrid& grid, double time);

/// One field in double precision. Error (Input) when it is missing or no single number a column.
Result<exec::Array<double>> columnValues(const ColumnsView& columns, std::string_view field);

}  // namespace talus::state
