#include "talus/run/probes/probe_value.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/environment/wall_state.h"
#include "talus/method/wall_poses.h"

namespace talus::run {

using method::Probe;

namespace {

std::string withUnit(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

const method::ProbedField& fieldOf(const method::Probed& probed, const std::string& name) {
    const auto found = std::find_if(probed.fields.begin(), probed.fields.end(),
                                    [&](const method::ProbedField& field) { return field.name == name; });
    TALUS_ASSERT(found != probed.fields.end(),
                 "a probe has a field that the check of the scene should have refused");
    return *found;
}

}  // namespace

ProbeValue::ProbeValue(const method::Common& scene, Probe probe, method::Probed probed,
                       std::shared_ptr<const environment::Walls> walls)
    : probe_(std::move(probe)),
      probed_(std::move(probed)),
      walls_(std::move(walls)),
      radius_(probe_.radius.value_or(probed_.radius)) {
    if (probe_.kind != Probe::Kind::Wall) return;
    wall_ = environment::wallIndex(scene.environment, probe_.wall);
    start_ = method::poseOf(scene, scene.environment.walls[wall_], 0);
}

std::vector<std::string> ProbeValue::names() const {
    const std::string mean = probe_.window ? fmt::format("{}{:g}s", mean_of, *probe_.window) : "";
    switch (probe_.kind) {
        case Probe::Kind::Height: return {"height" + mean + " [m]", "there"};
        case Probe::Kind::Wall: return {"pressure" + mean + " [Pa]"};
        default: break;
    }
    std::vector<std::string> names;
    for (const std::string& word : probe_.fields) {
        const method::ProbedField& field = fieldOf(probed_, word);
        if (field.components == 1) names.push_back(withUnit(word + mean, field.unit));
        for (const char* part : {"_x", "_y", "_z"})
            if (field.components == 3) names.push_back(withUnit(word + mean + part, field.unit));
    }
    names.emplace_back("filled");
    return names;
}

method::WallPatch ProbeValue::patch(const state::World& world) const {
    method::WallPatch patch{wall_, probe_.at, probe_.normal, probe_.radius};
    if (!walls_->moves(wall_)) return patch;
    const environment::WallsAt now(*walls_, world.time, environment::wallState(world, *walls_));
    const environment::Pose& pose = now.pose(wall_);
    patch.at = pose.toWorld(start_.toLocal(patch.at));
    patch.normal = rotated(pose.rotation, rotatedBack(start_.rotation, patch.normal));
    return patch;
}

std::vector<double> ProbeValue::values(const state::World& world) const {
    if (probe_.kind == Probe::Kind::Height) {
        const auto height = probed_.height(world, probe_.at, radius_);
        return {height.value_or(probe_.floor), height ? 1.0 : 0.0};
    }
    if (probe_.kind == Probe::Kind::Wall) return {probed_.pressure(world, patch(world))};
    std::vector<double> values;
    double filled = 0;
    for (const std::string& word : probe_.fields) {
        const method::Reading reading = probed_.at(world, word, probe_.at, radius_);
        values.push_back(reading.value.x);
        if (fieldOf(probed_, word).components == 3)
            values.insert(values.end(), {reading.value.y, reading.value.z});
        filled = reading.filled;
    }
    values.push_back(filled);
    return values;
}

}  // namespace talus::run
