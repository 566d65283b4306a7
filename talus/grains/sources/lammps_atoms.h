#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "talus/grains/sources/grain_file.h"

namespace talus::grains {

/// One atom of a LAMMPS file.
struct Atom {
    std::int64_t id = 0;
    std::int64_t type = 1;
    double density = 0;  ///< [kg/m^3]; 0: not in the file
    GrainRow row;
};

/// Whether all components are finite and at most farthest_number.
bool isUsable(const Vec3d& v);

/// The atoms of a file.
class AtomList {
  public:
    /// @param max_atoms maximum number; more atoms are an error
    explicit AtomList(std::size_t max_atoms) : max_atoms_(max_atoms) {}

    /// Adds an atom. Error (Input) if it cannot be a grain. @param line of the atom in the file
    Status add(std::uint64_t line, const Atom& atom);
    /// Sorts the atoms by id. Error (Input) if two have the same id.
    Status sortById();
    /// The atom with this id, or null. @pre sortById()
    Atom* find(std::int64_t id);
    /// The atoms that `choice` selects. Error (Input) if there are none.
    Result<GrainFile> grains(const GrainChoice& choice) const;

  private:
    std::size_t max_atoms_;
    std::vector<Atom> atoms_;
};

/// Whether a text is a data file of LAMMPS (`read_data`). Its first line that is neither the title nor blank
/// is then a number and a keyword, such as "1000 atoms".
bool isLammpsData(std::string_view text);
/// Whether a text is a text dump of LAMMPS: it begins with "ITEM:".
bool isLammpsDump(std::string_view text);

/// The atoms of a data file with `atom_style sphere`, sorted by id. The radius is half the diameter.
/// Velocities and spins come from the section Velocities, if there is one. Types may have labels. Image flags
/// are ignored: positions are used as they are in the file. Other sections are ignored. Errors (Input) name
/// the line: another atom style, units other than si, atoms that are missing, listed twice or without
/// diameter, values that are not finite or above 1e12.
Result<GrainFile> parseLammpsData(std::string_view text, const GrainChoice& choice);

/// The atoms of one snapshot of a dump, sorted by id if it has ids. Required columns: x, y, z (or xu ...; or
/// xs ..., scaled by the box), and radius or diameter. Optional: vx, vy, vz and omegax, omegay, omegaz, each
/// all three or none; density, which is only compared. Errors as parseLammpsData() and parseLammpsDump().
Result<GrainFile> parseLammpsDumpGrains(std::string_view text, const GrainChoice& choice);

}  // namespace talus::grains
