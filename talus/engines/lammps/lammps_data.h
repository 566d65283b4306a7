#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "talus/io/file.h"
#include "talus/math/vec.h"

namespace talus::engines {

/// Grains with the columns of LAMMPS' `atom_style sphere`. All spans have the same length.
struct LammpsAtoms {
    std::span<const Vec3d> position;      ///< [m]
    std::span<const Vec3d> velocity;      ///< [m/s]
    std::span<const Vec3d> spin;          ///< [rad/s]
    std::span<const double> radius;       ///< [m]
    std::span<const double> density;      ///< [kg/m^3]
    std::span<const std::uint32_t> id;    ///< counted from 0; LAMMPS counts from 1
    std::span<const std::uint32_t> type;  ///< 1..types
    std::uint32_t types = 1;              ///< number of types
    Vec3d low, high;                      ///< box that holds all grains [m]
    std::string style = " # sphere";      ///< text after the word Atoms; empty for LIGGGHTS
};

/// Writes a file for LAMMPS' `read_data`. Every number is read back with the same bits.
/// @param title the first line, plain text
/// Errors: Storage; Input when there are more grains than LAMMPS can number (2^31 - 1).
Status writeLammpsData(const io::ConfinedPath& path, const std::string& title, const LammpsAtoms& atoms);

}  // namespace talus::engines
