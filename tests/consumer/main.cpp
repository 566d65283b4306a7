#include <cstdio>

#include <talus/core/hash.h>
#include <talus/math/vec.h>

// Uses a header-only part (vectors) and a compiled part (the hash), and prints what check.cmake expects.
int main() {
    talus::Hasher hasher;
    const talus::Vec3d v = talus::cross(talus::Vec3d{1, 0, 0}, talus::Vec3d{0, 1, 0});
    std::printf("%s %g %g %g\n", talus::hexadecimal(hasher.value()).c_str(), v.x, v.y, v.z);
    return 0;
}
