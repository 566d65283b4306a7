#include "talus/water/device/not_on_device.h"

#include <fmt/format.h>

#include "talus/water/setup.h"

namespace talus::water {
namespace {

/// Shapes that a line may cross twice, which needs a search (environment/contact/goes_through.h), and meshes,
/// whose trees exist only on the processor.
const char* refusedShape(environment::Wall::Kind kind) {
    using Kind = environment::Wall::Kind;
    switch (kind) {
        case Kind::SphereOutside: return "sphere-outside";
        case Kind::CylinderOutside: return "cylinder-outside";
        case Kind::Capsule: return "capsule";
        case Kind::Mesh: return "mesh";
        default: return nullptr;
    }
}

}  // namespace

std::vector<std::string> refusedOnDevice(const Setup& setup) {
    std::vector<std::string> refused;
    if (setup.water.solver == Solver::Mueller) refused.emplace_back("solver = \"mueller\" in [water]");
    if (setup.solids.hasGround()) refused.emplace_back("ground under water");
    for (const environment::Wall& wall : setup.walls)
        if (const char* shape = refusedShape(wall.kind))
            refused.push_back(fmt::format("the wall '{}' of shape \"{}\"", wall.name, shape));
    if (const std::size_t faces = setup.solids.walls->faces().size();
        faces > device::max_faces && refused.empty())
        refused.push_back(
            fmt::format("{} faces of walls, more than the maximum of {}", faces, device::max_faces));
    return refused;
}

std::vector<std::string> notOnDevice(const method::Scene& scene) {
    std::vector<std::string> refused = refusedOnDevice(setupOf(scene));
    if (scene.environment.points) refused.emplace_back("[[cloth]]");
    return refused;
}

}  // namespace talus::water
