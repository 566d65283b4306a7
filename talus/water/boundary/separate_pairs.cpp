#include "talus/water/boundary/separate_pairs.h"

#include "talus/water/search/codes.h"

namespace talus::water {
namespace {

constexpr std::uint16_t padding = Code::of(0, 0);

}  // namespace

void SeparatePairs::operator()(std::uint32_t row, std::uint32_t begin, std::uint32_t end,
                               const std::vector<NearFace>& near) const {
    const Vec3d own = position[row];
    for (std::uint32_t k = begin; k < end; ++k) {
        if (list[k] == padding) continue;
        const std::uint32_t neighbour = Code::row(list[k], run_start.data() + runs[row]);
        const Vec3d to = environment::shortest(domain, position[neighbour] - own);
        if (isSeparated(walls, near, own, to, environment::goesThrough)) list[k] = padding;
    }
}

}  // namespace talus::water
