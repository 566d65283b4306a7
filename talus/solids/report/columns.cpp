#include "talus/solids/report/columns.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/environment/fields.h"
#include "talus/solids/body_rows.h"
#include "talus/solids/instance.h"

namespace talus::solids {
namespace {

using Cells = std::vector<method::Cell>;

void put(Cells& cells, const Vec3d& v) { cells.insert(cells.end(), {v.x, v.y, v.z}); }

/// The mean of a force over a time, by its impulse.
Vec3d meanOf(const Vec3d& impulse, double time) { return time > 0 ? impulse / time : Vec3d{}; }

method::Columns bodyColumns(const Setup& setup) {
    method::Columns columns;
    std::vector<std::size_t> shown;
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        if (setup.bodies[b].made) continue;
        shown.push_back(b);
        for (const char* part : {"x [m]", "y [m]", "z [m]", "vx [m/s]", "vy [m/s]", "vz [m/s]", "rx [rad]",
                                 "ry [rad]", "rz [rad]", "wx [rad/s]", "wy [rad/s]", "wz [rad/s]"})
            columns.names.push_back(fmt::format("body.{}.{}", setup.bodies[b].name, part));
    }
    columns.values = [shown](const exec::Exec&, const state::World& world, Cells& cells) {
        const state::Table& table = world.table(bodies_table);
        for (const std::size_t b : shown) {
            const BodyState body = bodyIn(table, b);
            for (const Vec3d& part : {body.position, body.velocity, rotationVector(body.rotation), body.spin})
                put(cells, part);
        }
    };
    return columns;
}

method::Columns jointColumns(const Setup& setup) {
    method::Columns columns;
    std::vector<std::size_t> shown;
    for (std::size_t j = 0; j < setup.joints.size(); ++j) {
        const Joint& joint = setup.joints[j].joint;
        if (joint.made && !joint.shown) continue;
        shown.push_back(j);
        for (const char* part : {"fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]", "broken"})
            columns.names.push_back(fmt::format("joint.{}.{}", joint.name, part));
    }
    columns.values = [shown](const exec::Exec&, const state::World& world, Cells& cells) {
        if (shown.empty()) return;
        const state::Table& table = world.table(joints_table);
        const auto time = table.read(fields::joint_load_time);
        for (const std::size_t j : shown) {
            for (const auto* field : {&fields::joint_impulse, &fields::joint_angular_impulse})
                put(cells, meanOf(table.read(*field)[j], time[j]));
            cells.emplace_back(std::uint64_t{table.read(fields::broken)[j]});
        }
    };
    return columns;
}

/// The force of free bodies on each wall.
method::Columns wallColumns(const Setup& setup) {
    method::Columns columns;
    std::vector<std::size_t> walls;
    const bool any_free = std::ranges::any_of(setup.bodies, &PreparedBody::free);
    for (std::size_t w = 0; any_free && w < setup.wall_names.size(); ++w) {
        if (std::ranges::any_of(setup.bodies, [&](const PreparedBody& body) { return body.wall == w; }))
            continue;
        walls.push_back(w);
        for (const char* part : {"fx [N]", "fy [N]", "fz [N]"})
            columns.names.push_back(fmt::format("wall.{}.bodies.{}", setup.wall_names[w], part));
    }
    columns.values = [walls](const exec::Exec&, const state::World& world, Cells& cells) {
        if (walls.empty()) return;
        const state::Table& table = world.table(environment::walls_table);
        const auto impulse = table.read(fields::wall_body_impulse);
        const auto time = table.read(fields::wall_body_time);
        for (const std::size_t w : walls) put(cells, meanOf(impulse[w], time[w]));
    };
    return columns;
}

template <class T>
void clear(state::Table& table, const Field<T>& field) {
    if (!table.has(field)) return;
    for (T& value : table.write(field)) value = {};
}

}  // namespace

std::vector<method::Columns> columnsOf(const Setup& setup) {
    return {bodyColumns(setup), jointColumns(setup), wallColumns(setup)};
}

void clearLoads(state::World& world) {
    state::Table& walls = world.table(environment::walls_table);
    clear(walls, fields::wall_body_impulse);
    clear(walls, fields::wall_body_time);
    state::Table* const joints = world.find(joints_table);
    if (joints == nullptr) return;
    clear(*joints, fields::joint_impulse);
    clear(*joints, fields::joint_angular_impulse);
    clear(*joints, fields::joint_load_time);
}

}  // namespace talus::solids
