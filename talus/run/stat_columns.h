#pragma once
#include <string>
#include <vector>

#include "talus/scene/simulation.h"

/// Names and values of the statistics: what stats.csv and LiveStats hold.
namespace talus::run {

/// The columns of all methods that are results of a simulation. They refer to the simulation.
std::vector<method::Columns> statColumns(const scene::Simulation& simulation);

/// The names of all groups, each once.
std::vector<std::string> resultNames(const std::vector<method::Columns>& columns);

/// The values of all groups by name. A column that several groups have is their sum.
/// @param names resultNames(columns)
std::vector<method::Cell> resultsOf(const std::vector<method::Columns>& columns,
                                    const std::vector<std::string>& names, const exec::Exec& exec,
                                    const state::World& world);

/// Adds a column "NAME [ms/step]" for each stage. A stage may occur twice, but the name of a column must be
/// unique.
void addStageColumns(const scene::Simulation& simulation, std::vector<std::string>& names);

/// The time spent in each stage so far [s].
std::vector<double> stageSeconds(const scene::Simulation& simulation);

}  // namespace talus::run
