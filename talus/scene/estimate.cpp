#include "talus/scene/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/method/memory_budget.h"
#include "talus/method/method.h"
#include "talus/method/shown/screen.h"
#include "talus/step/clock.h"
#include "talus/step/substeps.h"

namespace talus::scene {
namespace {

/// Sets the step of the scene: the longest step of its methods, shortened to divide the frame evenly [s].
void setStep(const method::Time& time, Estimate& estimate) {
    double longest = 0;
    for (const method::Needs& needs : estimate.methods) {
        if (std::isinf(needs.longest_step)) continue;  // no limit, as for couplings without steps
        const double own = std::min(needs.longest_step, time.frame_interval);
        if (!(own > longest)) continue;
        longest = own;
        estimate.why = needs.why;
    }
    if (!(longest > 0)) longest = time.dt.value_or(time.frame_interval / 100);
    if (time.dt && *time.dt <= longest) {
        longest = *time.dt;
        estimate.why.clear();
    }
    estimate.step = step::Clock::forLongestStep(time.frame_interval, longest).dt();
}

/// Shortens the steps of methods to what others allow them.
/// @param methods in the order of `needs`
void limitSteps(const std::vector<const method::Method*>& methods, std::vector<method::Needs>& needs) {
    for (std::size_t by = 0; by < needs.size(); ++by)
        for (const method::Needs::Limit& limit : needs[by].limits)
            for (std::size_t m = 0; m < methods.size(); ++m) {
                if (methods[m]->name != limit.method || !(limit.longest_step < needs[m].longest_step))
                    continue;
                needs[m].longest_step = limit.longest_step;
                needs[m].why = needs[by].why;
                needs[m].advice = needs[by].advice;
            }
}

/// The time of one thread for all methods [s]. Those whose steps others shorten take more of them: they are
/// asked again, with these steps as the scene's longest.
double workOf(const method::Scene& scene, const std::vector<const method::Method*>& methods,
              const std::vector<double>& own_steps, const std::vector<method::Needs>& needs) {
    double seconds = 0;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const bool limited = needs[m].longest_step < own_steps[m];
        if (!limited) {
            seconds += needs[m].work;
            continue;
        }
        method::Scene shorter = scene;
        shorter.time.dt = needs[m].longest_step;
        seconds += methods[m]->needs(shorter).work;
    }
    return seconds;
}

std::uint64_t whole(double v) {
    return v < 1.8e19 ? static_cast<std::uint64_t>(v) : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

Estimate estimate(const method::Scene& scene) {
    Estimate result;
    std::vector<const method::Method*> methods;
    std::vector<double> own_steps;
    for (const method::Method* method : scene.used()) {
        if (!method->needs) continue;
        methods.push_back(method);
        result.methods.push_back(method->needs(scene));
        own_steps.push_back(result.methods.back().longest_step);
    }
    limitSteps(methods, result.methods);
    setStep(scene.time, result);
    const double frames = scene.time.frames();
    result.steps = whole(frames * std::round(scene.time.frame_interval / result.step));
    result.frames = whole(frames);
    result.memory_bytes = method::process_bytes + scene.read.memory_bytes;
    for (const method::Needs& needs : result.methods) {
        result.memory_bytes += needs.memory_bytes;
        result.disk_bytes += needs.frame_bytes * (frames + 1) +
                             needs.checkpoint_bytes * static_cast<double>(scene.output.keep_checkpoints);
    }
    result.work = workOf(scene, methods, own_steps, result.methods) + method::screenWork(scene);
    result.memory_bytes = std::max(result.memory_bytes, method::process_bytes + scene.reading_peak);
    return result;
}

}  // namespace talus::scene
