#include "talus/sand/mpm/device/not_on_device.h"

#include <fmt/format.h>

#include "talus/method/device/refusals.h"
#include "talus/sand/mpm/stages.h"

namespace talus::sand::mpm {

std::vector<std::string> refusedOnDevice(const Setup& setup) {
    method::Refusals refused;
    if (setup.sand.solver != Solver::Mpm)
        refused.add(setup.sand.solver == Solver::Narain ? "solver = \"narain\" in [sand]"
                                                        : "solver = \"zhu-bridson\" in [sand]");
    if (setup.boundaries.ground) refused.add("ground under sand");
    const environment::Walls& walls = *setup.boundaries.walls;
    // Nodes behind thin faces are copies for each side (mpm/walls/hidden.h), which only the processor makes.
    // Trees of meshes are in its memory.
    for (std::size_t w = 0; w < setup.boundaries.count(); ++w) {
        const environment::WallBody& body = walls.bodies()[w];
        if (body.follows) continue;  // rigid bodies have no steps there
        bool thin = false;
        for (std::uint32_t f = body.first_face; f < body.end_face; ++f)
            thin = thin || walls.faces()[f].thin();
        if (body.tree)
            refused.add("walls of meshes", setup.walls[w].name);
        else if (thin)
            refused.add("thin walls, with sand on both sides", setup.walls[w].name);
    }
    if (walls.faces().size() > device::max_faces && refused.empty())
        refused.add(fmt::format("{} faces of walls, more than the maximum of {}", walls.faces().size(),
                                device::max_faces));
    return refused.texts();
}

std::vector<std::string> notOnDevice(const method::Scene& scene) { return refusedOnDevice(setupOf(scene)); }

}  // namespace talus::sand::mpm
