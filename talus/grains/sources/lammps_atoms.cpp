#include "talus/grains/sources/lammps_atoms.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace talus::grains {

bool isUsable(const Vec3d& v) {
    return std::abs(v.x) <= farthest_number && std::abs(v.y) <= farthest_number &&
           std::abs(v.z) <= farthest_number;
}

Status AtomList::add(std::uint64_t line, const Atom& atom) {
    const auto lineError = [&](const std::string& how) {
        return Error{ErrorKind::Input, fmt::format("line {}: {}", line, how)};
    };
    const GrainRow& row = atom.row;
    if (!isUsable(row.position) || !isUsable(row.velocity) || !isUsable(row.spin) ||
        row.radius > farthest_number)
        return lineError(fmt::format("atom {} has a number above {:g}", atom.id, farthest_number));
    if (!(row.radius > 0))
        return lineError(fmt::format("atom {} has no size: its diameter must be above 0", atom.id));
    if (atoms_.size() == max_atoms_) return lineError(fmt::format("more than {} atoms", max_atoms_));
    atoms_.push_back(atom);
    return success();
}

Status AtomList::sortById() {
    std::sort(atoms_.begin(), atoms_.end(), [](const Atom& a, const Atom& b) { return a.id < b.id; });
    const auto twice = std::adjacent_find(atoms_.begin(), atoms_.end(),
                                          [](const Atom& a, const Atom& b) { return a.id == b.id; });
    if (twice == atoms_.end()) return success();
    return Error{ErrorKind::Input, fmt::format("atom {} is listed twice", twice->id)};
}

Atom* AtomList::find(std::int64_t id) {
    const auto found =
        std::lower_bound(atoms_.begin(), atoms_.end(), id,
                         [](const Atom& atom, std::int64_t wanted) { return atom.id < wanted; });
    return found != atoms_.end() && found->id == id ? &*found : nullptr;
}

Result<GrainFile> AtomList::grains(const GrainChoice& choice) const {
    GrainFile file;
    std::int64_t type = 0;
    bool several = false;
    for (const Atom& atom : atoms_) {
        if (choice.type > 0 && static_cast<std::uint64_t>(atom.type) != choice.type) continue;
        if (file.rows.empty()) {
            type = atom.type;
            file.least_density = file.largest_density = atom.density;
        }
        several |= atom.type != type;
        file.least_density = std::min(file.least_density, atom.density);
        file.largest_density = std::max(file.largest_density, atom.density);
        file.rows.push_back(atom.row);
    }
    if (several) file.several = "types";
    if (file.rows.empty())
        return Error{ErrorKind::Input, choice.type > 0
                                           ? fmt::format("it holds no atoms of type {}", choice.type)
                                           : "it holds no atoms"};
    return file;
}

}  // namespace talus::grains
