#include "talus/network/report/loads.h"

#include <fmt/format.h>

#include "talus/network/fields.h"

namespace talus::network {

void addLoads(state::World& world, const Setup& setup) {
    state::Table& loads = world.addTable(loads_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::impulse, &fields::angular_impulse, &fields::load_time})
        loads.add(*field);
    loads.resize(setup.wall_names.size());
}

void clearLoads(state::World& world) {
    state::Table& loads = world.table(loads_table);
    for (std::size_t wall = 0; wall < loads.size(); ++wall) {
        loads.write(fields::impulse)[wall] = {};
        loads.write(fields::angular_impulse)[wall] = {};
        loads.write(fields::load_time)[wall] = 0;
    }
}

method::Columns loadColumns(const Setup& setup) {
    method::Columns columns;
    for (const std::string& wall : setup.wall_names)
        for (const char* from : {"", "network."})
            for (const char* part : {"fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]"})
                columns.names.push_back(fmt::format("wall.{}.{}{}", wall, from, part));
    columns.values = [](const exec::Exec&, const state::World& world, std::vector<method::Cell>& values) {
        const state::Table& loads = world.table(loads_table);
        for (std::size_t wall = 0; wall < loads.size(); ++wall) {
            const double time = loads.read(fields::load_time)[wall];
            const double per_time = time > 0 ? 1 / time : 0;
            const Vec3d force = loads.read(fields::impulse)[wall] * per_time,
                        torque = loads.read(fields::angular_impulse)[wall] * per_time;
            for (int twice = 0; twice < 2; ++twice)
                values.insert(values.end(), {force.x, force.y, force.z, torque.x, torque.y, torque.z});
        }
    };
    return columns;
}

void checkLoads(const Setup& setup, state::StateCheck& check) {
    check.rows(loads_table, setup.wall_names.size());
    check.finite(loads_table);
    for (std::size_t wall = 0; check.ok() && wall < setup.wall_names.size(); ++wall)
        if (!(check.world().table(loads_table).read(fields::load_time)[wall] >= 0))
            check.fail(loads_table, fields::load_time.name, wall, "below 0");
}

}  // namespace talus::network
