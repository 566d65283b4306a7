#pragma once
#include <optional>
#include <string>

#include "talus/io/vdb/vdb.h"
#include "talus/state/frame_set.h"

namespace talus::cli {

inline constexpr const char* vdb_format = "vdb";

/// Whether a set can be written as OpenVDB: volumes of cells as fog, closed meshes as level sets.
bool hasVdb(const state::SetView& set);

/// The voxel lattice of level sets: with the given side, or that of the scene's [volume]. Empty, after a
/// reported error, where there is neither.
std::optional<io::VdbLattice> vdbLattice(const std::string& folder, const std::optional<double>& voxel,
                                         int& exit_code);

/// Maximum memory of an export [bytes]: half of the machine's memory, or 8 GB where that is not known.
double exportMemory();

/// @pre hasVdb(set)
Status writeVdb(const io::ConfinedPath& path, const state::SetView& set, const io::VdbLattice& lattice);

}  // namespace talus::cli
