#pragma once
#include <optional>

#include "talus/environment/source.h"
#include "talus/environment/wall.h"
#include "talus/method/common.h"

namespace talus::run {

/// How a wall is drawn, so that both the wall and its contents are visible.
struct WallView {
    bool into = true;  ///< for a tube or cone: its near half is cut away; false: drawn whole, as an obstacle
    std::optional<double>
        tray_height;  ///< for a closed box: drawn without lid, with sides of this height [m]
};

/// The view of a wall. It depends only on the scene, so that a wall looks the same in all pictures.
WallView viewOf(const method::Common& scene, const std::vector<environment::Source>& sources,
                const environment::Wall& wall);

}  // namespace talus::run
