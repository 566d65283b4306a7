#pragma once
#include "viewer/viewer.h"

namespace talus::viewer {

/// The tab of what pictures show, and how.
void lookTab(Viewer& viewer);

}  // namespace talus::viewer
