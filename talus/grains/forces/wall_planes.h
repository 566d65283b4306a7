#pragma once
#include "talus/grains/forces/wall_kernel.h"
#include "talus/grains/law/law_table.h"
#include "talus/grains/search/contact_list.h"

namespace talus::grains {

using CollideWithWalls = CollideGrain<const environment::WallsAt&, const LawTable&>;

}  // namespace talus::grains
