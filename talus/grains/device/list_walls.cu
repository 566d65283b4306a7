#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/grains/device/search.h"
#include "talus/grains/search/wall_list.h"

namespace talus::grains::device {
namespace {

struct FacesOfGrain {
    WallView walls;
    WallReach gaps;
    View<const Vec3d> position;
    View<const double> radius;
    View<const float> allowance;

    /// Calls take(face, side) for the faces near a grain, in ascending order.
    template <class Take>
    TALUS_HD void forEach(std::size_t i, Take take) const {
        for (std::size_t f = 0; f < walls.faces.size(); ++f) {
            const std::size_t w = walls.faces[f].wall;
            const double margin = walls.moves(w) ? moving_wall_margin : still_wall_margin;
            const double reach = radius[i] + gaps.range + allowance[i] + gaps.skin * margin;
            const environment::WallDistance found =
                environment::nearest::onFace(walls.faces[f], walls.inFrame(w, position[i]));
            if (found.distance < reach) take(static_cast<std::uint32_t>(f), found.side);
        }
    }
};

struct CountFaces {
    FacesOfGrain faces;
    View<std::uint32_t> count;
    TALUS_HD void operator()(std::size_t i) const {
        std::uint32_t found = 0;
        faces.forEach(i, [&](std::uint32_t, environment::Side) { ++found; });
        count[i] = found;
    }
};

/// The columns of the table of wall contacts.
struct WallRows {
    View<std::uint32_t> grain, face;
    View<std::uint8_t> side, touching;
    View<Vec3d> spring, angle, force, point, moment;
    View<double> overlap;

    static WallRows of(DeviceOrHostTable& table) {
        return {table.write(fields::wall_grain),       table.write(fields::wall_face),
                table.write(fields::wall_side),        table.write(fields::wall_touching),
                table.write(fields::wall_spring),      table.writeIfAny(fields::wall_angle),
                table.write(fields::wall_force),       table.write(fields::wall_point),
                table.writeIfAny(fields::wall_moment), table.write(fields::wall_overlap)};
    }
    /// The row of a pair, or the number of rows if there is none. Rows are sorted by grain, then by face.
    TALUS_HD std::size_t find(std::uint32_t of_grain, std::uint32_t of_face) const {
        std::size_t low = 0, high = grain.size();
        while (low < high) {
            const std::size_t k = low + (high - low) / 2;
            if (grain[k] < of_grain || (grain[k] == of_grain && face[k] < of_face))
                low = k + 1;
            else
                high = k;
        }
        return low < grain.size() && grain[low] == of_grain && face[low] == of_face ? low : grain.size();
    }
};

struct WriteFaces {
    FacesOfGrain faces;
    View<const std::uint32_t> row_of, order;
    WallRows old, now;

    TALUS_HD void operator()(std::size_t i) const {
        std::size_t row = row_of[i];
        faces.forEach(i, [&](std::uint32_t face, environment::Side side) {
            const std::size_t from = old.find(order[i], face);
            const bool known = from < old.grain.size();
            now.grain[row] = static_cast<std::uint32_t>(i);
            now.face[row] = face;
            // A new pair gets the side on which the grain is now.
            now.side[row] = known ? old.side[from] : static_cast<std::uint8_t>(side);
            now.touching[row] = known ? old.touching[from] : std::uint8_t{0};
            now.spring[row] = known ? old.spring[from] : Vec3d{};
            if (!now.angle.empty()) now.angle[row] = known ? old.angle[from] : Vec3d{};
            now.force[row] = known ? old.force[from] : Vec3d{};
            now.point[row] = known ? old.point[from] : Vec3d{};
            if (!now.moment.empty()) now.moment[row] = known ? old.moment[from] : Vec3d{};
            now.overlap[row] = known ? old.overlap[from] : 0.0;
            ++row;
        });
    }
};

}  // namespace

void listWalls(const exec::Exec& exec, const ContactSearch& search, const WallView& walls,
               GrainTables& tables, SearchScratch& scratch) {
    const std::size_t grains = tables.grains.size();
    const FacesOfGrain faces{walls,
                             {search.skin, search.range},
                             tables.grains.read(fields::position),
                             tables.grains.read(fields::radius),
                             tables.grains.read(fields::allowance)};
    scratch.rows.resize(grains);
    exec::for_each(exec, grains, CountFaces{faces, scratch.rows.view()});
    const View<const std::uint32_t> row_of = std::as_const(scratch.rows).view();
    const std::uint32_t rows = exec::exclusive_scan<std::uint32_t>(exec, row_of, scratch.rows.view());
    std::swap(tables.wall_contacts, scratch.old_walls);
    tables.wall_contacts.shapeLike(scratch.old_walls);
    tables.wall_contacts.resize(rows);
    exec::for_each(exec, grains,
                   WriteFaces{faces, row_of, std::as_const(scratch.order).view(),
                              WallRows::of(scratch.old_walls), WallRows::of(tables.wall_contacts)});
}

}  // namespace talus::grains::device
