#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"
#include "talus/state/field.h"

namespace talus::state {
class StateCheck;
}

/// Sources that bring particles in layers across their direction, each layer one spacing behind the one
/// before it: inflows of water, spouts of sand.
namespace talus::environment {

/// The rates of its schedule are speeds [m/s], and its amounts metres along its direction.
struct Layered : Region, Schedule {
    Layered() { direction = {0, 0, -1}; }

    std::optional<double> volume{};  ///< after which it ends [m^3]
};

namespace fields {
// One row for each source.
inline constexpr state::Field<std::uint64_t> layers{"layers", "",
                                                    "layers of particles that have come in so far"};
inline constexpr state::Field<std::uint64_t> flown{"flown", "", "particles that have come in so far"};
}  // namespace fields

/// The positions of a layer relative to the source's centre [m]: a square lattice that fits into a rectangle.
/// @param keep (a, b): whether the layer has the position at a along the width, b along the height
template <class Keep>
std::vector<Vec3d> layerAcross(const Region& region, double width, double height, double spacing, Keep keep) {
    constexpr double slack = 1e-6;  // for round-off of sizes in decimals
    // In 64 bits: checks bound the number of positions, not the length of a narrow rectangle.
    const auto columns = static_cast<std::int64_t>(width / spacing + slack),
               rows = static_cast<std::int64_t>(height / spacing + slack);
    const auto across = [&](std::int64_t k, std::int64_t count) {
        return (static_cast<double>(k) - 0.5 * static_cast<double>(count - 1)) * spacing;
    };
    const RegionAxes axes = axesOf(region);
    std::vector<Vec3d> positions;
    for (std::int64_t j = 0; j < rows; ++j)
        for (std::int64_t i = 0; i < columns; ++i) {
            const double a = across(i, columns), b = across(j, rows);
            if (keep(a, b)) positions.push_back(axes.u * a + axes.v * b);
        }
    return positions;
}

/// The number of layers until the source's volume has come in; infinite if it has no volume.
double maxLayers(const Layered& source, double spacing, std::size_t particles_a_layer);
/// The number of layers that have come in by a time [s].
std::uint64_t layersDue(const Layered& source, double spacing, std::size_t particles_a_layer, double time);

/// Adds the layers that are due at a time, one by one.
/// @param layers of the source so far
/// @param add (moved, speed): adds a layer that has moved since it came in [m], at this speed [m/s]; false:
/// it cannot, so no more are added
template <class Add>
void addLayersDue(const Layered& source, double spacing, std::size_t particles_a_layer, double time,
                  std::uint64_t& layers, Add add) {
    const std::uint64_t due = layersDue(source, spacing, particles_a_layer, time);
    for (; layers < due; ++layers) {
        const double came = timeOf(source, static_cast<double>(layers) * spacing),
                     speed = rateAt(source, came);
        if (!add((time - came) * speed, speed)) return;
    }
}

/// Checks that the layers of a source in a state are those due by now, and that `flown` is the number of
/// their particles. @param table with the fields above @param row of the source
void checkLayers(state::StateCheck& check, const char* table, std::size_t row, const Layered& source,
                 double spacing, std::size_t particles_a_layer);

}  // namespace talus::environment
