#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "talus/picture/picture.h"
#include "talus/state/frame_set.h"

namespace talus::method {

/// The sets of one frame, by name.
using FrameSets = std::map<std::string, state::FrameSet, std::less<>>;

/// The set of that name, where it is one of points (state::PointsView), columns, a mesh or a volume; null:
/// the frame has none.
template <class View>
const View* find(const FrameSets& sets, std::string_view name) {
    const auto found = sets.find(name);
    return found == sets.end() ? nullptr : found->second.as<View>();
}

/// How a picture is asked to look.
struct Look {
    std::string colour;   ///< "material", or what a method's colours name
    double contours = 0;  ///< from one line of equal height to the next [m]; 0: no lines
};

/// A frame that is being drawn.
struct Drawing {
    double time = 0;  ///< of the frame [s]
    const FrameSets& sets;
    const Look& look;
    picture::Picture& picture;
    /// What the picture only looks at (spans) goes in here, which lives as long as the picture.
    std::vector<std::shared_ptr<void>>& keep;

    template <class View>
    const View* find(std::string_view name) const {
        return method::find<View>(sets, name);
    }
};

}  // namespace talus::method
