#pragma once
#include <limits>

#include "talus/core/host_device.h"

namespace talus::grains {

/// Classes of grain sizes: the levels of a hierarchical grid (Iwai, Hong, Greil 1999; Ogarko, Luding 2012).
/// The largest diameter of a class is twice that of the class before. Each class is searched in cells of its
/// own size, so that a few large grains do not enlarge the cells of all others.
struct SizeClasses {
    double finest = std::numeric_limits<double>::infinity();   ///< largest diameter of class 0 [m]
    double largest = std::numeric_limits<double>::infinity();  ///< largest diameter of all grains [m]
    int count = 1;                                             ///< number of classes, 1 to max_count

    /// Maximum number of classes. Keys of cells have 21 bits per axis (neighbors/cells.h), and each class
    /// uses one bit less than the class before.
    static constexpr int max_count = 20;

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
