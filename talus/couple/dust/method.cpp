#include "talus/couple/dust/method.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/couple/dust/raise_dust.h"
#include "talus/couple/granular/estimate.h"
#include "talus/geometry/grow_box.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/load/sources.h"
#include "talus/method/coupling/coupling.h"
#include "talus/particles/instance.h"
#include "talus/particles/trial.h"

namespace talus::couple {
namespace {

using granular::hasGrains;
using method::Scene;
using particles::Emitter;

constexpr int trial_hits = 200;  ///< particles of an emitter in a trial

bool raises(const Emitter& emitter) { return emitter.shape == Emitter::Shape::Elsewhere; }

bool used(const Scene& scene) {
    const auto& part = particles::in(scene);
    return !part.systems.empty() && hasGrains(scene) &&
           std::any_of(part.emitters.begin(), part.emitters.end(), raises);
}

void check(const method::Checking& checking) {
    if (hasGrains(checking.scene)) return;
    const auto& emitters = particles::in(checking.scene).emitters;
    for (std::size_t e = 0; e < emitters.size(); ++e)
        if (raises(emitters[e]))
            checking.error("particle_emitter", e, "shape", "the scene has no grains that could hit anything",
                           "add grains by [[emitter]], [[fill]], [[import]] or [[grain]], or choose a shape "
                           "with a position of its own, such as \"disc\"");
}

/// Estimate of the maximum work of contacts [J]: twice the kinetic energy of all grains at their maximum
/// expected speed, because a contact stops a grain and then accelerates it again.
double maxWork(const Scene& scene) {
    const granular::Expected expected = granular::expect(scene);
    double density = 0;
    for (const environment::Material& material : scene.environment.materials)
        density = std::max(density, material.density);
    const double mass = 4.0 / 3.0 * std::numbers::pi * std::pow(grains::meanRadius(scene), 3) * density;
    return expected.grains * mass * expected.speed * expected.speed;
}

method::Needs needs(const Scene& scene) {
    method::Needs all{.what = "particles raised by grains", .at_most = true};
    const double work = maxWork(scene);
    for (const particles::Setup& setup : particles::setupsOf(particles::in(scene), scene)) {
        double count = 0;
        for (const Emitter& emitter : setup.system.emitters)
            if (raises(emitter)) count += emitter.per_joule * work;
        count = std::min(count, static_cast<double>(setup.system.limit));
        // Memory of a particle and of the force on it.
        all.count += count;
        all.memory_bytes += 74 * count;
        all.frame_bytes += particles::frame_bytes_a_particle * count;
        all.checkpoint_bytes += particles::checkpoint_bytes_a_particle * count;
    }
    return all;
}

/// The highest plane that faces upwards below a place [m]; the place where there is none.
double floorBelow(const Scene& scene, const Vec3d& place) {
    double floor = -1e300;
    for (const environment::Wall& wall : scene.environment.walls)
        if (wall.kind == environment::Wall::Kind::Plane && wall.plane.normal.z > 0.5 &&
            wall.plane.point.z <= place.z)
            floor = std::max(floor, wall.plane.point.z);
    return floor > -1e300 ? floor : place.z;
}

/// Where grains hit, about: from the floor below their sources up to these, within their width.
geometry::Box hitsOf(const Scene& scene) {
    geometry::Box hits = geometry::emptyBox();
    for (const environment::Source& source : grains::sources(scene)) {
        include(hits, source.box.min, source.reach);
        include(hits, source.box.max, source.reach);
    }
    hits.max.z = hits.min.z;
    hits.min.z = floorBelow(scene, hits.min);
    return hits;
}

/// Trials of the systems that let dust rise when the grains first land.
std::vector<Vec3d> seen(const Scene& scene) {
    const geometry::Box hits = hitsOf(scene);
    const double gravity = length(scene.environment.gravity), end = scene.time.end();
    const double fall = gravity > 0 ? std::sqrt(2 * (hits.max.z - hits.min.z) / gravity) : 0;
    std::vector<Vec3d> points;
    for (particles::Setup& setup : particles::setupsOf(particles::in(scene), scene)) {
        std::vector<Emitter> raisers;
        for (Emitter emitter : setup.system.emitters) {
            if (!raises(emitter)) continue;
            emitter.shape = Emitter::Shape::Box;
            emitter.box = hits;
            emitter.rate = 0;
            emitter.burst_times = {std::min(fall, 0.5 * end)};
            emitter.burst_counts = {trial_hits};
            raisers.push_back(std::move(emitter));
        }
        setup.system.emitters = std::move(raisers);
        for (const Vec3d& point : particles::seenInTrial(std::move(setup), end)) points.push_back(point);
    }
    return points;
}

/// Adds stages to the particles' step.
class Dust final : public method::Coupling {
  public:
    explicit Dust(const Scene& scene)
        : setups_(particles::setupsOf(particles::in(scene), scene)),
          precision_(grains::in(scene).params.precision) {}

    step::PhasedStages stagesIn(std::string_view method) const override {
        step::PhasedStages stages;
        if (method != "particles") return stages;
        for (const particles::Setup& setup : setups_) {
            std::vector<RaiseDust::Raiser> raisers;
            const auto& emitters = setup.system.emitters;
            for (std::size_t e = 0; e < emitters.size(); ++e)
                if (raises(emitters[e]))
                    raisers.push_back({e, streamOf(setup, "grain hits " + emitters[e].name)});
            if (!raisers.empty())
                stages.add(step::Phase::Add,
                           RaiseDust{emitOf(setup), std::move(raisers), setup.gravity, precision_});
        }
        return stages;
    }

  private:
    std::vector<particles::Setup> setups_;
    grains::Precision precision_;
};

Result<std::unique_ptr<method::Instance>> build(const Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Dust>(scene));
}

}  // namespace

method::Method dust() {
    return {
        .name = "dust",
        .line = "particles where grains hit",
        .couples = {"granular", "particles"},
        .meetings =
            {{"particles", "grains", method::Meeting::Kind::Through,
              "nothing; where grains hit, [[particle_emitter]] with shape \"grain-hits\" can raise dust"}},
        .used = used,
        .check = check,
        .needs = needs,
        .seen = seen,
        .build = build};
}

}  // namespace talus::couple
