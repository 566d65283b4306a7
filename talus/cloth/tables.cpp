#include "talus/cloth/tables.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "talus/environment/deforming/point_impulses.h"
#include "talus/environment/wall_state.h"

namespace talus::cloth {
namespace {

state::Table& add(state::World& world, const char* name,
                  std::initializer_list<const state::FieldInfo*> fields, std::size_t rows) {
    state::Table& table = world.addTable(name);
    for (const state::FieldInfo* field : fields) table.add(*field);
    table.resize(rows);
    return table;
}

template <class T>
void fill(state::Table& table, const state::Field<T>& field, const std::vector<T>& values) {
    std::copy(values.begin(), values.end(), table.write(field).begin());
}

}  // namespace

void addTables(state::World& world, const Setup& setup) {
    using namespace fields;
    const Built& built = setup.built;
    state::Table& points =
        add(world, points_table,
            {&position, &velocity, &mass, &rest, &sheet, &copy, &start, &force, &mobility, &reaction},
            built.position.size());
    fill(points, position, built.position);
    fill(points, velocity, built.velocity);
    fill(points, mass, built.mass);
    fill(points, rest, built.rest);
    fill(points, sheet, built.sheet);
    fill(points, copy, built.copy);
    state::Table& triangles = add(world, triangles_table, {&corners, &owned, &torn}, built.corners.size());
    fill(triangles, corners, built.corners);
    fill(triangles, owned, built.owned);
    state::Table& springs =
        add(world, springs_table, {&ends, &length, &stiffness, &damping, &colour}, built.springs.size());
    state::Table& hinges =
        add(world, hinges_table, {&edge, &wings, &weight, &bend, &curl, &colour}, built.hinges.size());
    for (std::size_t s = 0; s < built.springs.size(); ++s) {
        const BuiltSpring& spring = built.springs[s];
        springs.write(ends)[s] = spring.ends;
        springs.write(length)[s] = spring.length;
        springs.write(stiffness)[s] = spring.stiffness;
        springs.write(damping)[s] = spring.damping;
        springs.write(colour)[s] = spring.colour;
    }
    for (std::size_t q = 0; q < built.hinges.size(); ++q) {
        const BuiltHinge& hinge = built.hinges[q];
        hinges.write(edge)[q] = hinge.edge;
        hinges.write(wings)[q] = hinge.wings;
        hinges.write(weight)[q] = hinge.weight;
        hinges.write(bend)[q] = hinge.bend;
        hinges.write(curl)[q] = hinge.curl;
        hinges.write(colour)[q] = hinge.colour;
    }
    state::Table& attachments =
        add(world, attachments_table, {&point, &entry, &anchor, &broken}, built.attachments.size());
    for (std::size_t a = 0; a < built.attachments.size(); ++a) {
        attachments.write(point)[a] = built.attachments[a].point;
        attachments.write(entry)[a] = built.attachments[a].entry;
        attachments.write(anchor)[a] = built.attachments[a].anchor;
    }
    add(world, loads_table, {&impulse, &angular_impulse, &load_time}, setup.walls->bodies().size());
    add(world, ledger_table, {&unresolved_contacts}, 1);
    if (setup.walls->anyFollows())
        add(world, met_table, {&met_shift, &met_axis_x, &met_axis_y}, setup.walls->bodies().size());
    if (setup.meets_water) environment::addPointImpulses(world, built.position.size());
}

void meetWalls(state::World& world, const Setup& setup) {
    if (!setup.walls->anyFollows()) return;
    const environment::WallState now = environment::wallState(std::as_const(world), *setup.walls);
    state::Table& met = world.table(met_table);
    std::copy(now.shift.begin(), now.shift.end(), met.write(fields::met_shift).begin());
    std::copy(now.axis_x.begin(), now.axis_x.end(), met.write(fields::met_axis_x).begin());
    std::copy(now.axis_y.begin(), now.axis_y.end(), met.write(fields::met_axis_y).begin());
}

void checkState(const Setup& setup, state::StateCheck& check) {
    using namespace fields;
    const Built& built = setup.built;
    const std::size_t points = built.position.size();
    check.rows(points_table, points);
    check.rows(triangles_table, built.corners.size());
    check.rows(springs_table, built.springs.size());
    check.rows(hinges_table, built.hinges.size());
    check.rows(attachments_table, built.attachments.size());
    check.rows(loads_table, setup.walls->bodies().size());
    check.rows(ledger_table, 1);
    if (setup.walls->anyFollows()) {
        check.rows(met_table, setup.walls->bodies().size());
        check.finite(met_table);
    }
    if (setup.meets_water) environment::checkPointImpulses(points, check);
    check.atMost(ledger_table, unresolved_contacts, std::uint64_t{1} << 53);  // a count that is only reported
    for (const char* table :
         {points_table, triangles_table, springs_table, hinges_table, attachments_table, loads_table})
        check.finite(table);
    constexpr double least = std::numeric_limits<double>::min(), most = std::numeric_limits<double>::max();
    check.within(points_table, mass, least, most);
    check.below(points_table, sheet, setup.sheets.size());
    const auto isOfScene = [&](const char* table, const auto& field, const auto& values) {
        check.byCaller(table, field);
        if (!check.ok()) return;
        const auto found = check.world().table(table).read(field);
        for (std::size_t k = 0; k < values.size(); ++k)
            if (found[k] != values[k]) return check.fail(table, field.name, k, "must be that of the scene");
    };
    isOfScene(points_table, copy, built.copy);
    isOfScene(triangles_table, owned, built.owned);
    check.below(triangles_table, corners, points);
    check.below(triangles_table, torn, 64);
    check.below(springs_table, ends, points);
    check.within(springs_table, length, least, most);
    check.within(springs_table, stiffness, 0, most);
    check.within(springs_table, damping, 0, most);
    check.below(hinges_table, edge, points);
    check.below(hinges_table, wings, points);
    check.within(hinges_table, bend, 0, most);
    check.below(attachments_table, point, points);
    check.below(attachments_table, entry, setup.attachments.size());
    check.below(attachments_table, broken, 2);
    check.within(loads_table, load_time, 0, most);
    // Colours are those of the scene: springs of a colour that share a point would be moved by two threads.
    const auto sameColours = [&](const char* table, const auto& elements) {
        check.byCaller(table, colour);
        if (!check.ok()) return;
        const auto found = check.world().table(table).read(colour);
        for (std::size_t k = 0; k < elements.size(); ++k)
            if (found[k] != elements[k].colour)
                return check.fail(table, colour.name, k, "must be that of the scene");
    };
    sameColours(springs_table, built.springs);
    sameColours(hinges_table, built.hinges);
    if (!check.ok()) return;
    // With them, so are the points that they join.
    const auto joined = check.world().table(springs_table).read(ends);
    for (std::size_t s = 0; s < built.springs.size(); ++s)
        if (joined[s] != built.springs[s].ends)
            return check.fail(springs_table, ends.name, s, "must be those of the scene");
    const auto edges = check.world().table(hinges_table).read(edge);
    const auto opposite = check.world().table(hinges_table).read(wings);
    for (std::size_t q = 0; q < built.hinges.size(); ++q)
        if (edges[q] != built.hinges[q].edge || opposite[q] != built.hinges[q].wings)
            return check.fail(hinges_table, edge.name, q, "must be those of the scene");
    if (!setup.walls->anyFollows()) return;
    // Between two steps bodies are where the cloth met them.
    const environment::WallState now = environment::wallState(check.world(), *setup.walls);
    const state::Table& met = check.world().table(met_table);
    for (std::size_t w = 0; w < setup.walls->bodies().size(); ++w) {
        if (!setup.walls->bodies()[w].follows) continue;
        const auto same = [&](const Field<Vec3d>& field, const Vec3d& there) {
            if (squaredLength(met.read(field)[w] - there) <= 1e-12 * (1 + squaredLength(there))) return true;
            check.fail(met_table, field.name, w, "must be where the body is");
            return false;
        };
        if (!same(met_shift, now.shift[w]) || !same(met_axis_x, now.axis_x[w]) ||
            !same(met_axis_y, now.axis_y[w]))
            return;
    }
}

}  // namespace talus::cloth
