// Any bytes as a file of grains (table, LAMMPS data file or dump): grains that are sound, or an error that
// names a line.
#include <cmath>

#include "talus/grains/sources/grain_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace talus;
    const auto rows = grains::parseGrains({reinterpret_cast<const char*>(data), size});
    if (!rows) {
        if (rows.error().message.empty()) __builtin_trap();
        return 0;
    }
    const auto sound = [](const Vec3d& v) { return squaredLength(v) <= 3e24; };
    for (const grains::GrainRow& row : rows->rows)
        if (!(row.radius > 0) || !sound(row.position) || !sound(row.velocity) || !sound(row.spin))
            __builtin_trap();
    return rows->rows.empty() ? __builtin_trap(), 0 : 0;
}
