#include <numeric>

#include <fmt/format.h>

#include "talus/io/vtk/vtk.h"
#include "talus/io/vtk/vtk_write.h"

namespace talus::io {

Status writeVtp(const ConfinedPath& path, const state::PointsView& points) {
    VtkLayout layout;
    std::string head = vtkHead("PolyData") + "<PolyData>\n" + vtkTime(points.time);
    head += fmt::format(
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"0\">\n",
        points.count, points.count);
    head += "<Points>\n" + layout.declare(points.position) + "</Points>\n<PointData>\n";
    head += layout.declare(points.fields);
    const std::uint64_t index_bytes = points.count * sizeof(std::int64_t);
    head += "</PointData>\n<Verts>\n";
    head += layout.declare("Int64", "connectivity", 1, index_bytes);
    head += layout.declare("Int64", "offsets", 1, index_bytes);
    head += "</Verts>\n</Piece>\n</PolyData>\n";

    auto file = CheckedFile::create(path);
    if (!file) return file.error();
    file->write(head);
    file->write(appended_begin);
    file->block(points.position.bytes.data(), points.position.bytes.size());
    file->block(points.fields);
    std::vector<std::int64_t> index(points.count);
    std::iota(index.begin(), index.end(), 0);
    file->block(index.data(), index_bytes);
    std::iota(index.begin(), index.end(), 1);
    file->block(index.data(), index_bytes);
    return file->commit();
}

Status writeVtp(const ConfinedPath& path, const state::MeshView& mesh) {
    const auto per_element = static_cast<std::uint64_t>(mesh.corners.components);
    constexpr std::uint64_t max_count = 0x7fffffff;
    if (mesh.points.count > max_count || mesh.count * per_element > max_count)
        return Error{ErrorKind::Input,
                     fmt::format("'{}' would have {} points and {} {}, more than 32-bit numbers can count: "
                                 "make the mesh coarser",
                                 path.string(), mesh.points.count, mesh.count,
                                 mesh.isLines() ? "lines" : "triangles")};
    const char* section = mesh.isLines() ? "Lines" : "Polys";
    VtkLayout layout;
    std::string head = vtkHead("PolyData") + "<PolyData>\n" + vtkTime(mesh.points.time);
    head += fmt::format(
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"{}\">\n",
        mesh.points.count, mesh.isLines() ? mesh.count : 0, mesh.isLines() ? 0 : mesh.count);
    head += "<Points>\n" + layout.declare(mesh.points.position) + "</Points>\n<PointData>\n";
    head += layout.declare(mesh.points.fields) + "</PointData>\n<CellData>\n";
    head += layout.declare(mesh.fields) + fmt::format("</CellData>\n<{}>\n", section);
    // The indices are below 2^31, so as signed numbers they have the same bytes.
    head += layout.declare("Int32", "connectivity", 1, mesh.corners.bytes.size());
    head += layout.declare("Int32", "offsets", 1, mesh.count * sizeof(std::int32_t));
    head += fmt::format("</{}>\n</Piece>\n</PolyData>\n", section);

    auto file = CheckedFile::create(path);
    if (!file) return file.error();
    file->write(head);
    file->write(appended_begin);
    file->block(mesh.points.position.bytes.data(), mesh.points.position.bytes.size());
    file->block(mesh.points.fields);
    file->block(mesh.fields);
    file->block(mesh.corners.bytes.data(), mesh.corners.bytes.size());
    std::vector<std::int32_t> ends(mesh.count);
    for (std::size_t k = 0; k < ends.size(); ++k) ends[k] = static_cast<std::int32_t>(per_element * (k + 1));
    file->block(ends.data(), ends.size() * sizeof(std::int32_t));
    return file->commit();
}

Status writePvd(const ConfinedPath& path, const std::vector<SeriesEntry>& entries) {
    std::string text =
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "<Collection>\n";
    for (const SeriesEntry& entry : entries)
        text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", entry.time, entry.file);
    return writeFile(path, text + "</Collection>\n</VTKFile>\n");
}

}  // namespace talus::io
