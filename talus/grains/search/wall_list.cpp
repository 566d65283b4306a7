#include "talus/grains/search/wall_list.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/grains/fields.h"

namespace talus::grains {
namespace {

/// A row of the list.
struct Listed {
    std::uint32_t grain;
    std::uint32_t face;
    std::uint8_t side;
    std::uint8_t touching;
    Vec3d spring;
    Vec3d angle;
    double overlap;
    Vec3d force;
    Vec3d point;
    Vec3d moment;

    bool operator<(const Listed& other) const {
        return grain != other.grain ? grain < other.grain : face < other.face;
    }
};

std::vector<Listed> oldRows(exec::View<const std::uint32_t> new_row, std::size_t grains,
                            const state::Table& wall_contacts) {
    const auto grain = wall_contacts.read(fields::wall_grain);
    const auto face = wall_contacts.read(fields::wall_face);
    const auto side = wall_contacts.read(fields::wall_side);
    const auto spring = wall_contacts.read(fields::wall_spring);
    const auto touching = wall_contacts.read(fields::wall_touching);
    const auto overlap = wall_contacts.read(fields::wall_overlap);
    const auto force = wall_contacts.read(fields::wall_force);
    const auto point = wall_contacts.read(fields::wall_point);
    const auto angle = wall_contacts.has(fields::wall_angle) ? wall_contacts.read(fields::wall_angle)
                                                             : exec::View<const Vec3d>{};
    const auto moment = wall_contacts.has(fields::wall_moment) ? wall_contacts.read(fields::wall_moment)
                                                               : exec::View<const Vec3d>{};
    std::vector<Listed> rows;
    rows.reserve(grain.size());
    for (std::size_t k = 0; k < grain.size(); ++k)
        if (new_row[grain[k]] < grains)
            rows.push_back({new_row[grain[k]], face[k], side[k], touching[k], spring[k],
                            angle.empty() ? Vec3d{} : angle[k], overlap[k], force[k], point[k],
                            moment.empty() ? Vec3d{} : moment[k]});
    std::sort(rows.begin(), rows.end());
    return rows;
}

/// Lists the wall faces near one grain.
class GrainLister {
  public:
    GrainLister(const environment::WallsAt& walls, const WallReach& reach, const std::vector<Listed>& old)
        : walls_(walls), reach_(reach), old_(old) {}

    void list(std::uint32_t grain, const Vec3d& x, double radius, double allowance,
              std::vector<Listed>& rows) const {
        for (std::size_t w = 0; w < walls_.walls().bodies().size(); ++w) {
            const double margin = walls_.moves(w) ? moving_wall_margin : still_wall_margin;
            const double reach = radius + reach_.range + allowance + reach_.skin * margin;
            const Vec3d p = walls_.inFrame(w, x);
            walls_.forFacesNear(w, p, reach, [&](std::uint32_t f) {
                const environment::WallDistance found = distanceTo(walls_.face(f), p);
                if (found.distance < reach)
                    rows.push_back(carriedOver({grain, f, {}, {}, {}, {}, 0, {}, {}, {}}, found.side));
            });
        }
    }

  private:
    /// The old row of the pair, if there is one. A new pair gets the side on which the grain is now.
    Listed carriedOver(const Listed& row, environment::Side side) const {
        const auto at = std::lower_bound(old_.begin(), old_.end(), row);
        if (at != old_.end() && at->grain == row.grain && at->face == row.face) return *at;
        Listed fresh = row;
        fresh.side = static_cast<std::uint8_t>(side);
        return fresh;
    }

    const environment::WallsAt& walls_;
    WallReach reach_;
    const std::vector<Listed>& old_;
};

}  // namespace

void listWallPairs(const exec::Exec& exec, const environment::WallsAt& walls, const WallReach& reach,
                   exec::View<const std::uint32_t> new_row, const state::Table& grains, std::size_t count,
                   state::Table& wall_contacts) {
    const auto position = grains.read(fields::position);
    const auto radius = grains.read(fields::radius);
    const auto allowance = grains.read(fields::allowance);
    const std::vector<Listed> old = oldRows(new_row, count, wall_contacts);
    const GrainLister lister(walls, reach, old);

    std::vector<std::vector<Listed>> found((count + exec::default_grain - 1) / exec::default_grain);
    exec::for_each_range(exec, count, [&](std::size_t begin, std::size_t end) {
        auto& own = found[begin / exec::default_grain];
        for (std::size_t i = begin; i < end; ++i)
            lister.list(static_cast<std::uint32_t>(i), position[i], radius[i], allowance[i], own);
    });

    std::size_t total = 0;
    for (const auto& own : found) total += own.size();
    wall_contacts.resize(total);
    const auto grain = wall_contacts.write(fields::wall_grain);
    const auto face = wall_contacts.write(fields::wall_face);
    const auto side = wall_contacts.write(fields::wall_side);
    const auto spring = wall_contacts.write(fields::wall_spring);
    const auto touching = wall_contacts.write(fields::wall_touching);
    const auto overlap = wall_contacts.write(fields::wall_overlap);
    const auto force = wall_contacts.write(fields::wall_force);
    const auto point = wall_contacts.write(fields::wall_point);
    const auto angle =
        wall_contacts.has(fields::wall_angle) ? wall_contacts.write(fields::wall_angle) : exec::View<Vec3d>{};
    const auto moment = wall_contacts.has(fields::wall_moment) ? wall_contacts.write(fields::wall_moment)
                                                               : exec::View<Vec3d>{};
    std::size_t k = 0;
    for (const auto& own : found)
        for (const Listed& row : own) {
            grain[k] = row.grain;
            face[k] = row.face;
            side[k] = row.side;
            spring[k] = row.spring;
            touching[k] = row.touching;
            if (!angle.empty()) angle[k] = row.angle;
            if (!moment.empty()) moment[k] = row.moment;
            force[k] = row.force;
            point[k] = row.point;
            overlap[k++] = row.overlap;
        }
}

}  // namespace talus::grains
