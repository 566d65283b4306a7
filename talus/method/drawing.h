#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "talus/picture/colour_scale.h"
#include "talus/picture/picture.h"
#include "talus/state/frame_set.h"

namespace talus::method {

/// The sets of one frame, by name.
using FrameSets = std::map<std::string, state::FrameSet, std::less<>>;

/// The set of that name as a view of this type (state::PointsView, ColumnsView, MeshView, VolumeView); null
/// where the frame has none, or one of another kind.
template <class View>
const View* find(const FrameSets& sets, std::string_view name) {
    const auto found = sets.find(name);
    return found == sets.end() ? nullptr : found->second.as<View>();
}

/// How a picture is drawn.
struct PictureStyle {
    std::string colour;            ///< "material", or one of Method::colours
    double contours = 0;           ///< difference of height between contour lines [m]; 0: no lines
    picture::ColourScale scale{};  ///< ends that it leaves open are those of the scene (render.colour_min)
};

/// A frame that is being drawn.
struct Drawing {
    double time = 0;  ///< of the frame [s]
    const FrameSets& sets;
    const PictureStyle& style;
    picture::Picture& picture;
    /// Owners of data that the picture refers to by spans. Lives as long as the picture.
    std::vector<std::shared_ptr<void>>& keep;

    template <class View>
    const View* find(std::string_view name) const {
        return method::find<View>(sets, name);
    }
};

}  // namespace talus::method
