#include "talus/io/vtk/export_set.h"

#include <array>

#include <fmt/format.h>

#include "talus/io/vtk/export_points.h"
#include "talus/io/vtk/vtk.h"

namespace talus::io {
namespace {

template <class View>
using Write = Status (*)(const ConfinedPath&, const View&);

/// Converts a writer for one kind of set to a writer for any set.
template <class View, Write<View> write>
Status asSet(const ConfinedPath& path, const state::SetView& set) {
    return write(path, std::get<View>(set));
}

Status writeMeshStl(const ConfinedPath& path, const state::MeshView& mesh) {
    return writeStl(path, meshOf(mesh));
}

/// The surface through the tops of columns, from their field `height`.
Result<geometry::Mesh> surfaceOf(const state::ColumnsView& columns) {
    const auto heights = state::columnValues(columns, "height");
    if (!heights) return heights.error();
    return geometry::meshOf(columns.grid, heights->view());
}

Status writeColumnsStl(const ConfinedPath& path, const state::ColumnsView& columns) {
    const auto surface = surfaceOf(columns);
    if (!surface) return surface.error();
    return writeStl(path, *surface);
}

Status writeColumnsObj(const ConfinedPath& path, const state::ColumnsView& columns) {
    const auto surface = surfaceOf(columns);
    if (!surface) return surface.error();
    return writeObj(path, *surface);
}

using Points = state::PointsView;
using Columns = state::ColumnsView;
using Mesh = state::MeshView;
using Volume = state::VolumeView;

constexpr std::array<SetFormat, 4> of_points{{{"vtp", asSet<Points, writeVtp>},
                                              {"ply", asSet<Points, writePly>},
                                              {"csv", asSet<Points, writePointsCsv>},
                                              {"xyz", asSet<Points, writeXyz>}}};
constexpr std::array<SetFormat, 4> of_columns{{{"vtp", asSet<Columns, writeSurfaceVtp>},
                                               {"vti", asSet<Columns, writeVti>},
                                               {"stl", asSet<Columns, writeColumnsStl>},
                                               {"obj", asSet<Columns, writeColumnsObj>}}};
constexpr std::array<SetFormat, 4> of_meshes{{{"vtp", asSet<Mesh, writeVtp>},
                                              {"ply", asSet<Mesh, writePly>},
                                              {"obj", asSet<Mesh, writeObj>},
                                              {"stl", asSet<Mesh, writeMeshStl>}}};
constexpr std::array<SetFormat, 3> of_lines{
    {{"vtp", asSet<Mesh, writeVtp>}, {"ply", asSet<Mesh, writePly>}, {"obj", asSet<Mesh, writeObj>}}};
constexpr std::array<SetFormat, 2> of_volumes{
    {{"vti", asSet<Volume, writeVti>}, {"csv", asSet<Volume, writeVolumeCsv>}}};

struct Formats {
    std::span<const SetFormat> operator()(const Points&) const { return of_points; }
    std::span<const SetFormat> operator()(const Columns&) const { return of_columns; }
    std::span<const SetFormat> operator()(const Mesh& mesh) const {
        return mesh.isLines() ? std::span<const SetFormat>(of_lines) : of_meshes;
    }
    std::span<const SetFormat> operator()(const Volume&) const { return of_volumes; }
};

}  // namespace

std::span<const SetFormat> formatsOf(const state::SetView& set) { return std::visit(Formats{}, set); }

geometry::Mesh meshOf(const state::MeshView& view) {
    geometry::Mesh mesh;
    for (std::size_t i = 0; i < view.points.count; ++i) mesh.points.push_back(view.points.at(i));
    for (std::size_t t = 0; t < view.count; ++t)
        mesh.triangles.push_back({view.corner(t, 0), view.corner(t, 1), view.corner(t, 2)});
    return mesh;
}

Status writeObj(const ConfinedPath& path, const state::MeshView& mesh) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    const state::ArrayView* normal = mesh.points.find("normal");
    const bool normals = normal != nullptr && normal->components == 3 && !mesh.isLines();
    for (const auto& [word, array] : {std::pair{"v", &mesh.points.position}, std::pair{"vn", normal}}) {
        if (array == normal && !normals) continue;
        for (std::size_t i = 0; i < mesh.points.count; ++i)
            file->write(
                fmt::format("{} {} {} {}\n", word, array->text(i, 0), array->text(i, 1), array->text(i, 2)));
    }
    for (std::size_t k = 0; k < mesh.count; ++k) {
        std::string line = mesh.isLines() ? "l" : "f";
        for (int c = 0; c < mesh.corners.components; ++c) {
            const std::uint64_t corner = mesh.corner(k, c) + std::uint64_t{1};
            line += normals ? fmt::format(" {0}//{0}", corner) : fmt::format(" {}", corner);
        }
        file->write(line + "\n");
    }
    return file->commit();
}

Status writeVolumeCsv(const ConfinedPath& path, const state::VolumeView& volume) {
    std::vector<Vec3d> positions(volume.count());
    for (std::size_t k = 0; k < positions.size(); ++k) positions[k] = volume.at(k);
    return writePointsCsv(
        path, {volume.time, positions.size(), state::arrayOf<Vec3d>("position", positions), volume.fields});
}

}  // namespace talus::io
