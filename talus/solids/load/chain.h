#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "talus/math/vec.h"

namespace talus::solids {

/// A chain: links in a row, each held to the next one by a ball joint. It starts straight, or as two straight
/// halves that hang down where it is longer than the way between its ends.
struct Chain {
    enum class Held : std::uint8_t { Both, From };
    std::string name;
    std::string material;
    Vec3d from, to;                         ///< its ends at the start [m]
    std::string first, last;                ///< what holds its ends: a body or wall; empty: a fixed place
    Held held = Held::Both;                 ///< which ends are held
    std::uint64_t links = 20;               ///< 2 to 1000
    std::optional<double> length;           ///< [m]; absent: from one end to the other
    double thickness = 0.01;                ///< diameter of its links [m], > 0
    std::optional<double> mass_per_length;  ///< [kg/m]; absent: from the density of the material
    std::optional<double> breaks_at;        ///< force at which a joint breaks [N]; absent: never
    std::optional<double> friction;         ///< of its links, as Body::friction
};

}  // namespace talus::solids
