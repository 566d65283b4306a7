#pragma once
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "talus/io/file.h"

namespace talus::engines {

/// What LAMMPS remembers of one contact: shear spring, rolling spring, twisting angle, as far as it has them.
using LammpsMemory = std::vector<double>;

/// One of its restart files: all of its atoms with what they remember of their contacts. Everything else in
/// the file (settings, groups, fixes) stays as it is.
///
/// Written for version 29 Sep 2021, after its write_restart.cpp, fix_neigh_history.cpp and
/// fix_wall_gran*.cpp: at the end of the file stands, for each rank, the number PERPROC, a count, and so many
/// doubles: the records of its atoms. A record is its own length, 15 numbers of the atom, and a record of
/// each fix that remembers: first that of pairs, then those of walls in the order in which they were made.
class LammpsRestart {
  public:
    /// What one fix remembers of one atom, its length first.
    using Record = std::vector<double>;
    struct Atom {
        std::vector<double> own;  ///< length, place, ID, type, ...
        std::vector<Record> fixes;
        std::uint64_t id() const;  ///< counts from 1
        std::uint32_t type() const;
    };

    /// Error (Input): it is not such a file, or does not hold so many atoms; Storage: it cannot be read.
    static Result<LammpsRestart> read(const io::Path& path, std::size_t atoms);
    /// Error: Storage.
    Status write(const io::ConfinedPath& path) const;

    /// Those of each rank.
    std::vector<std::vector<Atom>> ranks;

  private:
    std::string head_, tail_;
};

/// Whole numbers stand in such files as the bits of a double.
double asBits(std::int64_t value);
std::int64_t fromBits(double value);

}  // namespace talus::engines
