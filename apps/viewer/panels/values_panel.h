#pragma once

namespace talus::viewer {

class Viewer;

/// Values and contacts of what was clicked.
void valuesTab(Viewer& viewer);

}  // namespace talus::viewer
