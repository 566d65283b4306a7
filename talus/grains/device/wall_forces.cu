#include "talus/exec/for_each.h"
#include "talus/exec/unroll.h"
#include "talus/grains/device/grains_state.h"
#include "talus/grains/forces/wall_kernel.h"
#include "talus/grains/law/laws.h"

namespace talus::grains::device {
namespace {

/// Computes all wall contacts of a grain, in the thread of the grain's first row.
struct CollideFromRow {
    CollideGrain<WallView, LawView> collide;
    View<const std::uint32_t> grain;
    View<FaceTouch> touches;

    TALUS_HD void operator()(std::size_t row) const {
        if (row > 0 && grain[row] == grain[row - 1]) return;
        std::size_t end = row + 1;
        while (end < grain.size() && grain[end] == grain[row]) ++end;
        collide.compute<BuiltInLaws>(grain[row], row, end, touches.sub(row, end - row));
    }
};

/// Load of each row on its wall: force and torque, stored by component, so that the sums read consecutive
/// memory.
struct LoadOfRow {
    static constexpr std::uint32_t none = 0xffffffffu;
    WallView of;
    View<const std::uint32_t> face;
    View<const std::uint8_t> touching;
    View<const Vec3d> wall_force, wall_point;
    View<std::uint32_t> wall;  ///< `none` where the contact does not act
    View<double> load;         ///< component c of row r is at index c * (number of rows) + r

    TALUS_HD void operator()(std::size_t row) const {
        wall[row] = none;
        if (touching[row] == 0) return;
        const std::uint32_t own = of.face(face[row]).wall;
        wall[row] = own;
        const Vec3d force = wall_force[row], torque = cross(wall_point[row] - of.reference[own], force);
        const double of_row[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
        for (std::size_t c = 0; c < 6; ++c) load[c * face.size() + row] = of_row[c];
    }
};

/// Sums one component of the load of a chunk of rows on one wall.
struct SumChunk {
    std::size_t walls;
    View<const std::uint32_t> wall;
    View<const double> load;
    View<const Vec3d> wall_moment;
    View<Vec3d> force, torque;

    TALUS_HD void operator()(std::size_t k) const {
        const std::size_t c = k % 6, of = k / 6 % walls, rows = wall.size(),
                          begin = k / 6 / walls * rows_a_chunk,
                          end = begin + rows_a_chunk < rows ? begin + rows_a_chunk : rows;
        const bool has_moment = c >= 3 && !wall_moment.empty();
        double sum = 0;
        // Rows of other walls add zero: without branches, many rows are loaded at once.
        TALUS_UNROLL_16
        for (std::size_t row = begin; row < end; ++row) {
            const bool acts = wall[row] == of;
            const double own = load[c * rows + row];
            sum += acts ? own : 0;
            if (has_moment) sum += acts ? at(wall_moment[row], c - 3) : 0;
        }
        at(c < 3 ? force[k / 6] : torque[k / 6], c % 3) = sum;
    }
    TALUS_HD static const double& at(const Vec3d& v, std::size_t c) {
        return c == 0 ? v.x : c == 1 ? v.y : v.z;
    }
    TALUS_HD static double& at(Vec3d& v, std::size_t c) { return c == 0 ? v.x : c == 1 ? v.y : v.z; }
};

/// Adds one component of all chunks to the sum of one wall. The wall gets the opposite of the force on the
/// grains.
struct SumWall {
    std::size_t walls;
    View<const Vec3d> force, torque;
    View<Vec3d> force_sum, torque_sum;

    TALUS_HD void operator()(std::size_t k) const {
        const std::size_t c = k % 3, of = k / 6;
        const View<const Vec3d> parts = k % 6 < 3 ? force : torque;
        double sum = 0;
        TALUS_UNROLL_16
        for (std::size_t part = of; part < parts.size(); part += walls) sum -= SumChunk::at(parts[part], c);
        SumChunk::at((k % 6 < 3 ? force_sum : torque_sum)[of], c) += sum;
    }
};

}  // namespace

void wallForces(const exec::Exec& exec, const Settings& settings, double dt, GrainTables& tables,
                WallSums& sums) {
    DeviceOrHostTable &grains = tables.grains, &contacts = tables.wall_contacts;
    const auto face = contacts.read(fields::wall_face);
    const CollideGrain<WallView, LawView> collide{
        settings.walls,
        settings.laws,
        dt,
        settings.spin,
        grains.read(fields::position),
        grains.read(fields::velocity),
        grains.read(fields::spin),
        grains.read(fields::radius),
        grains.read(fields::mass),
        grains.read(fields::material),
        face,
        contacts.write(fields::wall_side),
        contacts.write(fields::wall_touching),
        contacts.write(fields::wall_spring),
        contacts.writeIfAny(fields::wall_angle),
        contacts.write(fields::wall_force),
        contacts.write(fields::wall_point),
        contacts.writeIfAny(fields::wall_moment),
        contacts.write(fields::wall_overlap),
        forcesIn(tables.precision(), [&](const auto& field) { return grains.write(field); })};
    sums.touches.resize(contacts.size());
    exec::for_each(exec, contacts.size(),
                   CollideFromRow{collide, contacts.read(fields::wall_grain), sums.touches.view()});

    const std::size_t walls = sums.force.size();
    const std::size_t chunks = (contacts.size() + rows_a_chunk - 1) / rows_a_chunk;
    sums.partial_force.resize(chunks * walls);
    sums.partial_torque.resize(chunks * walls);
    sums.wall_of_row.resize(contacts.size());
    sums.load_of_row.resize(6 * contacts.size());
    exec::for_each(exec, contacts.size(),
                   LoadOfRow{settings.walls, face, collide.touching, collide.wall_force, collide.wall_point,
                             sums.wall_of_row.view(), sums.load_of_row.view()});
    exec::for_each(
        exec, 6 * chunks * walls,
        SumChunk{walls, std::as_const(sums.wall_of_row).view(), std::as_const(sums.load_of_row).view(),
                 collide.wall_moment, sums.partial_force.view(), sums.partial_torque.view()});
    exec::for_each(exec, 6 * walls,
                   SumWall{walls, sums.partial_force.view(), sums.partial_torque.view(), sums.force.view(),
                           sums.torque.view()});
}

}  // namespace talus::grains::device
