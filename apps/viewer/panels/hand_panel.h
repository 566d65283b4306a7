#pragma once
#include <array>
#include <string>

namespace talus::viewer {

class Viewer;

/// What the panel of the hand remembers between two pictures.
struct HandPanelState {
    float size = 0;  ///< of the next tool or body [m]; 0: a share of the scene
    std::string file;
};

/// Tools, things to drop, spouts, and what can be moved.
void handTab(Viewer& viewer, HandPanelState& state);

}  // namespace talus::viewer
