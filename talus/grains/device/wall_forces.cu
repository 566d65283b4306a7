#include "talus/exec/for_each.h"
#include "talus/grains/device/grains_state.h"
#include "talus/grains/forces/wall_kernel.h"
#include "talus/grains/law/laws.h"

/// Of a long loop on a device: the loads of 16 turns are under way at once.
#ifdef __CUDA_ARCH__
#define TALUS_LOADS_AHEAD _Pragma("unroll 16")
#else
#define TALUS_LOADS_AHEAD
#endif

namespace talus::grains::device {
namespace {

/// All wall contacts of a grain, where its first row is.
struct CollideFromRow {
    CollideGrain<WallView, LawView> collide;
    View<const std::uint32_t> grain;
    View<FaceTouch> touches;

    TALUS_HD void operator()(std::size_t row) const {
        if (row > 0 && grain[row] == grain[row - 1]) return;
        std::size_t end = row + 1;
        while (end < grain.size() && grain[end] == grain[row]) ++end;
        collide.with<BuiltInLaws>(grain[row], row, end, touches.sub(row, end - row));
    }
};

/// What a chunk of the rows does to one wall.
struct SumChunk {
    std::size_t walls;
    WallView of;
    View<const std::uint32_t> face;
    View<const std::uint8_t> touching;
    View<const Vec3d> wall_force, wall_point, wall_moment;
    View<Vec3d> force, torque;

    TALUS_HD void operator()(std::size_t k) const {
        const std::size_t wall = k % walls, begin = k / walls * rows_a_chunk;
        const std::size_t end = begin + rows_a_chunk < face.size() ? begin + rows_a_chunk : face.size();
        Vec3d f, t;
        // Rows of other walls add a zero: without branches the loads of many rows are under way at once.
        TALUS_LOADS_AHEAD
        for (std::size_t row = begin; row < end; ++row) {
            const bool acts = touching[row] != 0 && of.face(face[row]).wall == wall;
            const Vec3d force_of_row = wall_force[row];
            const Vec3d torque_of_row = cross(wall_point[row] - of.reference[wall], force_of_row);
            f += acts ? force_of_row : Vec3d{};
            t += acts ? torque_of_row : Vec3d{};
            if (!wall_moment.empty()) t += acts ? wall_moment[row] : Vec3d{};
        }
        force[k] = f;
        torque[k] = t;
    }
};

/// The chunks of one wall, added to what it carried before: what grains feel, it feels the other way round.
struct SumWall {
    std::size_t walls;
    View<const Vec3d> force, torque;
    View<Vec3d> force_sum, torque_sum;

    TALUS_HD void operator()(std::size_t wall) const {
        Vec3d f, t;
        TALUS_LOADS_AHEAD
        for (std::size_t k = wall; k < force.size(); k += walls) {
            f -= force[k];
            t -= torque[k];
        }
        force_sum[wall] += f;
        torque_sum[wall] += t;
    }
};

}  // namespace

void wallForces(const exec::Exec& exec, const Settings& settings, double dt, GrainTables& tables,
                WallSums& sums) {
    PlacedTable &grains = tables.grains, &contacts = tables.wall_contacts;
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
    exec::for_each(
        exec, chunks * walls,
        SumChunk{walls, settings.walls, face, collide.touching, collide.wall_force, collide.wall_point,
                 collide.wall_moment, sums.partial_force.view(), sums.partial_torque.view()});
    exec::for_each(exec, walls,
                   SumWall{walls, sums.partial_force.view(), sums.partial_torque.view(), sums.force.view(),
                           sums.torque.view()});
}

}  // namespace talus::grains::device
