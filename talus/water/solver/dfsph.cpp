#include "talus/water/solver/dfsph.h"

#include <optional>

#include "talus/environment/deforming/point_impulses.h"
#include "talus/environment/wall_impulses.h"
#include "talus/exec/for_each.h"
#include "talus/water/boundary/free_bodies.h"
#include "talus/water/measures.h"
#include "talus/water/solver/corrections.h"
#include "talus/water/solver/sums.h"

namespace talus::water {
namespace {

std::vector<step::FieldRef> solveFields() {
    using namespace fields;
    return {{work_table, &position_pressure},
            {work_table, &pressure_acceleration},
            {work_table, &source},
            {work_table, &residual},
            {work_table, &best},
            {work_table, &flow}};
}

/// @param sums fields of the ledger that the solve adds to
step::Access solveAccess(const state::FieldInfo& pressure,
                         std::initializer_list<const state::FieldInfo*> sums) {
    using namespace fields;
    step::Access access{.reads = neighbourFields(), .writes = solveFields(), .resizes = {}};
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&flow, &wall, &wall_rate, &response})
        access.reads.push_back({work_table, field});
    access.reads.push_back({water_table, &fields::pressure});
    access.writes.push_back({water_table, &fields::pressure});
    if (&pressure != &fields::pressure) {
        access.reads.push_back({water_table, &pressure});
        access.writes.push_back({water_table, &pressure});
    }
    for (const state::FieldInfo* field : sums) {
        access.reads.push_back({ledger_table, field});
        access.writes.push_back({ledger_table, field});
    }
    return access;
}

Corrections correctionsOf(const step::Step& step) {
    return {step.read(work_table, fields::correction_diagonal).data(),
            step.read(work_table, fields::correction_off_diagonal).data()};
}

/// dD/dt of the velocities, into `residual`.
void rates(step::Step& step, const Neighbours& all, const Corrections& correct) {
    const auto flow = step.read(work_table, fields::flow);
    const auto wall = step.read(work_table, fields::wall);
    const auto wall_rate = step.read(work_table, fields::wall_rate);
    const auto residual = step.write(work_table, fields::residual);
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumRate(all, correct, flow.data(), wall.data(), wall_rate.data(), begin, end, residual.data());
    });
}

SolveRows rowsOf(step::Step& step, const Corrections& correct) {
    return {step.write(work_table, fields::position_pressure),
            step.read(work_table, fields::wall),
            step.write(work_table, fields::pressure_acceleration),
            correct,
            step.read(work_table, fields::source),
            step.read(work_table, fields::response),
            step.write(work_table, fields::residual),
            step.write(work_table, fields::best)};
}

}  // namespace

step::Access FindDensity::access() const {
    using namespace fields;
    step::Access access{.reads = neighbourFields(),
                        .writes = {{work_table, &flow},
                                   {work_table, &response},
                                   {work_table, &correction_diagonal},
                                   {work_table, &correction_off_diagonal},
                                   {water_table, &density}},
                        .resizes = {}};
    access.reads.push_back({work_table, &wall});
    access.reads.push_back({work_table, &flow});
    return access;
}

void FindDensity::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const auto wall = step.read(work_table, fields::wall);
    const auto flow = step.write(work_table, fields::flow);
    const auto density = step.write(water_table, fields::density);
    const auto response = step.write(work_table, fields::response);
    const auto diagonal = step.write(work_table, fields::correction_diagonal),
               off_diagonal = step.write(work_table, fields::correction_off_diagonal);
    const auto rest = static_cast<float>(rest_density);
    diagonal[all.count] = off_diagonal[all.count] = {};  // the row that pads the lists
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumDensity(all, wall.data(), begin, end,
                   {density.data(), response.data(), diagonal.data(), off_diagonal.data()});
        for (std::size_t i = begin; i < end; ++i) {
            flow[i].w = density[i];
            density[i] *= rest;
        }
    });
}

step::Access CorrectVelocity::access() const {
    step::Access access = solveAccess(fields::pressure, {&fields::pressure_iterations});
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::correction_diagonal, &fields::correction_off_diagonal})
        access.reads.push_back({work_table, field});
    for (const step::FieldRef& field : FreeBodies::reads(solids)) access.reads.push_back(field);
    for (const step::FieldRef& field : SheetPoints::reads(solids)) access.reads.push_back(field);
    if (solids.walls->points() != nullptr)
        access.writes.push_back({environment::point_impulses_table, &environment::fields::point_spread_time});
    if (solids.walls->anyFreeBody())
        access.writes.push_back({environment::wall_impulses_table, &environment::fields::wall_spread_time});
    return access;
}

void CorrectVelocity::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const Corrections correct = correctionsOf(step);
    rates(step, all, correct);
    const auto flow = step.write(work_table, fields::flow);
    const auto source = step.write(work_table, fields::source);
    const auto residual = step.write(work_table, fields::residual);
    const auto position_pressure = step.write(work_table, fields::position_pressure);
    const auto pressure = step.write(water_table, fields::pressure);
    std::optional<FreeBodies> bodies;
    if (solids.walls->anyFreeBody()) {
        bodies.emplace(step, solids, mass);
        bodies->moveByOtherForces();
        bodies->addRates(0, all.count, residual.data());
        const auto since =
            step.write(environment::wall_impulses_table, environment::fields::wall_spread_time);
        for (std::size_t w = 0; w < since.size(); ++w)
            if (bodies->isPresent(w)) since[w] += step.dt;
    }
    SolveRows rows = rowsOf(step, correct);
    std::optional<SheetPoints> sheets;
    std::vector<float> response;
    if (solids.walls->points() != nullptr) {
        sheets.emplace(step, solids, mass);
        sheets->moveByOtherForces();
        sheets->addRates(0, all.count, residual.data());
        response = sheets->responses(rows.response);
        rows.response = {response.data(), response.size()};
        for (double& since :
             step.write(environment::point_impulses_table, environment::fields::point_spread_time))
            since += step.dt;
    }
    const auto dt = static_cast<float>(step.dt), rest = static_cast<float>(rest_density);
    exec::for_each(step.exec, all.count,
                   VelocitySource{dt, rest, flow, residual, pressure, source, position_pressure});
    const Solved solved = solvePressure(step.exec, all, rows, step.dt, limits, bodies ? &*bodies : nullptr,
                                        sheets ? &*sheets : nullptr);
    const auto pressure_acceleration = step.read(work_table, fields::pressure_acceleration);
    exec::for_each(step.exec, all.count,
                   ApplyPressure{dt, rest, pressure_acceleration, position_pressure, flow, pressure});
    step.write(ledger_table, fields::pressure_iterations)[0] += solved.iterations;
}

step::Access CorrectPositions::access() const {
    return solveAccess(fields::drift_pressure,
                       {&fields::density_error, &fields::drift_iterations, &fields::steps});
}

void CorrectPositions::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    // With plain gradients, as the density is a plain sum.
    rates(step, all, {});
    const auto flow = step.read(work_table, fields::flow);
    const auto source = step.write(work_table, fields::source);
    const auto residual = step.read(work_table, fields::residual);
    const auto position_pressure = step.write(work_table, fields::position_pressure);
    const auto drift = step.write(water_table, fields::drift_pressure);
    const auto pressure = step.read(water_table, fields::pressure);
    const double removed = depth.removedShare(floorPressureOf(step.exec, pressure));
    const auto dt = static_cast<float>(step.dt), rest = static_cast<float>(rest_density);
    exec::for_each(
        step.exec, all.count,
        DriftSource{dt, rest, depth.shallow(), flow, pressure, residual, drift, source, position_pressure});
    const Solved solved = solvePressure(step.exec, all, rowsOf(step, {}), step.dt, limitsOf(removed));
    exec::for_each(step.exec, all.count, StorePressure{rest, position_pressure, drift});
    step.write(ledger_table, fields::drift_iterations)[0] += solved.iterations;
    step.write(ledger_table, fields::steps)[0] += 1;
    step.write(ledger_table, fields::density_error)[0] = solved.error / removed;
}

}  // namespace talus::water
