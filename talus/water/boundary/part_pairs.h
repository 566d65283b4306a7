#pragma once
#include <cmath>

#include "talus/environment/contact/goes_through.h"
#include "talus/environment/periodic.h"
#include "talus/environment/walls.h"
#include "talus/exec/view.h"
#include "talus/water/boundary/contact.h"

namespace talus::water {

/// Two faces of one wall whose normals have a smaller product meet in an edge: a line through both goes round
/// it.
inline constexpr double round_edge = 0.5;

/// Whether walls stand between a particle and a neighbour. Runs anywhere.
/// @param near the faces within the support of the particle @param way to the neighbour [m]
/// @param through as environment::goesThrough
template <class Walls, class Faces, class Through>
TALUS_HD bool isParted(const Walls& walls, const Faces& near, const Vec3d& own, const Vec3d& way,
                       Through through) {
    const Vec3d other = own + way;
    bool apart = false, round = false;
    std::uint32_t first_wall = 0;
    Vec3d first;
    for (const NearFace& at : near) {
        const environment::WallFace& face = walls.face(at.face);
        // Most lie on this side of the face.
        if (environment::isConvex(face) && dot(way, at.normal) > -at.distance) continue;
        const auto normal = through(face, walls.inFrame(face.wall, own), walls.inFrame(face.wall, other));
        if (!normal) continue;
        if (apart && face.wall == first_wall)
            round |= std::abs(dot(*normal, first)) < round_edge;
        else if (!apart)
            first = *normal;
        first_wall = face.wall;
        apart = true;
    }
    return apart && !round;
}

/// Water on the two sides of a wall has nothing to do with each other, however thin the wall is: what stands
/// behind a wall is taken off the list of neighbours. The kernel's share in the wall stands in for it.
struct PartPairs {
    const environment::WallsAt& walls;
    exec::View<const Vec3d> position;
    exec::View<std::uint16_t> list;  ///< of neighbours, codes; what is taken off becomes padding
    exec::View<const std::uint32_t> runs, run_start;  ///< that the codes speak of (search/codes.h)
    environment::Periodic domain;

    /// The part of the list from `begin` to `end`, of one particle. @param near the faces within the support
    void operator()(std::uint32_t row, std::uint32_t begin, std::uint32_t end,
                    const std::vector<NearFace>& near) const;
};

}  // namespace talus::water
