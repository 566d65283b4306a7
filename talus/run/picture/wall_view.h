#pragma once
#include <optional>

#include "talus/environment/source.h"
#include "talus/environment/wall.h"
#include "talus/method/common.h"

namespace talus::run {

/// How a wall is drawn, so that one sees both the wall and what it holds.
struct WallView {
    bool into = true;  ///< a tube or cone: its near half is cut away; false: drawn whole, as an obstacle
    std::optional<double> tray_height;  ///< a closed box: drawn without lid, and its sides only so high [m]
};

/// It depends on the scene alone, so that all pictures of a film show a wall alike.
WallView viewOf(const method::Common& scene, const std::vector<environment::Source>& sources,
                const environment::Wall& wall);

}  // namespace talus::run
