#include "talus/sand/grid/kept_stresses.h"

#include <cmath>

#include "talus/sand/grid/fields.h"
#include "talus/sand/grid/solve/friction.h"

namespace talus::sand::grid {
namespace {

/// Largest index of a cell, and largest number of cells along an axis: their products fit into indices.
constexpr double farthest_place = 1e6, most_cells = 1e5;

std::size_t partAt(Stress s, std::size_t cells, std::size_t c) {
    return static_cast<std::size_t>(s) * cells + c;
}

Vec3i whole(const Vec3d& v) { return {static_cast<int>(v.x), static_cast<int>(v.y), static_cast<int>(v.z)}; }
Vec3d rounded(const Vec3d& v) { return {std::round(v.x), std::round(v.y), std::round(v.z)}; }
Vec3d number(const Vec3i& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

}  // namespace

Vec3i periodOf(const Setup& setup) { return whole(rounded(setup.domain.length / setup.sand.cell)); }

void addStressTables(state::World& world) {
    state::Table& cells = world.addTable(stress_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::pressure, &fields::diagonal, &fields::shear, &fields::wall_shear})
        cells.add(*field);
    state::Table& box = world.addTable(box_table);
    box.add(fields::low);
    box.add(fields::count);
    box.add(fields::squeezed);
    box.resize(1);
}

void addStressAccess(step::Access& access) {
    access.resizes.push_back(stress_table);
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&fields::low, &fields::count, &fields::squeezed}) {
        access.reads.push_back({box_table, field});
        access.writes.push_back({box_table, field});
    }
}

Lattice latticeOf(const Setup& setup, const Vec3d& low, const Vec3d& count) {
    const Vec3i period = periodOf(setup);
    return {
        whole(low), whole(count), setup.sand.cell, setup.origin, {period.x > 0, period.y > 0, period.z > 0}};
}

Stresses readStresses(step::Step& step, const Setup& setup) {
    Stresses s;
    s.lattice =
        latticeOf(setup, step.read(box_table, fields::low)[0], step.read(box_table, fields::count)[0]);
    const state::Table& table = step.resizable(stress_table);
    const std::size_t n = table.size();
    s.pressure.resize(n);
    s.friction.resize(stress_parts * n);
    const auto pressure = table.read(fields::pressure);
    const auto diagonal = table.read(fields::diagonal), shear = table.read(fields::shear),
               wall = table.read(fields::wall_shear);
    const auto part = [&](Stress which, std::size_t c) -> double& { return s.friction[partAt(which, n, c)]; };
    exec::for_each(step.exec, n, [&](std::size_t c) {
        s.pressure[c] = static_cast<double>(pressure[c]);
        const Vec3d d = wide(diagonal[c]), e = wide(shear[c]), w = wide(wall[c]);
        part(Stress::Tension, c) = d.x;
        part(Stress::Squeeze, c) = d.y;
        part(Stress::YZ, c) = e.x;
        part(Stress::ZX, c) = e.y;
        part(Stress::XY, c) = e.z;
        part(Stress::Wall1, c) = w.x;
        part(Stress::Wall2, c) = w.y;
    });
    return s;
}

void keepStresses(step::Step& step, const Stresses& s) {
    state::Table& table = step.resizable(stress_table);
    const std::size_t n = s.pressure.size();
    table.resize(n);
    const auto pressure = table.write(fields::pressure);
    const auto diagonal = table.write(fields::diagonal), shear = table.write(fields::shear),
               wall = table.write(fields::wall_shear);
    const auto part = [&](Stress which, std::size_t c) { return s.friction[partAt(which, n, c)]; };
    exec::for_each(step.exec, n, [&](std::size_t c) {
        pressure[c] = static_cast<float>(s.pressure[c]);
        diagonal[c] = narrow({part(Stress::Tension, c), part(Stress::Squeeze, c), 0});
        shear[c] = narrow({part(Stress::YZ, c), part(Stress::ZX, c), part(Stress::XY, c)});
        wall[c] = narrow({part(Stress::Wall1, c), part(Stress::Wall2, c), 0});
    });
    step.write(box_table, fields::low)[0] = number(s.lattice.low);
    step.write(box_table, fields::count)[0] = number(s.lattice.count);
}

void checkStresses(const Setup&, state::StateCheck& check) {
    check.rows(box_table, 1);
    check.finite(box_table);
    check.finite(stress_table);
    if (!check.ok()) return;
    const Vec3d low = check.world().table(box_table).read(fields::low)[0],
                count = check.world().table(box_table).read(fields::count)[0];
    const auto within = [](double v, double most) { return std::floor(v) == v && std::abs(v) <= most; };
    for (int a = 0; a < 3; ++a) {
        if (!within(component(low, a), farthest_place))
            return check.fail(box_table, "low", 0, "not an index of a cell");
        if (!within(component(count, a), most_cells) || component(count, a) < 0)
            return check.fail(box_table, "count", 0, "not a number of cells");
    }
    if (count.x * count.y * count.z != static_cast<double>(check.world().table(stress_table).size()))
        check.fail(box_table, "count", 0, "not the number of cells with stresses");
}

}  // namespace talus::sand::grid
