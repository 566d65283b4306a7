#include "talus/water/boundary/loads.h"

#include <algorithm>

#include "talus/environment/deforming/point_impulses.h"
#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/water/boundary/particle_loads.h"

namespace talus::water {
namespace {

constexpr std::size_t part_rows = 2048;

}  // namespace

std::vector<step::FieldRef> loadFields(const Solids& solids) {
    std::vector<step::FieldRef> refs{{load_table, &fields::impulse},
                                     {load_table, &fields::angular_impulse},
                                     {load_table, &fields::load_time},
                                     {ground_load_table, &fields::impulse},
                                     {ground_load_table, &fields::angular_impulse},
                                     {ground_load_table, &fields::load_time}};
    if (solids.walls->anyFreeBody())
        for (const step::FieldRef& field : environment::wallSpreadImpulseFields()) refs.push_back(field);
    return refs;
}

void addLoads(step::Step& step, const Solids& solids, const environment::Loads& given) {
    const auto impulse = step.write(load_table, fields::impulse);
    const auto angular = step.write(load_table, fields::angular_impulse);
    const bool pushes = solids.walls->anyFreeBody();
    using environment::wall_impulses_table;
    const auto pushed = pushes ? step.write(wall_impulses_table, environment::fields::wall_spread_impulse)
                               : state::View<Vec3d>{};
    const auto twisted =
        pushes ? step.write(wall_impulses_table, environment::fields::wall_spread_angular_impulse)
               : state::View<Vec3d>{};
    for (std::size_t w = 0; w < solids.count(); ++w) {
        impulse[w] += given.walls[w].impulse;
        angular[w] += given.walls[w].angular_impulse;
        if (solids.walls->isFreeBody(w)) {
            pushed[w] += given.walls[w].impulse;
            // The reference point of a free body is the origin of its frame.
            twisted[w] += given.walls[w].angular_impulse;
        }
    }
    step.write(ground_load_table, fields::impulse)[0] += given.ground.impulse;
    step.write(ground_load_table, fields::angular_impulse)[0] += given.ground.angular_impulse;
}

void addTo(environment::Loads& sum, const environment::Loads& part) {
    for (std::size_t w = 0; w < sum.walls.size(); ++w) {
        sum.walls[w].impulse += part.walls[w].impulse;
        sum.walls[w].angular_impulse += part.walls[w].angular_impulse;
    }
    sum.on_faces.insert(sum.on_faces.end(), part.on_faces.begin(), part.on_faces.end());
    sum.ground.impulse += part.ground.impulse;
    sum.ground.angular_impulse += part.ground.angular_impulse;
}

step::Access LoadWalls::access() const {
    using namespace fields;
    step::Access access{.reads = {{water_table, &position},
                                  {work_table, &position_pressure},
                                  {work_table, &flow},
                                  {work_table, &first_contact},
                                  {work_table, &carried},
                                  {contact_table, &contact_wall},
                                  {contact_table, &contact_gradient},
                                  {contact_table, &contact_velocity},
                                  {contact_table, &contact_point},
                                  {contact_table, &contact_friction}},
                        .writes = loadFields(solids),
                        .resizes = {}};
    if (solids.walls->points() != nullptr)
        access.writes.push_back(
            {environment::point_impulses_table, &environment::fields::point_spread_impulse});
    for (const step::FieldRef& field : access.writes) access.reads.push_back(field);
    for (const step::FieldRef& field : environment::wallStateFields(*solids.walls))
        access.reads.push_back(field);
    if (solids.walls->points() != nullptr) access.reads.push_back({contact_table, &contact_face});
    return access;
}

void LoadWalls::run(step::Step& step) const {
    const auto position = step.read(water_table, fields::position);
    const auto position_pressure = step.read(work_table, fields::position_pressure);
    const auto flow = step.read(work_table, fields::flow);
    const auto first = step.read(work_table, fields::first_contact);
    const auto carried = step.read(work_table, fields::carried);
    const auto wall = step.read(contact_table, fields::contact_wall);
    const auto gradient = step.read(contact_table, fields::contact_gradient);
    const auto velocity = step.read(contact_table, fields::contact_velocity);
    const auto point = step.read(contact_table, fields::contact_point);
    const auto friction_of = step.read(contact_table, fields::contact_friction);
    const environment::WallsAt walls(*solids.walls, step.time(), environment::wallState(step, *solids.walls));
    const std::size_t count = position.size();
    std::vector<environment::Loads> partial((count + part_rows - 1) / part_rows);
    const double dt = step.dt;
    const bool with_pressure = parts != Parts::Friction,
               with_friction = parts == Parts::Friction || parts == Parts::All,
               with_weight = with_pressure && parts != Parts::Pressure;
    const ParticleLoads loads{
        with_pressure,     with_friction, with_weight, mass * dt, FrictionAt<double>(friction), position,
        position_pressure, flow,          carried,     first,     first.sub(1, count),          gradient,
        velocity,          point,         friction_of};
    const auto face = solids.walls->points() != nullptr ? step.read(contact_table, fields::contact_face)
                                                        : state::View<const std::uint32_t>{};
    exec::for_each_range(
        step.exec, count,
        [&](std::size_t begin, std::size_t end) {
            for (; begin < end; begin += part_rows) {
                environment::Loads& own = partial[begin / part_rows];
                own.walls.resize(solids.count());
                for (std::size_t i = begin; i < std::min(end, begin + part_rows); ++i)
                    loads.forEach(i, [&](std::uint32_t k, const Vec3d& impulse, const Vec3d& where) {
                        const std::uint32_t w = wall[k];
                        if (w == solids.count()) {
                            own.ground.impulse += impulse;
                            own.ground.angular_impulse += cross(where, impulse);
                            return;
                        }
                        const Vec3d reference = walls.pose(w).toWorld(solids.walls->bodies()[w].reference);
                        if (walls.deforms(w)) own.on_faces.push_back({face[k], where, impulse});
                        own.walls[w].impulse += impulse;
                        own.walls[w].angular_impulse += cross(where - reference, impulse);
                    });
            }
        },
        part_rows);
    environment::Loads sum{std::vector<environment::Load>(solids.count()), {}};
    for (const environment::Loads& part : partial) addTo(sum, part);
    addLoads(step, solids, sum);
    if (!sum.on_faces.empty()) {
        const auto pushed =
            step.write(environment::point_impulses_table, environment::fields::point_spread_impulse);
        for (const environment::FaceImpulse& one : sum.on_faces) {
            const auto [points, shares] = walls.pointOn(one.face, one.point);
            for (std::size_t c = 0; c < 3; ++c) pushed[points[c]] += one.impulse * shares[c];
        }
    }
    if (!with_weight) return;  // the time is counted once a step
    const auto time = step.write(load_table, fields::load_time);
    for (std::size_t w = 0; w < solids.count(); ++w)
        if (!isAbsent(walls.pose(w))) time[w] += dt;
    step.write(ground_load_table, fields::load_time)[0] += dt;
    // In dfsph the pressure solve counts it.
    if (parts != Parts::All || !solids.walls->anyFreeBody()) return;
    const auto since = step.write(environment::wall_impulses_table, environment::fields::wall_spread_time);
    for (std::size_t w = 0; w < solids.count(); ++w)
        if (!isAbsent(walls.pose(w))) since[w] += dt;
}

}  // namespace talus::water
