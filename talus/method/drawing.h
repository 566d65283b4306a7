#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "talus/picture/picture.h"
#include "talus/state/columns.h"
#include "talus/state/points.h"

namespace talus::method {

/// The sets of one frame, by name.
using PointSets = std::map<std::string, state::PointsView>;
using ColumnSets = std::map<std::string, state::ColumnsView>;

/// How a picture is asked to look.
struct Look {
    std::string colour;   ///< "material", or what a method's colours name
    double contours = 0;  ///< from one line of equal height to the next [m]; 0: no lines
};

/// A frame that is being drawn.
struct Drawing {
    double time = 0;  ///< of the frame [s]
    const PointSets& points;
    const ColumnSets& columns;
    const Look& look;
    picture::Picture& picture;
    /// What the picture only looks at (spans) goes in here, which lives as long as the picture.
    std::vector<std::shared_ptr<void>>& keep;
};

}  // namespace talus::method
