#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/geometry/ground_surface.h"
#include "talus/geometry/volume/volume_surface.h"
#include "talus/water/boundary/contact.h"
#include "talus/water/boundary/meet_walls.h"

namespace talus::water {

/// What one place may touch: all solids at one moment.
struct SolidsAt {
    const environment::WallsAt& walls;
    const geometry::GroundSurface* ground = nullptr;
    const geometry::ColumnGrid* grid = nullptr;
    exec::View<const double> height{};
    std::uint32_t ground_index = 0;  ///< of ground and volume
    const geometry::VolumeSurface* volume = nullptr;
};

/// Faces that may be within `reach` of a ball.
void facesNear(const SolidsAt& solids, const Vec3d& centre, double reach, std::vector<std::uint32_t>& faces);

/// What a search needs; kept by the caller, so that it allocates once.
struct ContactSearch {
    std::vector<std::uint32_t> faces;  ///< of facesNear()
    std::vector<Contact> found;        ///< of contactsOf()
    std::vector<NearFace> near;        ///< likewise, all within reach but planes
    std::vector<Contact> all;
    std::vector<geometry::GroundTouch> touches;
    std::vector<std::array<Vec3d, 3>> triangles;  ///< of a volume
    double clearance = 0;  ///< of contactsOf(): no solid is nearer; at most the reach of the integral [m]
};

/// The contacts of a particle with the faces of the search and with the ground, each plane once, and what
/// they have to do with each other (`free`, `effect`). @return the share of the kernel that is free of all
double contactsOf(const SolidsAt& solids, const WallIntegral& integral, const Vec3d& place,
                  ContactSearch& search);

}  // namespace talus::water
