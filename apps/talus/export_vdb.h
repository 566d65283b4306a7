#pragma once
#include <optional>
#include <string>

#include "talus/io/vdb/vdb.h"
#include "talus/state/frame_set.h"

namespace talus::cli {

inline constexpr const char* vdb_format = "vdb";

/// Whether a set can be written as OpenVDB: volumes of cells as fog, closed meshes as level sets.
bool hasVdb(const state::SetView& set);

/// Where the voxels of level sets are: of the side that is asked for, or those of the scene's [volume].
/// Nothing, which is told, where there is neither.
std::optional<io::VdbLattice> vdbLattice(const std::string& folder, const std::optional<double>& voxel,
                                         int& exit_code);

/// Memory that an export may take beside what it shows: half of the machine's; 8 GB where that is not known
/// [bytes].
double exportMemory();

/// @pre hasVdb(set)
Status writeVdb(const io::ConfinedPath& path, const state::SetView& set, const io::VdbLattice& lattice);

}  // namespace talus::cli
