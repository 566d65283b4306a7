#pragma once
#include "talus/core/number_table.h"

namespace talus::viewer {

/// Draws the time of each stage in the last frame as one bar, with a list of names and milliseconds per step.
/// Draws nothing where the table has no times of stages.
void drawStageBar(const NumberTable& table, bool light);

}  // namespace talus::viewer
