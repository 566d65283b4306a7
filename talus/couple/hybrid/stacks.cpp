#include "talus/couple/hybrid/stacks.h"

#include "talus/exec/for_each.h"
#include "talus/exec/sort.h"

namespace talus::couple {

Stacks::Stacks(const exec::Exec& exec, exec::View<const Vec3d> position, double square)
    : inverse_(1 / square), keys_(position.size()), rows_(position.size()) {
    exec::for_each(exec, position.size(), [&](std::size_t i) {
        keys_.data()[i] = key(coordinate(position[i].x), coordinate(position[i].y));
        rows_.data()[i] = static_cast<std::uint32_t>(i);
    });
    exec::SortScratch scratch;
    exec::sort_by_key(exec, keys_.view(), rows_.view(), scratch);
}

}  // namespace talus::couple
