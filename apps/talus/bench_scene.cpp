#include "bench_scene.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "load_scene.h"
#include "report.h"
#include "talus/exec/on_device.h"
#include "talus/scene/simulation.h"

namespace talus::cli {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Number of sub-steps that methods took, by the maximum number of calls of a stage.
double stepsTaken(const scene::Simulation& simulation) {
    std::uint64_t calls = 0;
    for (const step::StageTime& stage : simulation.stageTimes()) calls = std::max(calls, stage.calls);
    return static_cast<double>(calls);
}

double countOf(const scene::Simulation& simulation) {
    double all = 0;
    for (const method::Count& count : simulation.counts()) all += static_cast<double>(count.count);
    return all;
}

struct Repeat {
    double seconds, simulated, steps, particle_steps;
};

/// Takes steps.
Status advance(scene::Simulation& simulation, std::uint64_t steps) {
    if (const auto report = simulation.advance(steps); !report.ok())
        return Error{ErrorKind::Diverged, report.trouble->what};
    return success();
}

Result<Repeat> timed(scene::Simulation& simulation, std::uint64_t steps) {
    const double begin = now(), time = simulation.world().time, before = stepsTaken(simulation);
    const std::uint64_t at_once = simulation.isOnDevice() ? simulation.stepsAtOnce() : 1;
    Repeat sum{};
    for (std::uint64_t done = 0; done < steps; done += at_once) {
        const double at = stepsTaken(simulation), particles = countOf(simulation);
        if (Status status = advance(simulation, std::min(at_once, steps - done)); !status)
            return status.error();
        sum.particle_steps += (stepsTaken(simulation) - at) * 0.5 * (particles + countOf(simulation));
    }
    sum.seconds = now() - begin;
    sum.simulated = simulation.world().time - time;
    sum.steps = stepsTaken(simulation) - before;
    return sum;
}

/// Whether a column's heading is this name, with or without its unit.
bool isCalled(const std::string& heading, const std::string& name) {
    return heading == name || heading.starts_with(name + " [");
}

Status checkColumns(const scene::Simulation& simulation, const std::vector<std::string>& wanted) {
    std::vector<std::string> headings;
    for (const auto& running : simulation.methods())
        for (const method::Columns& columns : running.instance->columns())
            headings.insert(headings.end(), columns.names.begin(), columns.names.end());
    for (const std::string& name : wanted)
        if (std::none_of(headings.begin(), headings.end(),
                         [&](const std::string& heading) { return isCalled(heading, name); }))
            return Error{
                ErrorKind::Input,
                fmt::format("--columns: the scene has no column '{}'; give names as in the first line "
                            "of the stats.csv of a run, with or without units",
                            name)};
    return success();
}

void printColumns(const scene::Simulation& simulation, const exec::Exec& exec,
                  const std::vector<std::string>& wanted) {
    for (const auto& running : simulation.methods())
        for (const method::Columns& columns : running.instance->columns()) {
            std::vector<method::Cell> values;
            columns.values(exec, simulation.world(), values);
            for (std::size_t k = 0; k < values.size(); ++k)
                if (std::any_of(wanted.begin(), wanted.end(),
                                [&](const std::string& name) { return isCalled(columns.names[k], name); }))
                    print(fmt::format("{:17}{} {:.6g}\n", "", columns.names[k],
                                      std::visit([](auto v) { return static_cast<double>(v); }, values[k])));
        }
}

}  // namespace

int benchScene(const SceneBench& bench) {
    int exit_code = 0;
    const auto loaded = loadScene(bench.path, bench.overrides, "nothing was measured", exit_code);
    if (!loaded) return exit_code;
    const auto found = exec::Exec::on(bench.device, bench.threads);
    if (!found) return fail(found.error());
    auto simulation = scene::Simulation::build(loaded->scene, *found, bench.threads);
    if (!simulation) return fail(simulation.error());
    if (const Status known = checkColumns(*simulation, bench.columns); !known) return fail(known.error());
    const double dt = simulation->clock().dt();
    if (const Status status = advance(*simulation, static_cast<std::uint64_t>(std::ceil(bench.warm_up / dt)));
        !status)
        return fail(status.error());
    // Enough steps that copying the state to a device hardly counts.
    const std::uint64_t trial_steps = simulation->isOnDevice() ? 20 : 2;
    const auto trial = timed(*simulation, trial_steps);
    if (!trial) return fail(trial.error());
    const auto steps = static_cast<std::uint64_t>(
        std::max(1.0, std::round(static_cast<double>(trial_steps) * bench.seconds / trial->seconds)));
    const auto before = simulation->stageTimes();
    std::vector<double> rates, speeds, steps_per_second;
    for (int k = 0; k < bench.repeats; ++k) {
        const auto repeat = timed(*simulation, steps);
        if (!repeat) return fail(repeat.error());
        rates.push_back(repeat->particle_steps / repeat->seconds);
        speeds.push_back(repeat->simulated / repeat->seconds);
        steps_per_second.push_back(repeat->steps / repeat->seconds);
    }
    const auto median = [](std::vector<double> v) {
        std::sort(v.begin(), v.end());
        return v[v.size() / 2];
    };
    const auto [lowest, highest] = std::minmax_element(rates.begin(), rates.end());
    const double count = countOf(*simulation);
    const bool on_device = simulation->isOnDevice();
    const std::size_t bytes = on_device ? exec::peakMemory(*found) : simulation->world().memoryBytes();
    print(fmt::format(
        "{:>9.0f} particles  {:.3f} M particle-steps/s (median of {}; {:.3f} to {:.3f})  {:.4g} steps/s  "
        "{:.4g} simulated s/s  {:.0f} bytes a particle{}\n",
        count, median(rates) * 1e-6, bench.repeats, *lowest * 1e-6, *highest * 1e-6, median(steps_per_second),
        median(speeds), static_cast<double>(bytes) / std::max(count, 1.0),
        on_device ? " on the device, at most" : ""));
    const auto after = simulation->stageTimes();
    double total = 0;
    for (std::size_t i = 0; i < after.size(); ++i) total += after[i].seconds - before[i].seconds;
    std::string stages;
    for (std::size_t i = 0; i < after.size(); ++i)
        stages += fmt::format("{}{} {:.0f}%", i == 0 ? "" : ", ", after[i].name,
                              100 * (after[i].seconds - before[i].seconds) / total);
    print(fmt::format("{:17}{}\n", "", stages));
    printColumns(*simulation, simulation->exec(), bench.columns);
    return 0;
}

}  // namespace talus::cli
