#include "export_vdb.h"

#include "load_scene.h"
#include "report.h"
#include "talus/io/vtk/export_set.h"
#include "talus/scene/reader.h"

namespace talus::cli {

bool hasVdb(const state::SetView& set) {
    const auto* mesh = std::get_if<state::MeshView>(&set);
    return std::holds_alternative<state::VolumeView>(set) || (mesh != nullptr && !mesh->isLines());
}

std::optional<io::VdbLattice> vdbLattice(const std::string& folder, const std::optional<double>& voxel,
                                         int& exit_code) {
    if (voxel) return io::VdbLattice{*voxel};
    const auto loaded = loadSceneOf(folder, not_exported, exit_code);
    if (!loaded) return std::nullopt;
    if (const auto& volume = loaded->scene.environment.volume)
        return io::VdbLattice{volume->grid.cell, volume->grid.corner};
    exit_code = fail(ErrorKind::Input,
                     "the side of the voxels of a level set is not known, since the scene has no [volume]; "
                     "give it with --voxel, in metres");
    return std::nullopt;
}

double exportMemory() {
    const double memory = scene::thisMachine().memory_bytes;
    return memory > 0 ? memory / 2 : 8e9;
}

Status writeVdb(const io::ConfinedPath& path, const state::SetView& set, const io::VdbLattice& lattice) {
    if (const auto* volume = std::get_if<state::VolumeView>(&set))
        return io::writeVdb(path, *volume, exportMemory());
    const auto& mesh = std::get<state::MeshView>(set);
    return io::writeVdb(path, io::meshOf(mesh), {lattice.spacing, lattice.origin, exportMemory()},
                        mesh.points.time);
}

}  // namespace talus::cli
