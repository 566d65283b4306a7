#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/exec/exec.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Returns the rows of the grains that are in a sink or have become ground, in ascending order. Counts them:
/// in the table of sinks, each for the first sink that contains it, or in the table of absorbed grains. The
/// caller must remove them from the table of grains before the next call.
/// A clump is taken with all of its spheres, where its centre of mass is in the sink, and counts once.
/// @param absorbed null if no grain can become ground
/// @param clumps null in scenes without clumps
std::vector<std::uint32_t> grainsTaken(const exec::Exec& exec, const std::vector<environment::Sink>& sinks,
                                       const state::Table& grains, state::Table& sink_table,
                                       state::Table* absorbed, const state::Table* clumps = nullptr);

/// Number of grains removed so far, by sinks and into the ground; in scenes with clumps of balls and spheres.
std::uint64_t goneSoFar(const step::Step& step);
/// Fields that a stage must declare as read for goneSoFar().
std::vector<step::FieldRef> goneFields();
/// Number of grains that sinks have removed. @param taken fields::taken
std::uint64_t sunkSoFar(state::View<const std::uint64_t> taken);

}  // namespace talus::grains
