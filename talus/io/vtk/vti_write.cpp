#include <fmt/format.h>

#include "talus/io/vtk/vtk.h"
#include "talus/io/vtk/vtk_write.h"

namespace talus::io {

Status writeVti(const ConfinedPath& path, const state::ColumnsView& columns) {
    const geometry::ColumnGrid& grid = columns.grid;
    const std::string extent = fmt::format("0 {} 0 {} 0 0", grid.columns - 1, grid.rows - 1);
    VtkLayout layout;
    std::string head = vtkHead("ImageData");
    head += fmt::format("<ImageData WholeExtent=\"{}\" Origin=\"{} {} 0\" Spacing=\"{} {} 1\">\n", extent,
                        grid.origin_x, grid.origin_y, grid.spacing, grid.spacing);
    head += vtkTime(columns.time);
    head += fmt::format("<Piece Extent=\"{}\">\n<PointData Scalars=\"height\">\n", extent);
    head += layout.declare(columns.fields);
    head += "</PointData>\n<CellData>\n</CellData>\n</Piece>\n</ImageData>\n";
    auto file = CheckedFile::create(path);
    if (!file) return file.error();
    file->write(head);
    file->write(appended_begin);
    file->block(columns.fields);
    return file->commit();
}

Status writeVti(const ConfinedPath& path, const state::VolumeView& volume) {
    const state::VolumeGrid& grid = volume.grid;
    const std::string extent = fmt::format("0 {} 0 {} 0 {}", grid.cells[0], grid.cells[1], grid.cells[2]);
    VtkLayout layout;
    std::string head = vtkHead("ImageData");
    head += fmt::format("<ImageData WholeExtent=\"{0}\" Origin=\"{1} {2} {3}\" Spacing=\"{4} {4} {4}\">\n",
                        extent, grid.corner.x, grid.corner.y, grid.corner.z, grid.spacing);
    head += vtkTime(volume.time);
    const std::string values = layout.declare(volume.fields);
    head += fmt::format("<Piece Extent=\"{}\">\n<PointData>\n{}</PointData>\n<CellData>\n{}</CellData>\n",
                        extent, volume.at_points ? values : "", volume.at_points ? "" : values);
    head += "</Piece>\n</ImageData>\n";
    auto file = CheckedFile::create(path);
    if (!file) return file.error();
    file->write(head);
    file->write(appended_begin);
    file->block(volume.fields);
    return file->commit();
}

}  // namespace talus::io
