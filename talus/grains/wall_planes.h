#pragma once
#include "talus/grains/contact_list.h"
#include "talus/grains/law_table.h"
#include "talus/grains/wall_kernel.h"

namespace talus::grains {

using CollideWithWalls = CollideGrain<const WallsAt&, const LawTable&>;

/// CollideGrain, a pack of grains at a time, each of which is near a single face: an endless plane that
/// stands still. Floors are touched by many such grains. Same bits (tests/grains/wall_planes_test.cpp).
/// @param grain of each row
/// @returns how many rows from `row` on were done, all before `end`; 0 where they are not of that kind
std::size_t collideWithPlanes(const CollideWithWalls& collide, exec::View<const std::uint32_t> grain,
                              const Sleepers& sleepers, std::size_t row, std::size_t end);

}  // namespace talus::grains
