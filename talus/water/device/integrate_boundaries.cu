#include "talus/core/fixed_list.h"
#include "talus/environment/contact/through_face.h"
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/water/boundary/contact.h"
#include "talus/water/boundary/separate_pairs.h"
#include "talus/water/device/not_on_device.h"
#include "talus/water/device/water_state.h"
#include "talus/water/search/pair.h"

namespace talus::water::device {
namespace {

/// A list with an entry for each face of a scene: all may be near one particle.
template <class T>
using PerFace = FixedList<T, max_faces>;

/// The number of rows of the table of contacts that a particle may need: 0 for most.
struct CountContacts {
    environment::WallView walls;
    double reach;  ///< [m]
    View<const Vec3d> position;
    View<std::uint32_t> count, near;  ///< near: 1 for a particle that has walls near it
    View<Quad<float>> wall;
    View<float> wall_rate, clearance;
    TALUS_HD void operator()(std::size_t i) const {
        std::uint32_t faces = 0;
        for (std::size_t f = 0; f < walls.faces.size() && faces < max_plane_contacts; ++f)
            if (walls.distance(f, position[i]).distance < reach) ++faces;
        count[i] = faces;
        near[i] = faces > 0 ? 1 : 0;
        wall[i] = {0, 0, 0, 0};
        wall_rate[i] = 0;
        clearance[i] = static_cast<float>(reach);
    }
};

/// Lists the rows of the particles that have walls near them.
struct ListNear {
    View<const std::uint32_t> first, index_of;
    std::size_t rows;  ///< of the table of contacts
    View<std::uint32_t> end, row;
    TALUS_HD void operator()(std::size_t i) const {
        end[i] = first[i];
        const std::size_t next = i + 1 < first.size() ? first[i + 1] : rows;
        if (next > first[i]) row[index_of[i]] = static_cast<std::uint32_t>(i);
    }
};

/// Columns of the table of contacts.
struct ContactColumns {
    View<std::uint32_t> wall;
    View<Vec3f> gradient, velocity, point;
    View<float> friction;
    TALUS_HD void put(std::size_t k, const ContactRow& row) const {
        wall[k] = row.wall;
        gradient[k] = narrow(row.gradient);
        velocity[k] = narrow(row.velocity);
        point[k] = narrow(row.point);
        friction[k] = row.friction;
    }
};

/// The contacts of a particle. Removes neighbours behind walls from its list.
struct BoundaryOfParticle {
    environment::WallView walls;
    WallTable integral;
    double nearest;                ///< as of IntegrateBoundaries [m]
    Vec3d period, inverse_period;  ///< of the domain [m], [1/m]; 0: open
    View<const Vec3d> position;
    View<const std::uint32_t> first;
    View<std::uint32_t> end;
    ContactColumns contacts;
    View<Quad<float>> wall;
    View<float> wall_rate, clearance;
    View<std::uint32_t> neighbours, list;
    ListLayout layout;
    View<const std::uint32_t> row;  ///< of the particles that have walls near them

    TALUS_HD void operator()(std::size_t n) const {
        const std::size_t i = row[n];
        PerFace<Contact> all;
        PerFace<NearFace> near;
        double clear = integral.reach();
        for (std::size_t f = 0; f < walls.faces.size(); ++f) {
            const environment::WallDistance d = walls.distance(f, position[i]);
            if (!(d.distance < integral.reach())) continue;
            const auto face = static_cast<std::uint32_t>(f);
            clear = std::min(clear, d.distance);
            all.insert({walls.face(f).wall, d.distance, d.normal, d.at_edge, face, {}}, takenBefore);
            if (hasTwoSides(walls.face(f))) near.push_back({face, d.distance, d.normal});
        }
        clearance[i] = static_cast<float>(clear);
        FixedList<Contact, max_plane_contacts> found;
        const double free = combineContacts(walls, integral, position[i], all, found);
        write(i, free, found);
        // Reserved rows that are not needed.
        const std::size_t kept = all.size() < max_plane_contacts ? all.size() : max_plane_contacts;
        for (std::size_t k = found.size(); k < kept; ++k) contacts.wall[first[i] + k] = Contacts::none;
        if (!near.empty()) separate(i, near);
    }

    TALUS_HD void write(std::size_t i, double free,
                        const FixedList<Contact, max_plane_contacts>& found) const {
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

    TALUS_HD void separate(std::size_t i, const PerFace<NearFace>& near) const {
        std::uint32_t kept = 0;
        for (std::uint32_t k = 0; k < neighbours[i]; ++k) {
            const std::uint32_t j = list[layout.at(i, k)];
            const Vec3d to = minimumImage<double>(position[j] - position[i], period, inverse_period);
            if (!isSeparated(walls, near, position[i], to, environment::through::notRound))
                list[layout.at(i, kept++)] = j;
        }
        neighbours[i] = kept;
    }
};

}  // namespace

void integrateBoundaries(const exec::Exec& exec, const Setup& setup, const environment::WallView& walls,
                         const WallTable& integral, WaterState& state) {
    const std::size_t count = state.water.size();
    const View<const Vec3d> position = std::as_const(state.water).read(fields::position);
    Contacts& contacts = state.contacts;
    Work& work = state.work;
    for (DeviceOrHostArray<std::uint32_t>* each : {&contacts.first, &contacts.end, &contacts.near})
        each->resize(count);
    exec::for_each(
        exec, count,
        CountContacts{walls, integral.reach(), position, contacts.first.view(), contacts.near.view(),
                      work.wall.view(), work.wall_rate.view(), work.clearance.view()});
    const View<const std::uint32_t> first = std::as_const(contacts.first).view(),
                                    index_of = std::as_const(contacts.near).view();
    const std::uint32_t rows = exec::exclusive_scan<std::uint32_t>(exec, first, contacts.first.view()),
                        near = exec::exclusive_scan<std::uint32_t>(exec, index_of, contacts.near.view());
    contacts.resize(rows);
    contacts.near_row.resize(near);
    exec::for_each(exec, count,
                   ListNear{first, index_of, rows, contacts.end.view(), contacts.near_row.view()});
    exec::for_each(
        exec, near,
        BoundaryOfParticle{walls,
                           integral,
                           IntegrateBoundaries::nearestFor(setup.water.spacing),
                           setup.smoothing.domain.length,
                           inverseOf(setup.smoothing.domain.length),
                           position,
                           first,
                           contacts.end.view(),
                           {contacts.wall.view(), contacts.gradient.view(), contacts.velocity.view(),
                            contacts.point.view(), contacts.friction.view()},
                           work.wall.view(),
                           work.wall_rate.view(),
                           work.clearance.view(),
                           state.neighbours.count.view(),
                           state.neighbours.row.view(),
                           state.neighbours.layout,
                           std::as_const(contacts.near_row).view()});
}

}  // namespace talus::water::device
