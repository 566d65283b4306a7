#include "talus/environment/sources/layers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/state/state_check.h"

namespace talus::environment {

double maxLayers(const Layered& source, double spacing, std::size_t particles_a_layer) {
    if (!source.volume) return std::numeric_limits<double>::infinity();
    return std::ceil(*source.volume / (spacing * spacing * spacing * static_cast<double>(particles_a_layer)));
}

std::uint64_t layersDue(const Layered& source, double spacing, std::size_t particles_a_layer, double time) {
    const auto begun = static_cast<double>(begunBy(source, time, spacing));
    return static_cast<std::uint64_t>(std::min(begun, maxLayers(source, spacing, particles_a_layer)));
}

void checkLayers(state::StateCheck& check, const char* table, std::size_t row, const Layered& source,
                 double spacing, std::size_t particles_a_layer) {
    const state::Table& rows = check.world().table(table);
    const std::uint64_t layers = rows.read(fields::layers)[row], flown = rows.read(fields::flown)[row];
    const auto due = [&](double time) { return layersDue(source, spacing, particles_a_layer, time); };
    if (layers > due(check.world().time))
        return check.fail(table, "layers", row, "more than were due by now");
    // The last step added the layers that were due at its start.
    if (check.run().last_step_began && layers < due(*check.run().last_step_began))
        return check.fail(table, "layers", row, "fewer than were due before the last step");
    if (flown != layers * particles_a_layer)
        return check.fail(table, "flown", row, "not the number of particles of these layers");
}

}  // namespace talus::environment
