#pragma once
#include <string>

#include "talus/geometry/mesh/mesh.h"
#include "talus/io/file.h"
#include "talus/state/volume.h"

/// OpenVDB files (.vdb), as Houdini, Blender and others read them: metres, z up. The simulated time is the
/// file's metadata `time`. Equal input gives equal bytes, for any number of threads. A build without OpenVDB
/// refuses all with an error (Runtime) that says what to install.
namespace talus::io {

/// Where the samples of a grid are: at origin + spacing (i, j, k).
struct VdbLattice {
    double spacing = 1;  ///< [m], > 0
    Vec3d origin{};      ///< [m]
    /// That making a file may take, beside what it is made of [bytes].
    double memory_bytes = 8e9;
};

/// Name of the grid of a level set, as Houdini has it.
inline constexpr const char* vdb_surface = "surface";

/// A closed mesh as a level set named "surface": the distance from it, negative inside, in a band of three
/// spacings on either side. Parts of the mesh that face inwards are cavities. Error (Input) when it is not
/// closed, has more spacings across than the file can number, or needs more memory than it may.
Status writeVdb(const ConfinedPath& path, const geometry::Mesh& mesh, const VdbLattice& lattice, double time);

/// Each field of a volume as a fog volume of its name, in single precision; what is 0 takes no room.
/// Error (Input) when that needs more memory than it may.
Status writeVdb(const ConfinedPath& path, const state::VolumeView& volume, double memory_bytes = 8e9);

}  // namespace talus::io
