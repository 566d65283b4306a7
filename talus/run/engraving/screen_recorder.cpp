#include "talus/run/engraving/screen_recorder.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/method/shown/screen.h"
#include "talus/run/engraving/pressing.h"
#include "talus/run/engraving/screen_state.h"

namespace talus::run {

using picture::engraved::ScreenSettings;
namespace {

/// Whether a camera of the screen looks at things that move.
bool follows(const scene::Scene& scene, const ScreenSettings& settings) {
    if (settings.onto != ScreenSettings::Onto::Camera) return false;
    for (const scene::Camera& camera : scene.cameras)
        if (settings.camera.empty() || camera.name == settings.camera)
            return camera.kind == scene::Camera::Kind::Follow;
    return false;
}

/// The sets that the engraver reads: points, and the ground that the screen lies on. Empty: all of them.
std::vector<std::string> setsOf(const scene::Scene& scene, const ScreenSettings& settings,
                                const Frame& frame) {
    if (follows(scene, settings)) return {};
    std::vector<std::string> names;
    if (const auto* points = pressingSet(frame.sets, settings.points)) names.push_back(points->first);
    if (settings.onto == ScreenSettings::Onto::Ground)
        for (const auto& [name, set] : frame.sets)
            if (set.as<state::ColumnsView>() != nullptr) names.push_back(name);
    return names;
}

/// The state now, as a frame. @param sets those that it holds; empty: all
Result<Frame> frameOfSets(const scene::Simulation& simulation, const std::vector<std::string>& sets) {
    Frame frame{simulation.clock().time(simulation.world().step), {}};
    const std::vector<std::string> fields = simulation.scene().output.fields;
    for (const scene::Running& running : simulation.methods())
        for (const method::FrameSource& source : running.instance->frames(fields)) {
            if (!sets.empty() && std::find(sets.begin(), sets.end(), source.name) == sets.end()) continue;
            auto set = source.now(simulation.exec(), simulation.world(), frame.time);
            if (!set) return set.error();
            frame.sets.emplace(source.name, std::move(*set));
        }
    return frame;
}

}  // namespace

Result<std::unique_ptr<ScreenRecorder>> ScreenRecorder::open(const Path& run,
                                                             const scene::Simulation& simulation,
                                                             std::uint64_t scene_hash) {
    const scene::Scene& scene = simulation.scene();
    const ScreenSettings* settings = method::screenOf(scene);
    if (settings == nullptr) return std::unique_ptr<ScreenRecorder>();
    if (const Checked checked = check(simulation); checked.refusal) return checked.refusal->error;
    auto engraver = Engraver::create(scene, *settings, simulation.exec());
    if (!engraver) return engraver.error();
    auto pictures = ScreenPictures::create(scene, *settings, simulation.exec());
    if (!pictures) return pictures.error();
    if (Status status = io::createFolder(layout::images(run)); !status) return status.error();
    std::unique_ptr<ScreenRecorder> made(
        new ScreenRecorder(run, simulation, scene_hash, std::move(*engraver), std::move(*pictures)));
    const auto frame = frameOfSets(simulation, {});
    if (!frame) return frame.error();
    made->sets_ = setsOf(scene, *settings, *frame);
    const std::uint64_t step = simulation.world().step;
    if (step == 0) return made;
    auto state = loadScreen(run, step, scene_hash, simulation.clock());
    if (!state) return state.error();
    if (Status status = made->engraver_.restore(std::move(*state), *frame); !status) return status.error();
    return made;
}

ScreenRecorder::Checked ScreenRecorder::check(const scene::Simulation& simulation) {
    const ScreenSettings* settings = method::screenOf(simulation.scene());
    if (settings == nullptr) return {};
    const auto refused = [](std::string_view key, const Error& error) {
        return Checked{Refusal{key, error}, {}};
    };
    if (const auto engraver = Engraver::create(simulation.scene(), *settings, simulation.exec()); !engraver)
        return refused("onto", engraver.error());
    if (const auto pictures = ScreenPictures::create(simulation.scene(), *settings, simulation.exec());
        !pictures)
        return refused("onto", pictures.error());
    const auto frame = frameOfSets(simulation, {});
    if (!frame) return refused("points", frame.error());
    const auto points = pressingPoints(frame->sets, settings->points);
    if (!points) return refused("points", points.error());
    const auto radii = pressingRadii(*points, *settings);
    if (!radii) {
        const bool no_radius = !settings->radius && points->find("radius") == nullptr;
        return refused(no_radius ? "radius" : "field", radii.error());
    }
    const bool any = std::any_of(radii->begin(), radii->end(), [](double radius) { return radius > 0; });
    if (any || radii->empty()) return {};
    return {{},
            fmt::format("no point of the start presses the screen: none has one of screen.values in '{}'",
                        settings->field)};
}

/// At the end of each step of the run in which the screen makes steps, and at its beginning.
bool ScreenRecorder::isSample(std::uint64_t step) const {
    const std::uint64_t made = engraver_.stepsAt(clock_.time(step));
    return step == 0 || made > engraver_.stepsAt(clock_.time(step - 1)) ||
           engraver_.stepsAt(clock_.time(step + 1)) > made;
}

std::uint64_t ScreenRecorder::stepsTo(std::uint64_t step) const {
    const double next =
        static_cast<double>(engraver_.stepsAt(clock_.time(step)) + 1) / engraver_.settings().rate;
    // The step before that time, less two for round-off.
    const double before = std::floor(next / clock_.dt()) - 2;
    std::uint64_t sample = std::max(step + 1, static_cast<std::uint64_t>(std::max(0.0, before)));
    while (!isSample(sample)) ++sample;
    return sample - step;
}

Status ScreenRecorder::sample(const scene::Simulation& simulation) {
    if (!isSample(simulation.world().step)) return success();
    const auto frame = frameOfSets(simulation, sets_);
    if (!frame) return frame.error();
    return engraver_.advanceTo(*frame);
}

Status ScreenRecorder::write(const scene::Simulation& simulation) {
    const std::uint64_t number = clock_.frame(simulation.world().step);
    Frame shown;
    if (pictures_.drawsScene()) {
        auto frame = frameOf(simulation, pictures_.fields());
        if (!frame) return frame.error();
        shown = std::move(*frame);
    }
    return pictures_.write(layout::images(run_), number, engraver_, shown);
}

Status ScreenRecorder::save(const scene::Simulation& simulation) const {
    return saveScreen(run_, engraver_.state(), simulation.world().step, scene_hash_, clock_);
}

}  // namespace talus::run
