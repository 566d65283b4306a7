#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/exec/exec.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Rows of the grains that are in a sink, or have become ground, in rising order, and counts them: in the
/// table of sinks, each for the first sink that it is in, or in that of absorbed ones. They must be taken out
/// of the table of grains before this is called again.
/// @param absorbed null where no grain becomes ground
std::vector<std::uint32_t> grainsTaken(const exec::Exec& exec, const std::vector<environment::Sink>& sinks,
                                       const state::Table& grains, state::Table& sink_table,
                                       state::Table* absorbed);

/// Grains that went so far, into sinks and into the ground: with those that are there, all that ever were.
std::uint64_t goneSoFar(const step::Step& step);
/// What a stage reads that asks for them.
std::vector<step::FieldRef> goneFields();
/// Grains that sinks took. @param taken the field of that name
std::uint64_t sunkSoFar(state::View<const std::uint64_t> taken);

}  // namespace talus::grains
