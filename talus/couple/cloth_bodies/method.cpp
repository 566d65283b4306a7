#include "talus/couple/cloth_bodies/method.h"

#include <algorithm>

#include "talus/cloth/params.h"
#include "talus/couple/cloth_bodies/move_met.h"
#include "talus/environment/contact/barriers.h"
#include "talus/method/coupling/coupling.h"

namespace talus::couple {
namespace {

bool used(const method::Scene& scene) {
    const auto& walls = scene.environment.walls;
    return !cloth::in(scene).sheets.empty() &&
           std::any_of(walls.begin(), walls.end(), [](const auto& wall) { return wall.follows; });
}

class ClothBodies final : public method::Coupling {
  public:
    explicit ClothBodies(const method::Scene& scene)
        : solids_(solids::setupOf(scene, environment::rigidWallsOf(scene.environment))) {}

    step::PhasedStages stagesIn(std::string_view method) const override {
        step::PhasedStages stages;
        if (method == "cloth" && solids_.walls->anyFreeBody())
            stages.add(step::Phase::End, MoveMetBodies{solids_});
        return stages;
    }

  private:
    solids::Setup solids_;
};

Result<std::unique_ptr<method::Instance>> build(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<ClothBodies>(scene));
}

}  // namespace

method::Method clothBodies() {
    return {.name = "cloth bodies",
            .line = "cloth moves free bodies",
            .couples = {"solids", "cloth"},
            .used = used,
            .build = build};
}

}  // namespace talus::couple
