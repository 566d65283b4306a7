#include <fmt/format.h>

#include "talus/io/vtk/vtk.h"
#include "talus/io/vtk/vtk_write.h"

namespace talus::io {

Status writeSurfaceVtp(const ConfinedPath& path, const state::ColumnsView& columns) {
    const geometry::ColumnGrid& grid = columns.grid;
    constexpr std::size_t max_columns = 300'000'000;
    if (grid.size() > max_columns)
        return Error{
            ErrorKind::Input,
            fmt::format("'{}' would have {} columns; a surface of triangles can have at most {}: export it "
                        "as vti",
                        path.string(), grid.size(), max_columns)};
    const auto heights = state::columnValues(columns, "height");
    if (!heights) return heights.error();
    const std::size_t cells = std::size_t{grid.columns - 1} * (grid.rows - 1);
    VtkLayout layout;
    std::string head = vtkHead("PolyData") + "<PolyData>\n" + vtkTime(columns.time);
    head += fmt::format(
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"{}\">\n",
        grid.size(), 2 * cells);
    head += "<Points>\n" + layout.declare("Float64", "position", 3, grid.size() * 3 * sizeof(double)) +
            "</Points>\n<PointData Scalars=\"height\">\n";
    head += layout.declare(columns.fields);
    head += "</PointData>\n<Polys>\n";
    head += layout.declare("Int32", "connectivity", 1, 6 * cells * sizeof(std::int32_t));
    head += layout.declare("Int32", "offsets", 1, 2 * cells * sizeof(std::int32_t));
    head += "</Polys>\n</Piece>\n</PolyData>\n";
    auto file = CheckedFile::create(path);
    if (!file) return file.error();
    file->write(head);
    file->write(appended_begin);
    // Row by row: all rows at once would take several times the memory of the columns.
    const auto writeCount = [&](std::uint64_t bytes) { file->write(&bytes, sizeof bytes); };
    writeCount(grid.size() * 3 * sizeof(double));
    std::vector<double> positions;
    for (std::uint32_t j = 0; j < grid.rows; ++j) {
        positions.clear();
        for (std::uint32_t i = 0; i < grid.columns; ++i)
            positions.insert(positions.end(), {grid.x(i), grid.y(j), (*heights)[grid.at(i, j)]});
        file->write(positions.data(), positions.size() * sizeof(double));
    }
    file->block(columns.fields);
    std::vector<std::int32_t> corners;
    writeCount(6 * cells * sizeof(std::int32_t));
    for (std::uint32_t j = 0; j + 1 < grid.rows; ++j) {
        corners.clear();
        for (std::uint32_t i = 0; i + 1 < grid.columns; ++i) {
            const auto a = static_cast<std::int32_t>(grid.at(i, j)),
                       b = static_cast<std::int32_t>(grid.at(i, j + 1));
            corners.insert(corners.end(), {a, a + 1, b + 1, a, b + 1, b});
        }
        file->write(corners.data(), corners.size() * sizeof(std::int32_t));
    }
    writeCount(2 * cells * sizeof(std::int32_t));
    corners.resize(2 * cells);
    for (std::size_t k = 0; k < corners.size(); ++k) corners[k] = static_cast<std::int32_t>(3 * (k + 1));
    file->write(corners.data(), corners.size() * sizeof(std::int32_t));
    return file->commit();
}

}  // namespace talus::io
