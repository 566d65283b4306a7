#include "talus/couple/bodies/watch_bodies.h"

#include "talus/environment/followed_poses.h"

namespace talus::couple {

step::Access WatchBodies::access() const {
    step::Access access;
    access.reads = environment::followedPoseFields();
    return access;
}

void WatchBodies::run(step::Step& step) const {
    const environment::WallsAt at(*setup.walls, step.time() + step.dt,
                                  environment::followedPoses(step, *setup.walls));
    if (const auto found = overlaps->find(at))
        step.report.fail({.what = overlapText(setup, *found),
                          .advice = overlapAdvice(),
                          .ids = {},
                          .positions = {found->position}});
}

}  // namespace talus::couple
