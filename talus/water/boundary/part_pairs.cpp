#include "talus/water/boundary/part_pairs.h"

#include <cmath>

#include "talus/environment/contact/goes_through.h"
#include "talus/water/search/codes.h"

namespace talus::water {
namespace {

/// Two faces of one wall whose normals have a smaller product meet in an edge: a line through both goes round
/// it.
constexpr double round_edge = 0.5;
constexpr std::uint16_t padding = Code::of(0, 0);

}  // namespace

void PartPairs::operator()(std::uint32_t row, std::uint32_t begin, std::uint32_t end,
                           const std::vector<NearFace>& near) const {
    const Vec3d own = position[row];
    for (std::uint32_t k = begin; k < end; ++k) {
        if (list[k] == padding) continue;
        const std::uint32_t neighbour = Code::row(list[k], run_start.data() + runs[row]);
        const Vec3d way = environment::shortest(domain, position[neighbour] - own), other = own + way;
        bool apart = false, round = false;
        std::uint32_t first_wall = 0;
        Vec3d first;
        for (const NearFace& at : near) {
            const environment::WallFace& face = walls.face(at.face);
            // Most lie on this side of the face.
            if (environment::isConvex(face) && dot(way, at.normal) > -at.distance) continue;
            const auto normal = environment::goesThrough(face, walls.inFrame(face.wall, own),
                                                         walls.inFrame(face.wall, other));
            if (!normal) continue;
            if (apart && face.wall == first_wall)
                round |= std::abs(dot(*normal, first)) < round_edge;
            else if (!apart)
                first = *normal;
            first_wall = face.wall;
            apart = true;
        }
        if (apart && !round) list[k] = padding;
    }
}

}  // namespace talus::water
