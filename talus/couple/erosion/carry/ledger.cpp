#include "talus/couple/erosion/carry/ledger.h"

#include <algorithm>

#include "talus/couple/erosion/fields.h"
#include "talus/exec/reduce.h"
#include "talus/water/sources/inflow.h"

namespace talus::couple::erosion {
namespace {

using water::water_table;

double totalSediment(const exec::Exec& exec, exec::View<const double> sediment) {
    return exec::sum(exec, sediment.size(), 0.0, [=](std::size_t i) { return sediment[i]; });
}

}  // namespace

step::Access CountSediment::access() const {
    const std::vector<step::FieldRef> own{
        {water_table, &fields::sediment}, {ledger_table, &fields::suspended},
        {ledger_table, &fields::brought}, {ledger_table, &fields::left},
        {ledger_table, &fields::gone},    {inflows_table, &fields::came}};
    step::Access access{.reads = own, .writes = own, .resizes = {}};
    for (const step::FieldRef& field : {step::FieldRef{water_table, &water::fields::id},
                                        {water::ledger_table, &water::fields::made},
                                        {water::ledger_table, &water::fields::sunk},
                                        {water::ledger_table, &water::fields::fallen},
                                        {water::inflow_table, &water::fields::flown}})
        access.reads.push_back(field);
    return access;
}

void CountSediment::run(step::Step& step) const {
    const auto sediment = step.write(water_table, fields::sediment);
    auto& suspended = step.write(ledger_table, fields::suspended)[0];
    auto& gone = step.write(ledger_table, fields::gone)[0];
    const std::uint64_t removed = step.read(water::ledger_table, water::fields::sunk)[0] +
                                  step.read(water::ledger_table, water::fields::fallen)[0];
    if (removed != gone) {
        const double remaining = totalSediment(step.exec, sediment);
        step.write(ledger_table, fields::left)[0] += suspended - remaining;
        suspended = remaining;
        gone = removed;
    }
    // The particles that were added in this step have the highest ids, inflow by inflow.
    const auto flown = step.read(water::inflow_table, water::fields::flown);
    const auto came = step.write(inflows_table, fields::came);
    std::uint64_t new_particles = 0;
    for (std::size_t f = 0; f < came.size(); ++f) new_particles += flown[f] - came[f];
    if (new_particles == 0) return;
    const std::uint64_t first = step.read(water::ledger_table, water::fields::made)[0] - new_particles;
    const auto id = step.read(water_table, water::fields::id);
    const auto concentration = [&](std::uint64_t of) {
        std::uint64_t end = first;
        for (std::size_t f = 0; f < came.size(); ++f)
            if (of < (end += flown[f] - came[f])) return setup.inflow_concentration[f];
        return 0.0;
    };
    double brought = 0;
    // They are in the last rows.
    for (std::size_t i = id.size(); i-- > 0 && id[i] >= first;) {
        sediment[i] = concentration(id[i]) * setup.grain.density * setup.smoothing.volume;
        brought += sediment[i];
    }
    step.write(ledger_table, fields::brought)[0] += brought;
    suspended += brought;
    for (std::size_t f = 0; f < came.size(); ++f) came[f] = flown[f];
}

step::Access SumSediment::access() const {
    return {.reads = {{water_table, &fields::sediment}},
            .writes = {{water_table, &water::fields::concentration}, {ledger_table, &fields::suspended}},
            .resizes = {}};
}

void SumSediment::run(step::Step& step) const {
    const auto sediment = step.read(water_table, fields::sediment);
    const auto concentration = step.write(water_table, water::fields::concentration);
    exec::for_each(step.exec, sediment.size(), [=, this](std::size_t i) {
        concentration[i] = static_cast<float>(setup.fraction(sediment[i]));
    });
    step.write(ledger_table, fields::suspended)[0] = totalSediment(step.exec, sediment);
}

double groundSolid(const Setup& setup, const exec::Exec& exec, exec::View<const double> cut,
                   exec::View<const double> deposit) {
    const geometry::ColumnGrid& grid = setup.grid();
    return exec::sum(exec, grid.size(), 0.0, [&](std::size_t k) {
        if (cut[k] == 0 && deposit[k] == 0) return 0.0;
        const auto i = static_cast<std::uint32_t>(k % grid.columns),
                   j = static_cast<std::uint32_t>(k / grid.columns);
        const double area = setup.area(i, j);
        double solid = deposit[k] * setup.solid(area, setup.layers[0].porosity);
        // Layer by layer down to the depth of the cut.
        for (double depth = 0; depth < cut[k];) {
            const Layers::Top top = setup.layers.top(setup.ground->height[k], depth, 0);
            const double part = std::min(top.thickness, cut[k] - depth);
            solid -= part * setup.solid(area, setup.layers[top.layer].porosity);
            if (!(depth + part > depth)) break;
            depth += part;
        }
        return solid;
    });
}

}  // namespace talus::couple::erosion
