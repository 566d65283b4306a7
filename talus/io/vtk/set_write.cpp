#include "talus/io/vtk/vtk.h"

namespace talus::io {
namespace {

struct Write {
    const ConfinedPath& path;

    Status operator()(const state::PointsView& points) const { return writeVtp(path, points); }
    Status operator()(const state::MeshView& mesh) const { return writeVtp(path, mesh); }
    Status operator()(const state::ColumnsView& columns) const { return writeVti(path, columns); }
    Status operator()(const state::VolumeView& volume) const { return writeVti(path, volume); }
};

}  // namespace

Status writeSet(const ConfinedPath& path, const state::SetView& set) { return std::visit(Write{path}, set); }

std::string_view suffixOf(const state::SetView& set) {
    const bool grid =
        std::holds_alternative<state::ColumnsView>(set) || std::holds_alternative<state::VolumeView>(set);
    return grid ? ".vti" : ".vtp";
}

}  // namespace talus::io
