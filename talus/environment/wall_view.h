#pragma once
#include "talus/environment/wall_distance.h"
#include "talus/environment/wall_motion.h"
#include "talus/exec/view.h"

namespace talus::environment {

/// WallsAt for loops on the processor or on a device. @pre no wall is a mesh (its tree is in the processor's
/// memory), deforms, or is a free body
struct WallView {
    exec::View<const WallFace> faces;
    exec::View<const Pose> poses;
    exec::View<const std::uint8_t> moving;
    exec::View<const Vec3d> reference;  ///< the torque on each wall is about this point [m]

    TALUS_HD const WallFace& face(std::size_t face) const { return faces[face]; }
    TALUS_HD const Pose& pose(std::size_t wall) const { return poses[wall]; }
    TALUS_HD bool moves(std::size_t wall) const { return moving[wall] != 0; }
    TALUS_HD Vec3d velocityAt(std::size_t face, const Vec3d& point) const {
        return poses[faces[face].wall].velocityAt(point);
    }
    TALUS_HD double mobility(std::size_t, const Vec3d&, const Vec3d&) const { return 0; }
    TALUS_HD Vec3d inFrame(std::size_t wall, const Vec3d& x) const {
        return moves(wall) ? poses[wall].toLocal(x) : x;
    }
    TALUS_HD WallDistance distance(std::size_t face, const Vec3d& x) const {
        const WallFace& of = faces[face];
        WallDistance found = nearest::onFace(of, inFrame(of.wall, x));
        if (moves(of.wall)) found.normal = rotated(poses[of.wall].rotation, found.normal);
        return found;
    }
};

}  // namespace talus::environment
