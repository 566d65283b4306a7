#pragma once
#include <string>

#include "viewer/panels/panels.h"

namespace talus::viewer {

/// The mouse over the picture: drag to orbit or pan, or to move the tool of the hand; wheel to zoom, click to
/// pick. The keys W, A, S, D, Q and E fly.
class Navigation {
  public:
    void act(Viewer& viewer, const PictureArea& area);
    /// Flies while keys are held: the distance to the target in two seconds.
    static void fly(Viewer& viewer);

  private:
    void drag(Viewer& viewer, const PictureArea& area, int button);

    int pressed_ = -1;
    bool dragged_ = false;
    double press_x_ = 0, press_y_ = 0;  ///< pixel of the picture
};

}  // namespace talus::viewer
