#pragma once
#include <array>

#include "talus/grains/law/law.h"

namespace talus::grains {

/// Contacts of one law in SIMD layout, for couplings that compute many contacts with grains at once.
struct alignas(64) ContactLanes {
    static constexpr std::size_t count = 8;  ///< doubles in the widest register of x86
    using Column = std::array<double, count>;
    using Columns = std::array<Column, 3>;

    Column overlap{}, mass{}, radius{}, elastic{};
    Columns normal{}, velocity{}, turning{}, history{}, angle{}, force{}, moment{};
};

}  // namespace talus::grains
