#pragma once
#include <string>

#include "talus/geometry/mesh/mesh.h"
#include "talus/io/file.h"
#include "talus/state/volume.h"

/// OpenVDB files (.vdb), for Houdini, Blender and others: metres, z up. The simulated time is in the metadata
/// `time`. Equal input gives equal bytes for any number of threads. In a build without OpenVDB all functions
/// return an error (Runtime) that says what to install.
namespace talus::io {

/// The samples of a grid: at origin + spacing (i, j, k).
struct VdbLattice {
    double spacing = 1;  ///< [m], > 0
    Vec3d origin{};      ///< [m]
    /// Limit of memory for making the file, without its input [bytes].
    double memory_bytes = 8e9;
};

/// The name that Houdini uses for the grid of a level set.
inline constexpr const char* vdb_surface = "surface";

/// Writes a closed mesh as a level set named "surface": the distance from the mesh, negative inside, in a
/// band of three spacings on either side. Parts of the mesh that face inwards are cavities. Error (Input)
/// where it is not closed, is larger than the file can index, or needs more memory than allowed.
Status writeVdb(const ConfinedPath& path, const geometry::Mesh& mesh, const VdbLattice& lattice, double time);

/// Writes each field of a volume as a fog volume of its name, in single precision; values of 0 take no space.
/// Error (Input) where that needs more memory than allowed.
Status writeVdb(const ConfinedPath& path, const state::VolumeView& volume, double memory_bytes = 8e9);

}  // namespace talus::io
