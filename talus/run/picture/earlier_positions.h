#pragma once
#include <vector>

#include "talus/picture/picture.h"

namespace talus::run {

/// Where the things of a picture were in an earlier picture of the same scene. The lists have the order of
/// the later picture. Balls are found again by their ids, or by their order where a set has no ids and as
/// many balls; sets, surfaces and obstacles by their names. What was not there has its later position.
struct EarlierPositions {
    std::vector<std::vector<Vec3d>> spheres, liquids;  ///< centres, for each set
    std::vector<std::vector<Vec3d>> meshes;            ///< corners, for each mesh
    std::vector<Vec3d> obstacle_shift;                 ///< the move of each obstacle since then [m]
    picture::Camera camera;
};
EarlierPositions earlierPositions(const picture::Picture& later, const picture::Picture& earlier);

/// The picture at a time between the two. The camera moves in a straight line.
/// @param share 0: the earlier picture, 1: the later one
/// @param centres owner of the positions of balls, which must live as long as the picture
picture::Picture pictureBetween(const picture::Picture& later, const EarlierPositions& earlier, double share,
                                std::vector<std::vector<Vec3d>>& centres);

}  // namespace talus::run
