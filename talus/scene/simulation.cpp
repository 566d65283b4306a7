#include "talus/scene/simulation.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/state/restore.h"
#include "talus/step/substep_order.h"
#include "talus/step/substeps.h"

namespace talus::scene {
namespace {

/// The stages that couplings add to the step of a method.
step::PhasedStages stagesIn(std::string_view method,
                            const std::vector<std::unique_ptr<method::Instance>>& all) {
    step::PhasedStages stages;
    for (const auto& instance : all) stages.add(instance->stagesIn(method));
    return stages;
}

/// Error (Input) where two methods would write their frames to files of one name.
Status checkFrameNames(const std::vector<Running>& running) {
    std::set<std::string> taken;
    const auto take = [&](const Running& one, const std::string& name) -> Status {
        if (taken.insert(name).second) return success();
        return Error{
            ErrorKind::Input,
            fmt::format("{} cannot write frames named '{}': another set has that name; choose another name",
                        one.method->name, name)};
    };
    for (const Running& one : running) {
        for (const method::FrameSource& set : one.instance->frames({}))
            if (Status status = take(one, set.name); !status) return status;
    }
    return success();
}

/// The methods that the scene uses, each with its list of stages.
Result<std::vector<Running>> runningOf(const Scene& scene) {
    std::vector<const method::Method*> methods;
    std::vector<std::unique_ptr<method::Instance>> instances;
    for (const method::Method* method : scene.used()) {
        if (!method->build) continue;
        auto instance = method->build(scene);
        if (!instance) return instance.error();
        methods.push_back(method);
        instances.push_back(std::move(*instance));
    }
    std::vector<step::Pipeline> pipelines;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        auto pipeline = instances[m]->pipeline(stagesIn(methods[m]->name, instances));
        if (!pipeline) return pipeline.error();
        pipelines.push_back(std::move(*pipeline));
    }
    std::vector<Running> running;
    for (std::size_t m = 0; m < methods.size(); ++m)
        running.push_back({methods[m], std::move(instances[m]), std::move(pipelines[m])});
    return running;
}

/// Adds the tables of all methods to the world and prepares its state for the first step.
Status start(const std::vector<Running>& running, double step, state::World& world, const exec::Exec& exec) {
    for (const Running& one : running) one.instance->addTables(world);
    for (const Running& one : running) {
        step::PhasedStages others;
        for (const Running& other : running) others.add(other.instance->stagesIn(one.method->name));
        const std::size_t m = static_cast<std::size_t>(&one - running.data());
        const double own =
            step / static_cast<double>(step::substeps(step, longestStep(running, m, exec, world)));
        if (Status started = one.instance->start(world, exec, own, std::move(others)); !started)
            return started;
    }
    world.step = 0;
    world.time = 0;
    return success();
}

}  // namespace

double longestStep(const std::vector<Running>& running, std::size_t method, const exec::Exec& exec,
                   const state::World& world) {
    double longest = running[method].instance->longestStep(exec, world);
    for (const Running& other : running)
        longest = std::min(longest, other.instance->longestStepIn(running[method].method->name, exec, world));
    return longest;
}

Simulation::Simulation(Scene scene, const exec::Exec& exec, step::Clock clock, std::vector<Running> methods,
                       state::World world)
    : scene_(std::move(scene)),
      exec_(exec),
      clock_(clock),
      methods_(std::move(methods)),
      world_(std::move(world)) {
    for (const state::Table& table : world_.tables()) rows_at_start_.push_back(table.size());
}

Result<Simulation> Simulation::build(const Scene& scene, const exec::Exec& exec, int host_threads) {
    if (exec.device() != exec::Device::Cpu) {
        if (const auto refused = notOnDevice(scene); !refused.empty())
            return Error{
                ErrorKind::Runtime,
                fmt::format(
                    "the graphics card does not support {}; leave --device out, or remove that from the "
                    "scene",
                    fmt::join(refused, "; nor "))};
        // The state before the first step is made on the processor.
        Result<Simulation> simulation = build(scene, exec::Exec::cpu(host_threads));
        if (!simulation) return simulation;
        auto steps = simulation->methods_.front().instance->onDevice(exec, simulation->exec_);
        if (!steps) return steps.error();
        simulation->useDeviceSteps(std::move(*steps));
        return simulation;
    }
    const Estimate expected = estimate(scene);
    constexpr double max_count = 4294967294.0;
    for (const method::Needs& needs : expected.methods)
        if (needs.count > max_count)
            return Error{ErrorKind::Input,
                         fmt::format("a scene can have at most {:.0f} {}; this one asks for "
                                     "{:.0f}",
                                     max_count, needs.what, needs.count)};
    Result<std::vector<Running>> methods = runningOf(scene);
    if (!methods) return methods.error();
    if (const Status names = checkFrameNames(*methods); !names) return names.error();
    const auto clock = step::Clock::forLongestStep(scene.time.frame_interval, expected.step);
    state::World world;
    if (const Status started = start(*methods, clock.dt(), world, exec); !started) return started.error();
    return Simulation(scene, exec, clock, std::move(*methods), std::move(world));
}

step::StepReport Simulation::advance(std::uint64_t steps) {
    if (device_steps_) return device_steps_->advance(world_, clock_, steps);
    step::StepReport report;
    for (std::uint64_t k = 0; k < steps && report.ok(); ++k) {
        if (clock_.endsFrame(world_.step))
            for (const Running& running : methods_) running.instance->beginFrame(world_);
        // With several methods, others read the state after each step, so no work may be left to the next
        // step.
        const bool alone = methods_.size() == 1;
        report = runSubsteps({.follows = alone && k > 0, .goes_on = alone && k + 1 < steps});
        if (!report.ok()) break;
        // Time follows from the count of steps, so that round-off does not add up over a long run.
        ++world_.step;
        world_.time = clock_.time(world_.step);
    }
    return report;
}

step::StepReport Simulation::runSubsteps(step::InRow in_row) {
    const std::uint64_t step = world_.step;
    const double time = world_.time;
    step::SubstepOrder order;
    for (std::size_t m = 0; m < methods_.size(); ++m)
        order.add(step::substeps(clock_.dt(), longestStep(methods_, m, exec_, world_)));
    step::StepReport report;
    std::optional<step::Substep> before, now = order.next();
    while (now && report.ok()) {
        const std::optional<step::Substep> after = order.next();
        const bool follows = before ? before->method == now->method : in_row.follows;
        const bool goes_on = after ? after->method == now->method : in_row.goes_on;
        const double dt = clock_.dt() / static_cast<double>(now->count);
        world_.step = step * now->count + now->index;
        world_.time = time + static_cast<double>(now->index) * dt;
        report =
            methods_[now->method].pipeline.run(world_, exec_, dt, {.follows = follows, .goes_on = goes_on});
        before = now;
        now = after;
    }
    // Step and time advance once all methods have taken this step.
    world_.step = step;
    world_.time = time;
    return report;
}

Status Simulation::restore(const state::Snapshot& saved) {
    if (Status status = state::restorePersistent(saved, world_); !status) return status;
    // No run has more steps than a double can count exactly.
    constexpr std::uint64_t max_steps = std::uint64_t{1} << 53;
    if (world_.step > max_steps || world_.time != clock_.time(world_.step))
        return Error{ErrorKind::Input, fmt::format("its time, {:g} s, does not agree with its step, {}",
                                                   world_.time, world_.step)};
    const state::StateCheck found = check(&saved);
    if (found.ok()) state::restoreScratchRows(saved, world_);
    return found.status();
}

state::StateCheck Simulation::check(const state::Snapshot* saved) const {
    state::RunProgress run{rows_at_start_, clock_.steps_per_frame, clock_.dt(), {}};
    if (world_.step > 0) run.last_step_began = clock_.time(world_.step - 1);
    state::StateCheck check(world_, std::move(run), saved);
    for (const Running& running : methods_) running.instance->check(check);
    return check;
}

std::vector<step::StageTime> Simulation::stageTimes() const {
    std::vector<step::StageTime> times;
    for (const Running& running : methods_)
        for (step::StageTime stage : running.pipeline.times()) {
            if (methods_.size() > 1) stage.name = fmt::format("{}: {}", running.method->name, stage.name);
            times.push_back(std::move(stage));
        }
    if (!device_steps_) return times;
    // Stages of the same name correspond to each other in their order.
    std::vector<step::StageTime> on_device = device_steps_->times();
    for (step::StageTime& stage : times) {
        const auto same = [&](const step::StageTime& t) { return t.name == stage.name; };
        const auto of = std::find_if(on_device.begin(), on_device.end(), same);
        if (of == on_device.end()) continue;
        stage = *of;
        on_device.erase(of);
    }
    return times;
}

std::vector<method::Count> Simulation::counts() const {
    std::vector<method::Count> all;
    for (const Running& running : methods_)
        if (auto count = running.instance->count(world_)) all.push_back(std::move(*count));
    return all;
}

std::vector<method::Note> Simulation::notes(method::Moment moment) const {
    std::vector<method::Note> all;
    for (const Running& running : methods_)
        for (method::Note& note : running.instance->notes(exec_, world_, moment))
            all.push_back(std::move(note));
    return all;
}

std::optional<step::Trouble> Simulation::trouble() const {
    for (const Running& running : methods_)
        if (auto trouble = running.instance->trouble(exec_, world_)) return trouble;
    return std::nullopt;
}

std::vector<std::string> notOnDevice(const method::Scene& scene) {
    std::vector<std::string> refused;
    std::vector<std::string_view> able;
    for (const method::Method* method : scene.used())
        if (method->not_on_device) {
            able.push_back(method->name);
            for (std::string& what : method->not_on_device(scene)) refused.push_back(std::move(what));
        } else if (method->build) {
            refused.emplace_back(method->line);
        }
    // Only one method can run on a device, without couplings.
    if (able.size() > 1) refused.push_back(fmt::format("{} in one scene", fmt::join(able, " and ")));
    return refused;
}

}  // namespace talus::scene
