#pragma once
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "talus/io/file.h"

namespace talus::engines {

/// LAMMPS' history of one contact: shear spring, rolling spring, twisting angle, as far as the law has them.
using LammpsHistory = std::vector<double>;

/// A restart file of LAMMPS: all atoms with the histories of their contacts. Everything else in the file
/// (settings, groups, fixes) is copied unchanged.
///
/// The format is that of version 29 Sep 2021 (write_restart.cpp, fix_neigh_history.cpp, fix_wall_gran*.cpp).
/// The end of the file holds for each rank the flag PERPROC, a count, and that many doubles: the records of
/// its atoms. The record of an atom is its length, 15 numbers of the atom, and a record of each fix with a
/// history: first that of pairs, then those of walls in the order of the script.
class LammpsRestart {
  public:
    /// The history that one fix stores of one atom; its length comes first.
    using Record = std::vector<double>;
    struct Atom {
        std::vector<double> own;  ///< length, position, ID, type, ...
        std::vector<Record> fixes;
        std::uint64_t id() const;  ///< counts from 1
        std::uint32_t type() const;
    };

    /// @param atoms the expected number of atoms
    /// Errors: Input, where the file is not a restart file or has another number of atoms; Storage, where it
    /// cannot be read.
    static Result<LammpsRestart> read(const io::Path& path, std::size_t atoms);
    /// Error: Storage.
    Status write(const io::ConfinedPath& path) const;

    /// The atoms of each rank.
    std::vector<std::vector<Atom>> ranks;

  private:
    std::string head_, tail_;
};

/// Restart files store integers as the bits of a double.
double asBits(std::int64_t value);
std::int64_t fromBits(double value);

}  // namespace talus::engines
