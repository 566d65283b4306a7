#pragma once
#include "talus/network/setup.h"

namespace talus::network {

/// About how many pairs of masses are within the largest reach of a near link, once all masses are there: so
/// many each step looks at. Those of the start are counted by the cells of the search; of those that sources
/// make, which nobody has placed yet, as many as fit at the length of their contacts.
/// @param made masses that each source makes
double pairsInReach(const Setup& setup, const std::vector<double>& made);

}  // namespace talus::network
