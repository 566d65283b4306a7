#pragma once
#include "viewer/viewer.h"

namespace talus::viewer {

/// What the tab remembers of a scene, since it takes time to find.
struct LookState {
    std::shared_ptr<const scene::Scene> scene;
    geometry::Box extent;
    bool has_land = false;
};

/// The tab of what pictures show, and how.
void lookTab(Viewer& viewer, LookState& state);

}  // namespace talus::viewer
