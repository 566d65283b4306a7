#pragma once

namespace talus::picture::engraved {

/// What one point does to a screen: E = push e(d / radius) for the masses at a distance d <= radius.
struct Mark {
    float x, y;    ///< phyxels from the left and the top edge; 0.5 is the middle of the first one
    float radius;  ///< phyxels, > 0
    float push;    ///< phyxels a step, each step
    float z = 0;   ///< in a volume: phyxels along its third axis
};

}  // namespace talus::picture::engraved
