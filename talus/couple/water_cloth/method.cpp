#include "talus/couple/water_cloth/method.h"

#include <fmt/format.h>

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

/// Fewest passes over the springs in 1/60 s. With 15 the sheet under a column of 10 cm in the tests was
/// thrown about, with 60 it came to rest, with 150 it did so at once.
constexpr int fewest_passes = 60;

/// Grains make the steps of the cloth far shorter, so that it has passes enough.
bool hasGrains(const method::Scene& scene) {
    for (const method::Method* other : scene.used())
        for (const method::Thing& thing : other->things)
            if (thing.name == "grains" && thing.in(scene)) return true;
    return false;
}

void check(const method::Checking& checking) {
    if (!used(checking.scene)) return;
    if (water::in(checking.scene).water->solver != water::Solver::Dfsph)
        checking.error("water", 0, "solver", "only \"dfsph\" meets [[cloth]]",
                       "leave solver out, which is \"dfsph\", or leave the cloth out");
    const cloth::Solver& solver = cloth::in(checking.scene).solver;
    if (solver.method == cloth::Method::Explicit)
        checking.error("cloth_solver", 0, "method", "only \"implicit\" meets water",
                       "leave method out, which is \"implicit\", or leave the water out");
    else if (!hasGrains(checking.scene) && solver.substeps * solver.iterations < fewest_passes)
        checking.warn(
            "cloth_solver", 0, "iterations",
            fmt::format("with {} substeps of {} iterations, springs give way under the load of water, "
                        "and the cloth may be thrown about",
                        solver.substeps, solver.iterations),
            "set iterations = 10");
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
