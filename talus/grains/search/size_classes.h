#pragma once
#include <limits>

#include "talus/core/host_device.h"

namespace talus::grains {

/// Grains by size. The diameters of a class go up to twice those of the class before, so that each class is
/// looked for in cells of its own size and a few large grains do not make the cells of all others large: the
/// levels of a hierarchical grid (Iwai, Hong, Greil 1999; Ogarko, Luding 2012).
struct SizeClasses {
    double finest = std::numeric_limits<double>::infinity();   ///< largest diameter of class 0 [m]
    double largest = std::numeric_limits<double>::infinity();  ///< of all diameters [m]
    int count = 1;                                             ///< 1 to `most`

    /// Keys of cells have 21 bits an axis (neighbors/cells.h), of which each class but the first drops one.
    static constexpr int most = 20;

    TALUS_HD int of(double radius) const {
        int size_class = 0;
        for (double end = finest; 2 * radius > end && size_class < count - 1; end *= 2) ++size_class;
        return size_class;
    }
    /// The largest diameter of a class [m].
    TALUS_HD double largestOf(int size_class) const {
        const double end = finest * static_cast<double>(1 << size_class);
        return end < largest ? end : largest;
    }
};

}  // namespace talus::grains
