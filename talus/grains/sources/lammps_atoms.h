#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "talus/grains/sources/grain_file.h"

namespace talus::grains {

/// An atom of a file.
struct Atom {
    std::int64_t id = 0;
    std::int64_t type = 1;
    double density = 0;  ///< [kg/m^3]; 0: the file does not say it
    GrainRow row;
};

/// Whether a file may hold such a vector.
bool isUsable(const Vec3d& v);

/// The atoms of a file, as they are read.
class AtomList {
  public:
    /// @param max_atoms more are an error
    explicit AtomList(std::size_t max_atoms) : max_atoms_(max_atoms) {}

    /// Error (Input) where it cannot be a grain. @param line that it stands in
    Status add(std::uint64_t line, const Atom& atom);
    /// Error (Input) where two have the same id.
    Status sortById();
    /// Null where there is none. @pre sortById()
    Atom* find(std::int64_t id);
    /// Those that are wanted. Error (Input) where there are none.
    Result<GrainFile> grains(const GrainChoice& choice) const;

  private:
    std::size_t max_atoms_;
    std::vector<Atom> atoms_;
};

/// Whether a text is a data file of LAMMPS (`read_data`): its first line that is neither the title nor blank
/// gives a number and what there are so many of, such as "1000 atoms".
bool isLammpsData(std::string_view text);
/// Whether a text is a text dump of LAMMPS: it begins with "ITEM:".
bool isLammpsDump(std::string_view text);

/// The atoms of a data file with `atom_style sphere`, ordered by id: half the diameter is the radius;
/// velocities and spins come from the section Velocities, where there is one; types may have labels. Image
/// flags do not count: atoms are where the file has them. Other sections are passed over. Errors (Input),
/// which name the line: another atom style, units other than si, atoms that are missing, twice, or have no
/// diameter, what is no finite number or above 1e12.
Result<GrainFile> parseLammpsData(std::string_view text, const GrainChoice& choice);

/// The atoms of one snapshot of a dump, ordered by id where it has ids. Columns: x, y, z (or xu ...; or xs
/// ..., in parts of the box), radius or diameter; vx, vy, vz and omegax, omegay, omegaz are taken where they
/// are, three together; density is compared. Errors as above, and those of parseLammpsDump().
Result<GrainFile> parseLammpsDumpGrains(std::string_view text, const GrainChoice& choice);

}  // namespace talus::grains
