// Any bytes as a mesh file: a mesh that is sound, or an error.
#include "talus/geometry/mesh/mesh_file.h"
#include "talus/geometry/mesh/triangle_tree.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace talus::geometry;
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
    const auto mesh = parseMesh(bytes, static_cast<MeshFormat>(data[0] % 3));
    if (!mesh) return 0;
    for (const auto& triangle : mesh->triangles)
        for (const std::uint32_t corner : triangle)
            if (corner >= mesh->points.size()) __builtin_trap();
    std::vector<std::uint32_t> found;
    TriangleTree(*mesh).near(mesh->points.front(), 1, found);
    return 0;
}
