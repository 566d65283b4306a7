#pragma once
#include <string>
#include <vector>

#include "talus/state/frame_set.h"

namespace talus::run {

/// Adds a line for each difference of two sets with the same name: for each field the largest difference.
/// Points are matched by their id where both sets have ids. Adds nothing where all values are equal.
void compareSets(const std::string& name, const state::FrameSet& a, const state::FrameSet& b,
                 std::vector<std::string>& lines);

}  // namespace talus::run
