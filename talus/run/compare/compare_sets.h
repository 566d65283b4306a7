#pragma once
#include <string>
#include <vector>

#include "talus/state/frame_set.h"

namespace talus::run {

/// How two sets of one name differ, a line a finding: of each field the largest difference, points matched by
/// their id where both have one. Nothing where all values are the same.
void compareSets(const std::string& name, const state::FrameSet& a, const state::FrameSet& b,
                 std::vector<std::string>& lines);

}  // namespace talus::run
