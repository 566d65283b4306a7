#pragma once
#include "talus/grains/fields.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Whether the joined step before (step::InRow) has already moved the grains of this one (MoveAhead).
inline bool isMovedAhead(const step::Step& step) {
    return step.in_row.follows && step.read(search_table, fields::moved_ahead)[0] != 0;
}

}  // namespace talus::grains
