#pragma once
#include "talus/grains/pipeline.h"
#include "talus/method/frame_source.h"

namespace talus::grains {

/// The cells of the search for contacts: each class of sizes has a grid of its own.
/// @param setup outlives the source
method::FrameSource cellsOf(const Setup& setup);

}  // namespace talus::grains
