#pragma once
#include "talus/state/frame_set.h"

namespace talus::state {

/// A set that owns a copy of the values of a view, so that it stays as it is while the world goes on.
FrameSet ownedCopy(const SetView& view);

}  // namespace talus::state
