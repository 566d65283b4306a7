#include "talus/run/stat_columns.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "talus/step/substeps.h"

namespace talus::run {
namespace {

using Cells = std::vector<method::Cell>;

void add(const method::Cell& value, method::Cell& sum) {
    if (auto* number = std::get_if<double>(&sum))
        *number += std::get<double>(value);
    else
        std::get<std::uint64_t>(sum) += std::get<std::uint64_t>(value);
}

}  // namespace

std::vector<method::Columns> statColumns(const scene::Simulation& simulation) {
    std::vector<method::Columns> all;
    for (const scene::Running& running : simulation.methods())
        for (method::Columns& group : running.instance->columns()) all.push_back(std::move(group));
    // The number of sub-steps of each method within a step of the scene.
    if (simulation.methods().size() > 1)
        for (std::size_t m = 0; m < simulation.methods().size(); ++m)
            if (const scene::Running& running = simulation.methods()[m]; !running.pipeline.times().empty())
                all.push_back({{fmt::format("{}.steps", running.method->name)},
                               [&methods = simulation.methods(), m, dt = simulation.clock().dt()](
                                   const exec::Exec& exec, const state::World& world, Cells& cells) {
                                   const double longest = scene::longestStep(methods, m, exec, world);
                                   cells.emplace_back(step::substeps(dt, longest));
                               }});
    return all;
}

std::vector<std::string> resultNames(const std::vector<method::Columns>& columns) {
    std::vector<std::string> names;
    std::unordered_set<std::string_view> known;
    for (const method::Columns& group : columns)
        for (const std::string& name : group.names)
            if (known.insert(name).second) names.push_back(name);
    return names;
}

Cells resultsOf(const std::vector<method::Columns>& columns, const std::vector<std::string>& names,
                const exec::Exec& exec, const state::World& world) {
    Cells results;
    results.reserve(names.size());
    for (const method::Columns& group : columns) {
        Cells values;
        group.values(exec, world, values);
        TALUS_ASSERT(values.size() == group.names.size(), "columns of statistics without their values");
        for (std::size_t k = 0; k < values.size(); ++k) {
            // Names are unique and in the order in which they first come, so a new one is the next.
            if (results.size() < names.size() && names[results.size()] == group.names[k]) {
                results.push_back(values[k]);
                continue;
            }
            const auto at = std::find(names.begin(), names.end(), group.names[k]) - names.begin();
            add(values[k], results[static_cast<std::size_t>(at)]);
        }
    }
    return results;
}

void addStageColumns(const scene::Simulation& simulation, std::vector<std::string>& names) {
    for (const step::StageTime& stage : simulation.stageTimes()) {
        std::string name = fmt::format("{} [ms/step]", stage.name);
        for (int i = 2; std::find(names.begin(), names.end(), name) != names.end(); ++i)
            name = fmt::format("{}_{} [ms/step]", stage.name, i);
        names.push_back(std::move(name));
    }
}

std::vector<double> stageSeconds(const scene::Simulation& simulation) {
    std::vector<double> seconds;
    for (const step::StageTime& stage : simulation.stageTimes()) seconds.push_back(stage.seconds);
    return seconds;
}

}  // namespace talus::run
