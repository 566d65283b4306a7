#pragma once
#include <cmath>

#include "talus/environment/contact/goes_through.h"
#include "talus/environment/periodic.h"
#include "talus/environment/walls.h"
#include "talus/exec/view.h"
#include "talus/water/boundary/contact.h"

namespace talus::water {

/// Two faces of one wall whose normals have a smaller product than this meet in an edge. A line through both
/// faces cuts that edge, and does not separate its ends.
inline constexpr double edge_cosine = 0.5;

/// Whether a wall separates a particle from a neighbour. Runs on any device.
/// @param near the faces within the support of the particle @param to vector to the neighbour [m]
/// @param through as environment::goesThrough
template <class Walls, class Faces, class Through>
TALUS_HD bool isSeparated(const Walls& walls, const Faces& near, const Vec3d& own, const Vec3d& to,
                          Through through) {
    const Vec3d other = own + to;
    bool separated = false, through_edge = false;
    std::uint32_t first_wall = 0;
    Vec3d first;
    for (const NearFace& at : near) {
        const environment::WallFace& face = walls.face(at.face);
        // Most neighbours are on the same side of the face.
        if (environment::isConvex(face) && dot(to, at.normal) > -at.distance) continue;
        const auto normal = through(face, walls.inFrame(face.wall, own), walls.inFrame(face.wall, other));
        if (!normal) continue;
        if (separated && face.wall == first_wall)
            through_edge |= std::abs(dot(*normal, first)) < edge_cosine;
        else if (!separated)
            first = *normal;
        first_wall = face.wall;
        separated = true;
    }
    return separated && !through_edge;
}

/// Removes the neighbours behind a wall from the list of a particle, however thin the wall is. The kernel's
/// share in the wall takes their place.
struct SeparatePairs {
    const environment::WallsAt& walls;
    exec::View<const Vec3d> position;
    exec::View<std::uint16_t> list;                   ///< codes of neighbours; removed ones become padding
    exec::View<const std::uint32_t> runs, run_start;  ///< of the codes (search/codes.h)
    environment::Periodic domain;

    /// Changes the list of one particle, from `begin` to `end`. @param near the faces within the support
    void operator()(std::uint32_t row, std::uint32_t begin, std::uint32_t end,
                    const std::vector<NearFace>& near) const;
};

}  // namespace talus::water
