#include "talus/core/fixed_list.h"
#include "talus/environment/contact/through_face.h"
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/water/boundary/contact.h"
#include "talus/water/boundary/part_pairs.h"
#include "talus/water/device/not_on_device.h"
#include "talus/water/device/water_state.h"
#include "talus/water/search/pair.h"

namespace talus::water::device {
namespace {

/// All faces of a scene may be near one particle.
template <class T>
using PerFace = FixedList<T, most_faces>;

/// How many rows of the table of contacts a particle may need.
struct RoomForContacts {
    environment::WallView walls;
    double reach;  ///< [m]
    View<const Vec3d> position;
    View<std::uint32_t> room;
    TALUS_HD void operator()(std::size_t i) const {
        std::uint32_t near = 0;
        for (std::size_t f = 0; f < walls.faces.size() && near < most_contacts; ++f)
            if (walls.distance(f, position[i]).distance < reach) ++near;
        room[i] = near;
    }
};

/// Columns of the table of contacts.
struct ContactColumns {
    View<std::uint32_t> wall;
    View<Vec3f> gradient, velocity, point;
    View<float> rub;
    TALUS_HD void put(std::size_t k, const ContactRow& row) const {
        wall[k] = row.wall;
        gradient[k] = narrow(row.gradient);
        velocity[k] = narrow(row.velocity);
        point[k] = narrow(row.point);
        rub[k] = row.rub;
    }
};

/// The walls that a particle meets; neighbours behind them leave its list.
struct MeetWallsOfParticle {
    environment::WallView walls;
    WallTable integral;
    double nearest;                ///< as MeetWalls::nearest [m]
    Vec3d period, inverse_period;  ///< of the domain [m], [1/m]; 0: open
    View<const Vec3d> position;
    View<const std::uint32_t> first;
    View<std::uint32_t> end;
    ContactColumns contacts;
    View<Quad<float>> wall;
    View<float> wall_rate, clearance;
    View<const std::uint64_t> list_first;
    View<std::uint64_t> list_end;
    View<std::uint32_t> list;

    TALUS_HD void operator()(std::size_t i) const {
        PerFace<Contact> all;
        PerFace<NearFace> near;
        double clear = integral.reach();
        for (std::size_t f = 0; f < walls.faces.size(); ++f) {
            const environment::WallDistance d = walls.distance(f, position[i]);
            if (!(d.distance < integral.reach())) continue;
            const auto face = static_cast<std::uint32_t>(f);
            clear = std::min(clear, d.distance);
            all.insert({walls.face(f).wall, d.distance, d.normal, d.at_edge, face, {}}, before);
            if (hasTwoSides(walls.face(f))) near.push_back({face, d.distance, d.normal});
        }
        clearance[i] = static_cast<float>(clear);
        FixedList<Contact, most_contacts> found;
        const double free = meet(walls, integral, position[i], all, found);
        write(i, free, found);
        // Rows that were kept for it and are not needed.
        const std::size_t kept = all.size() < most_contacts ? all.size() : most_contacts;
        for (std::size_t k = found.size(); k < kept; ++k) contacts.wall[first[i] + k] = Contacts::none;
        if (!near.empty()) part(i, near);
    }

    TALUS_HD void write(std::size_t i, double free, const FixedList<Contact, most_contacts>& found) const {
        Vec3d sum;
        double rate = 0;
        std::uint32_t k = first[i];
        for (const Contact& contact : found) {
            const ContactRow row = rowOf(walls, walls.poses.size(), position[i], nearest, contact);
            sum += row.gradient;
            rate += dot(row.velocity, row.gradient);
            contacts.put(k++, row);
        }
        end[i] = k;
        wall[i] = quad<float>(sum, 1 - free);
        wall_rate[i] = static_cast<float>(rate);
    }

    TALUS_HD void part(std::size_t i, const PerFace<NearFace>& near) const {
        std::uint64_t kept = list_first[i];
        for (std::uint64_t k = list_first[i]; k < list_end[i]; ++k) {
            const Vec3d way = shortestWay<double>(position[list[k]] - position[i], period, inverse_period);
            if (!isParted(walls, near, position[i], way, environment::through::notRound))
                list[kept++] = list[k];
        }
        list_end[i] = kept;
    }
};

}  // namespace

void meetWalls(const exec::Exec& exec, const Setup& setup, const environment::WallView& walls,
               const WallTable& integral, WaterState& state) {
    const std::size_t count = state.water.size();
    const View<const Vec3d> position = std::as_const(state.water).read(fields::position);
    Contacts& contacts = state.contacts;
    contacts.first.resize(count);
    contacts.end.resize(count);
    exec::for_each(exec, count, RoomForContacts{walls, integral.reach(), position, contacts.first.view()});
    const View<const std::uint32_t> first = std::as_const(contacts.first).view();
    contacts.resize(exec::exclusive_scan<std::uint32_t>(exec, first, contacts.first.view()));
    exec::for_each(exec, count,
                   MeetWallsOfParticle{walls,
                                       integral,
                                       MeetWalls::nearestFor(setup.water.spacing),
                                       setup.smoothing.domain.length,
                                       inverseOf(setup.smoothing.domain.length),
                                       position,
                                       first,
                                       contacts.end.view(),
                                       {contacts.wall.view(), contacts.gradient.view(),
                                        contacts.velocity.view(), contacts.point.view(), contacts.rub.view()},
                                       state.work.wall.view(),
                                       state.work.wall_rate.view(),
                                       state.work.clearance.view(),
                                       std::as_const(state.neighbours.first).view(),
                                       state.neighbours.end.view(),
                                       state.neighbours.row.view()});
}

}  // namespace talus::water::device
