#include <array>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "talus/core/whole_number.h"
#include "talus/grains/sources/lammps_atoms.h"
#include "talus/grains/sources/lammps_dump.h"

namespace talus::grains {
namespace {

/// The columns that are used; a dump may have others.
constexpr std::array<std::string_view, 23> known{
    "id",  "type", "x",  "y",  "z",  "xu",     "yu",     "zu",     "xs",     "ys",       "zs",     "xsu",
    "ysu", "zsu",  "vx", "vy", "vz", "omegax", "omegay", "omegaz", "radius", "diameter", "density"};

/// Three columns of a vector; a dump must have all or none of them.
struct Triple {
    std::array<int, 3> at{-1, -1, -1};
    bool given() const { return at[0] >= 0 && at[1] >= 0 && at[2] >= 0; }
    Vec3d of(const LammpsDump& dump, std::size_t row) const {
        return {dump.at(row, at[0]), dump.at(row, at[1]), dump.at(row, at[2])};
    }
};

class Columns {
  public:
    explicit Columns(const LammpsDump& dump) : dump_(dump) {}

    Status find() {
        for (const auto& names : places) {
            position_ = triple(names);
            scaled_ = names[0].starts_with("xs");
            if (position_.given()) break;
        }
        velocity_ = triple({"vx", "vy", "vz"});
        spin_ = triple({"omegax", "omegay", "omegaz"});
        if (!error_.empty()) return Error{ErrorKind::Input, error_};
        radius_ = dump_.find("radius");
        diameter_ = dump_.find("diameter");
        if (!position_.given() || (radius_ < 0 && diameter_ < 0))
            return Error{
                ErrorKind::Input,
                fmt::format("the atoms have no column '{}': x, y, z and radius (or diameter) are required; "
                            "LAMMPS writes them by: dump 1 all custom 1000 file id type x y z vx vy vz "
                            "omegax omegay omegaz radius",
                            position_.given() ? "radius" : "x")};
        if (scaled_ && dump_.slanted)
            return Error{ErrorKind::Input,
                         "scaled positions (xs, ys, zs) in a triclinic box cannot be read; dump x, y, z"};
        return success();
    }

    Result<Atom> atom(std::size_t row) const {
        const auto numberAt = [&](const char* name, double absent) {
            const int at = dump_.find(name);
            return at >= 0 ? dump_.at(row, at) : absent;
        };
        Atom atom;
        for (const auto& [name, absent, into] : {std::tuple{"id", static_cast<double>(row) + 1, &atom.id},
                                                 std::tuple{"type", 1.0, &atom.type}}) {
            constexpr double largest =
                9007199254740992;  // 2^53: above it, doubles cannot represent every whole number
            const double value = numberAt(name, absent);
            const auto whole = wholeNumber<std::int64_t>(value);
            if (!whole || std::abs(value) > largest)
                return Error{ErrorKind::Input,
                             fmt::format("line {}: '{}' of an atom is {}, not a whole number up to 2^53",
                                         dump_.first_line + row, name, value)};
            *into = *whole;
        }
        atom.density = numberAt("density", 0);
        atom.row.position = position_.of(dump_, row);
        if (scaled_) atom.row.position = inBox(atom.row.position);
        if (velocity_.given()) atom.row.velocity = velocity_.of(dump_, row);
        if (spin_.given()) atom.row.spin = spin_.of(dump_, row);
        atom.row.radius = radius_ >= 0 ? dump_.at(row, radius_) : dump_.at(row, diameter_) / 2;
        return atom;
    }

  private:
    static constexpr std::array<std::array<std::string_view, 3>, 4> places{
        {{"x", "y", "z"}, {"xu", "yu", "zu"}, {"xs", "ys", "zs"}, {"xsu", "ysu", "zsu"}}};

    Triple triple(const std::array<std::string_view, 3>& names) {
        Triple found;
        int given = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            found.at[i] = dump_.find(names[i]);
            given += found.at[i] >= 0;
        }
        if (given == 1 || given == 2)
            error_ = fmt::format("the atoms have some of the columns '{}', '{}', '{}'; all three are needed",
                                 names[0], names[1], names[2]);
        return found;
    }

    Vec3d inBox(const Vec3d& part) const {
        const Vec3d size = dump_.high - dump_.low;
        return dump_.low + Vec3d{part.x * size.x, part.y * size.y, part.z * size.z};
    }

    const LammpsDump& dump_;
    Triple position_, velocity_, spin_;
    int radius_ = -1, diameter_ = -1;
    bool scaled_ = false;
    std::string error_;
};

}  // namespace

bool isLammpsDump(std::string_view text) { return text.starts_with("ITEM:"); }

Result<GrainFile> parseLammpsDumpGrains(std::string_view text, const GrainChoice& choice) {
    const Result<LammpsDump> dump = parseLammpsDump(text, {.snapshot = choice.snapshot, .keep = known});
    if (!dump) return dump.error();
    if (!dump->units.empty() && dump->units != "si")
        return Error{
            ErrorKind::Input,
            fmt::format("its units are '{}', but grains need units si: convert the file", dump->units)};
    Columns columns(*dump);
    if (Status status = columns.find(); !status) return status.error();
    AtomList atoms(choice.max_grains);
    for (std::size_t row = 0; row < dump->count; ++row) {
        const Result<Atom> atom = columns.atom(row);
        if (!atom) return atom.error();
        if (Status status = atoms.add(dump->first_line + row, *atom); !status) return status.error();
    }
    if (Status status = atoms.sortById(); !status) return status.error();
    return atoms.grains(choice);
}

}  // namespace talus::grains
