#include "talus/couple/water_cloth/method.h"

#include "talus/cloth/params.h"
#include "talus/couple/water_cloth/carry_water.h"
#include "talus/method/coupling/coupling.h"
#include "talus/water/params.h"
#include "talus/water/setup.h"

namespace talus::couple {
namespace {

bool used(const method::Scene& scene) {
    return !cloth::in(scene).sheets.empty() && water::in(scene).water && scene.environment.points;
}

void check(const method::Checking& checking) {
    if (!used(checking.scene) || water::in(checking.scene).water->solver == water::Solver::Dfsph) return;
    checking.error("water", 0, "solver", "only \"dfsph\" meets [[cloth]]",
                   "leave solver out, which is \"dfsph\", or leave the cloth out");
}

class WaterCloth final : public method::Coupling {
  public:
    explicit WaterCloth(const method::Scene& scene) {
        const water::Setup water = water::setupOf(scene);
        layer_ = {water.solids.walls, water.mass, water.water.spacing, water.smoothing.support};
    }

    step::PhasedStages stagesIn(std::string_view method) const override {
        step::PhasedStages stages;
        if (method == "cloth") {
            stages.add(step::Phase::Add, CarryWater{layer_});
            stages.add(step::Phase::End, MoveCarriedWater{layer_});
        }
        return stages;
    }

  private:
    WaterLayer layer_;
};

Result<std::unique_ptr<method::Instance>> build(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<WaterCloth>(scene));
}

}  // namespace

method::Method waterCloth() {
    return {.name = "water cloth",
            .line = "water on cloth",
            .couples = {"cloth", "water"},
            .used = used,
            .check = check,
            .build = build};
}

}  // namespace talus::couple
