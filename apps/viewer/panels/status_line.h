#pragma once
#include <functional>
#include <string>
#include <vector>

#include "viewer/viewer.h"

namespace talus::viewer {

/// A part of the line below the timeline. Where the line is too long, the least important ones are left out.
struct StatusPart {
    std::string text;
    int importance = 0;
};

/// The parts that there is something to say about, in the order in which they are shown.
/// @pre there is a shot
std::vector<StatusPart> statusParts(const Viewer& viewer);

/// The parts in one line that is at most so wide; the most important one is always there.
/// @param widthOf a text [pixels]
std::string statusLine(std::vector<StatusPart> parts, float width,
                       const std::function<float(const std::string&)>& widthOf);

}  // namespace talus::viewer
