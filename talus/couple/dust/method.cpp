#include "talus/couple/dust/method.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/couple/dust/raise_dust.h"
#include "talus/couple/granular/estimate.h"
#include "talus/couple/granular/grain_sizes.h"
#include "talus/method/coupling.h"
#include "talus/particles/instance.h"

namespace talus::couple {
namespace {

using granular::hasGrains;
using method::Scene;
using particles::Emitter;

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
    const double mass = 4.0 / 3.0 * std::numbers::pi * std::pow(granular::meanRadius(scene), 3) * density;
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
        .build = build};
}

}  // namespace talus::couple
