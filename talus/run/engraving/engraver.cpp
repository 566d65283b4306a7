#include "talus/run/engraving/engraver.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/run/engraving/pressing.h"

namespace talus::run {

using namespace picture::engraved;
using Onto = ScreenSettings::Onto;
namespace {

Error noGround() {
    return {ErrorKind::Input,
            "the frames have no ground for the screen to lie on; choose a plane: screen.onto = \"xy\""};
}

Plane planeOf(Onto onto) {
    return onto == Onto::PlaneXY ? Plane::XY : onto == Onto::PlaneXZ ? Plane::XZ : Plane::YZ;
}

}  // namespace

const state::ColumnsView* groundOf(const Frame& frame) {
    for (const auto& [name, set] : frame.sets)
        if (const auto* columns = set.as<state::ColumnsView>()) return columns;
    return nullptr;
}

Result<Engraver> Engraver::create(const scene::Scene& scene, const ScreenSettings& settings,
                                  const exec::Exec& exec) {
    Engraver made(scene, settings, exec);
    made.links_ = linksOf(settings);
    auto profile = Profile::parse(settings.profile);
    if (!profile) return profile.error();
    made.profile_ = *profile;
    if ((settings.onPlane() || settings.onto == Onto::Volume) && !settings.hasBox())
        return Error{ErrorKind::Input,
                     "a screen in a plane or a volume needs the box that it shows before the run: give "
                     "screen.min and screen.max, or leave [screen] out and use `talus engrave` afterwards"};
    if (settings.onto != Onto::Camera) return made;
    auto camera = SceneCamera::find(scene, settings.camera);
    if (!camera) return camera.error();
    made.camera_ = std::move(*camera);
    return made;
}

Status Engraver::prepare(const Frame& frame) {
    if (masses_) return success();
    if (settings_.onto == Onto::Volume) {
        masses_ = Volume(box().cells, links_);
        return success();
    }
    auto width = static_cast<std::size_t>(settings_.size[0]);
    auto height = static_cast<std::size_t>(settings_.size[1]);
    if (settings_.onto == Onto::Ground) {
        const auto* columns = groundOf(frame);
        if (columns == nullptr) return noGround();
        ground_ = GroundScreen::on(columns->grid, width, height);
        width = ground_->width, height = ground_->height;
    }
    masses_ = Screen(width, height, links_);
    width_ = width;
    return success();
}

Result<std::vector<PlacedPoint>> Engraver::place(const Frame& frame) const {
    const auto points = pressingPoints(frame.sets, settings_.points);
    if (!points) return points.error();
    const auto radii = pressingRadii(*points, settings_);
    if (!radii) return radii.error();
    const auto placed = [&](const Projection& projection) {
        return placePoints(*points, projection, [&radii](std::size_t point) { return (*radii)[point]; });
    };
    const auto width = static_cast<std::size_t>(settings_.size[0]);
    const auto height = static_cast<std::size_t>(settings_.size[1]);
    switch (settings_.onto) {
        case Onto::Camera: break;
        case Onto::Ground: {
            const auto* columns = groundOf(frame);
            if (columns == nullptr) return noGround();
            const auto heights = state::columnValues(*columns, "height");
            if (!heights) return heights.error();
            return placed(ontoGround(*ground_, columns->grid, {heights->data(), heights->size()}));
        }
        case Onto::Volume: return placed(intoVolume(box()));
        default:
            return placed(ontoPlane(planeOf(settings_.onto), {settings_.min, settings_.max}, width, height));
    }
    const auto camera = camera_.at(scene_, frame, static_cast<double>(width) / static_cast<double>(height));
    if (!camera) return camera.error();
    return placed(throughCamera(*camera, width, height));
}

Status Engraver::advanceTo(const Frame& frame) {
    if (Status prepared = prepare(frame); !prepared) return prepared;
    auto placed = place(frame);
    if (!placed) return placed.error();
    if (!earlier_) {
        const auto count = static_cast<std::uint64_t>(settings_.settle * settings_.rate);
        MovingMarks still(*placed, *placed);
        for (std::uint64_t k = 0; k < count; ++k) add(still, 1);
    } else {
        MovingMarks moving(*earlier_, *placed);
        const double from = time_, duration = frame.time - time_;
        for (std::uint64_t k = stepsAt(from) + 1; k <= stepsAt(frame.time); ++k)
            add(moving, (static_cast<double>(k) / settings_.rate - from) / duration);
    }
    makeSteps();
    pressed_ = pressed_ || !placed->empty();
    earlier_ = std::move(*placed);
    time_ = frame.time;
    return success();
}

// Times of frames are exact but for round-off.
std::uint64_t Engraver::stepsAt(double time) const {
    return static_cast<std::uint64_t>(std::floor(time * settings_.rate * (1 + 1e-12) + 1e-9));
}

/// Keeps the marks of a step until there are enough for several steps at once.
void Engraver::add(MovingMarks& marks, double share) {
    const double push = links_.ground_stiffness * settings_.height;
    const auto now = marks.at(std::clamp(share, 0.0, 1.0), push);
    due_.emplace_back(now.begin(), now.end());
    if (due_.size() == Screen::steps_at_once) makeSteps();
}

void Engraver::makeSteps() {
    std::visit([this](auto& masses) { masses.advance(exec_, due_, profile_); }, *masses_);
    steps_ += due_.size();
    due_.clear();
}

std::span<const float> Engraver::values() const {
    return std::visit([](const auto& masses) { return masses.values(); }, *masses_);
}

std::span<const float> Engraver::before() const {
    return std::visit([](const auto& masses) { return masses.valuesBefore(); }, *masses_);
}

ScreenState Engraver::state() const {
    const auto now = values(), was = before();
    return {time_, {now.begin(), now.end()}, {was.begin(), was.end()}, *earlier_};
}

Status Engraver::restore(ScreenState state, const Frame& frame) {
    if (Status prepared = prepare(frame); !prepared) return prepared;
    if (state.values.size() != values().size() || state.before.size() != values().size())
        return Error{ErrorKind::Input, fmt::format("it has {} masses, and the screen of the scene has {}",
                                                   state.values.size(), values().size())};
    std::visit([&](auto& masses) { masses.set(std::move(state.values), std::move(state.before)); }, *masses_);
    earlier_ = std::move(state.points);
    time_ = state.time;
    return success();
}

}  // namespace talus::run
