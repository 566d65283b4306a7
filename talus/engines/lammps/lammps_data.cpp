#include "talus/engines/lammps/lammps_data.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include <fmt/format.h>

namespace talus::engines {

Status writeLammpsData(const io::ConfinedPath& path, const std::string& title, const LammpsAtoms& atoms) {
    const std::size_t count = atoms.id.size();
    TALUS_ASSERT(atoms.position.size() == count && atoms.velocity.size() == count &&
                     atoms.spin.size() == count && atoms.radius.size() == count &&
                     atoms.density.size() == count && atoms.type.size() == count,
                 "the columns of a LAMMPS data file have different lengths");
    constexpr std::uint32_t largest = std::numeric_limits<std::int32_t>::max() - 1;
    const auto biggest = std::max_element(atoms.id.begin(), atoms.id.end());
    if (count > largest || (count > 0 && *biggest > largest))
        return Error{
            ErrorKind::Input,
            fmt::format(
                "LAMMPS numbers its atoms with 31 bits, so it takes at most {} grains; use fewer grains",
                largest)};
    auto file = io::OutputFile::create(path);
    if (!file) return file.error();
    fmt::memory_buffer text;
    const auto put = [&](auto format, const auto&... values) {
        fmt::format_to(std::back_inserter(text), format, values...);
        if (text.size() < 60000) return;
        file->write(text.data(), text.size());
        text.clear();
    };
    // "{}" writes the shortest text that is read back with the same bits.
    put(FMT_STRING("{}\n\n{} atoms\n{} atom types\n\n"), title, count, atoms.types);
    put(FMT_STRING("{} {} xlo xhi\n"), atoms.low.x, atoms.high.x);
    put(FMT_STRING("{} {} ylo yhi\n"), atoms.low.y, atoms.high.y);
    put(FMT_STRING("{} {} zlo zhi\n\nAtoms{}\n\n"), atoms.low.z, atoms.high.z, atoms.style);
    for (std::size_t i = 0; i < count; ++i)
        put(FMT_STRING("{} {} {} {} {} {} {}\n"), atoms.id[i] + 1, atoms.type[i], 2 * atoms.radius[i],
            atoms.density[i], atoms.position[i].x, atoms.position[i].y, atoms.position[i].z);
    put(FMT_STRING("\nVelocities\n\n"));
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3d &v = atoms.velocity[i], &w = atoms.spin[i];
        put(FMT_STRING("{} {} {} {} {} {} {}\n"), atoms.id[i] + 1, v.x, v.y, v.z, w.x, w.y, w.z);
    }
    file->write(text.data(), text.size());
    return file->commit();
}

}  // namespace talus::engines
