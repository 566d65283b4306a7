#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "talus/scene/simulation.h"

namespace talus::run {

/// The state before the first step, as hashes. Two scenes with equal ones differ only in settings that act in
/// every step.
struct StartState {
    struct Column {
        std::string name;  ///< "grains.position"
        std::uint64_t hash = 0;

        bool operator==(const Column&) const = default;
    };
    std::vector<Column> columns;
    std::map<std::string, std::size_t> rows;  ///< by table
};
/// @param first only the first rows of each table, as many as it has there; null: all
/// @pre the simulation has not taken a step
StartState startOf(const scene::Simulation& simulation, const StartState* first = nullptr);
/// Whether all columns that both have are equal.
bool sameStart(const StartState& a, const StartState& b);

/// The step of a clock at a simulated time [s]; nothing where the time is within a step.
std::optional<std::uint64_t> stepAt(double time, const step::Clock& clock);

/// Copies the state of a world into a simulation of the same scene with other settings. Columns that the
/// world does not have are zero; tables that it does not have stay as they are at the start. Error (Input)
/// where the settings do not allow the state; the simulation is then not usable.
/// @param step of the new clock
/// @param start of the old scene, where the new scene has more objects than the old one, behind the old ones:
/// tables that have a row for each object then get the rows of the new objects from the new start. Null: both
/// have the same objects
Status carryState(const state::World& from, std::uint64_t step, scene::Simulation& to,
                  const StartState* start = nullptr);

}  // namespace talus::run
