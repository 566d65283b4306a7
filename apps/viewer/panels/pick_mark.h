#pragma once
#include "viewer/panels/panels.h"

namespace talus::viewer {

/// Marks what is picked over the picture: a circle around a ball, or where something else was clicked, and
/// lines to its contacts where they are few.
void drawPickMark(const Viewer& viewer, const PictureArea& area);

}  // namespace talus::viewer
