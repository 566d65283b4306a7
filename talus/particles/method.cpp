#include "talus/particles/method.h"

#include <fmt/format.h>

#include "talus/method/source.h"
#include "talus/particles/appearance/draw.h"
#include "talus/particles/check.h"
#include "talus/particles/instance.h"
#include "talus/particles/needs.h"
#include "talus/particles/sections.h"
#include "talus/particles/trial.h"

namespace talus::particles {
namespace {

bool used(const method::Scene& scene) { return !in(scene).systems.empty(); }

void loadMeshes(method::Scene& scene, const method::Checking& checking) {
    std::vector<Emitter>& emitters = in(scene).emitters;
    for (std::size_t i = 0; i < emitters.size(); ++i)
        method::loadRegion(checking, "particle_emitter", i, emitters[i]);
}

std::vector<method::Input> inputs(const method::Scene& scene) {
    std::vector<method::Input> files;
    for (const Emitter& emitter : in(scene).emitters) method::addInput(emitter, files);
    return files;
}

void checkPart(const method::Checking& checking) {
    const Part& own = in(checking.scene);
    if (checking.diagnostics.hasErrors()) return;
    for (const Finding& finding : particles::check(own, checking.scene.environment))
        checking.error(finding.section, finding.index, finding.key, finding.message, finding.hint);
    for (std::size_t s = 0; s < own.systems.size(); ++s)
        for (const char* taken : {"grains", "ground", "bodies"})
            if (own.systems[s].name == taken)
                checking.error("particles", s, "name",
                               fmt::format("frames have files named '{}' already", taken),
                               "choose another name");
    if (checking.diagnostics.hasErrors()) return;
    const std::vector<Setup> setups = setupsOf(own, checking.scene);
    for (std::size_t s = 0; s < setups.size(); ++s)
        if (const Status stages = checkStages(setups[s]); !stages)
            checking.error("particles", s, "stages", stages.error().message, "");
}

method::Needs needs(const method::Scene& scene) {
    method::Needs all{.what = "particles"};
    const double end = scene.time.end(), interval = scene.time.frame_interval;
    for (const Setup& setup : setupsOf(in(scene), scene)) {
        const Needs own = needsOf(setup, end, interval);
        if (own.longest_step < all.longest_step) {
            all.longest_step = own.longest_step;
            all.why = own.why;
        }
        const auto max_count = static_cast<double>(own.most);
        all.count += max_count;
        all.memory_bytes += own.bytes;
        all.frame_bytes += frame_bytes_a_particle * max_count;
        all.checkpoint_bytes += checkpoint_bytes_a_particle * max_count;
        const double step = std::min(own.longest_step, scene.time.dt.value_or(own.longest_step));
        all.work += max_count * end / step / own.steps_per_second;
    }
    return all;
}

std::optional<method::Thing::Key> particlesIn(const method::Scene& scene) {
    if (!used(scene)) return std::nullopt;
    return method::Thing::Key{"particles", 0, "name"};
}

std::vector<method::Meeting> meetings() {
    using enum method::Meeting::Kind;
    return {{"particles", "particles", BothWays, "pair forces, within a system that has them"},
            {"particles", "walls", OneWay, "impulses, in systems with contact"},
            {"particles", "prescribed bodies", OneWay, "impulses, in systems with contact"},
            {"particles", "free bodies", BothWays, "impulses, in systems with contact"},
            {"particles", "ground", OneWay, "impulses, in systems with contact"},
            {"particles", "volume", Refused, "use [ground] in place of [volume], or leave the particles out"},
            {"particles", "water", Through, "nothing"}};
}

std::vector<Vec3d> seen(const method::Scene& scene) {
    std::vector<Vec3d> points;
    for (const Setup& setup : setupsOf(in(scene), scene))
        for (const Vec3d& point : seenInTrial(setup, scene.time.end())) points.push_back(point);
    return points;
}

}  // namespace

method::Method particles() {
    return {.name = "particles",
            .line = "particle systems",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .things = {{"particles", particlesIn}},
            .meetings = meetings(),
            .used = used,
            .load = loadMeshes,
            .check = checkPart,
            .needs = needs,
            .inputs = inputs,
            .seen = seen,
            .build = buildInstance,
            .draw = draw};
}

}  // namespace talus::particles
