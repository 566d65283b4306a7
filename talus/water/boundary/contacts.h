#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/geometry/ground_surface.h"
#include "talus/geometry/volume/volume_surface.h"
#include "talus/water/boundary/contact.h"
#include "talus/water/boundary/integrate_boundaries.h"

namespace talus::water {

/// All solids at one time.
struct SolidsAt {
    const environment::WallsAt& walls;
    const geometry::GroundSurface* ground = nullptr;
    const geometry::ColumnGrid* grid = nullptr;
    exec::View<const double> height{};
    std::uint32_t ground_index = 0;  ///< of ground and volume, in contacts
    const geometry::VolumeSurface* volume = nullptr;
};

/// Faces that may be within `reach` of a ball.
void facesNear(const SolidsAt& solids, const Vec3d& centre, double reach, std::vector<std::uint32_t>& faces);

/// Scratch of a search for contacts. The caller keeps it, so that it allocates once.
struct ContactSearch {
    std::vector<std::uint32_t> faces;  ///< result of facesNear()
    std::vector<Contact> found;        ///< result of contactsOf()
    std::vector<NearFace> near;        ///< result of contactsOf(): all faces within reach that have two sides
    std::vector<Contact> all;
    std::vector<geometry::GroundTouch> touches;
    std::vector<std::array<Vec3d, 3>> triangles;  ///< of a volume
    double clearance = 0;  ///< result of contactsOf(): distance to the nearest solid, at most the reach [m]
};

/// Finds the contacts of a particle with the faces of the search and with the ground, each plane once, and
/// combines them (contact.h). @return the share of the kernel that is in no solid
double contactsOf(const SolidsAt& solids, const WallIntegral& integral, const Vec3d& position,
                  ContactSearch& search);

}  // namespace talus::water
