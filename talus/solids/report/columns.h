#pragma once
#include <vector>

#include "talus/method/instance.h"
#include "talus/solids/bodies.h"

namespace talus::solids {

/// What stats.csv has of bodies: position and motion of each, the load of each joint and what free bodies
/// exert on each wall. Loads are means over the steps of a frame.
std::vector<method::Columns> columnsOf(const Setup& setup);

/// Sets the sums of loads to zero, at the begin of a frame.
void clearLoads(state::World& world);

}  // namespace talus::solids
