#include "talus/water/device/not_on_device.h"

#include <fmt/format.h>

#include "talus/method/device/refusals.h"
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
    method::Refusals refused;
    if (setup.water.solver == Solver::Mueller) refused.add("solver = \"mueller\" in [water]");
    if (setup.solids.hasGround()) refused.add("ground under water");
    for (const environment::Wall& wall : setup.walls)
        if (const char* shape = wall.follows ? nullptr : refusedShape(wall.kind))
            refused.add(fmt::format("walls of shape \"{}\"", shape), wall.name);
    if (const std::size_t faces = setup.solids.walls->faces().size();
        faces > device::max_faces && refused.empty())
        refused.add(fmt::format("{} faces of walls, more than the maximum of {}", faces, device::max_faces));
    return refused.texts();
}

std::vector<std::string> notOnDevice(const method::Scene& scene) { return refusedOnDevice(setupOf(scene)); }

}  // namespace talus::water
