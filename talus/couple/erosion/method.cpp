#include "talus/couple/erosion/method.h"

#include <fmt/format.h>

#include "talus/core/amount.h"
#include "talus/couple/erosion/bed/roll_bed.h"
#include "talus/couple/erosion/bed/sample_bed.h"
#include "talus/couple/erosion/bed/shape_bed.h"
#include "talus/couple/erosion/bed/slide_bed.h"
#include "talus/couple/erosion/carry/carry_sediment.h"
#include "talus/couple/erosion/carry/ledger.h"
#include "talus/couple/erosion/carry/thicken_water.h"
#include "talus/couple/erosion/check.h"
#include "talus/couple/erosion/fields.h"
#include "talus/couple/erosion/picture.h"
#include "talus/couple/erosion/plots.h"
#include "talus/couple/erosion/sections.h"
#include "talus/couple/erosion/start.h"
#include "talus/couple/erosion/volume/stages.h"
#include "talus/ground/fields.h"
#include "talus/method/coupling/coupling.h"

namespace talus::couple::erosion {
namespace {

using method::Scene;

/// Adds stages to the water's step.
class Coupling final : public method::Coupling {
  public:
    explicit Coupling(const Scene& scene) : setup_(setupOf(scene)), blocks_(water::in(scene).blocks) {}

    void addTables(state::World& world) const override {
        setup_.volume ? addSedimentTables(world, setup_) : addErosionTables(world, setup_);
    }
    Status start(state::World& world, const exec::Exec&, double, step::PhasedStages) const override {
        addBlockSediment(world, setup_, blocks_);
        return success();
    }
    step::PhasedStages stagesIn(std::string_view method) const override {
        step::PhasedStages stages;
        if (method != "water") return stages;
        if (setup_.volume) return volumeStages(setup_);
        using step::Phase;
        stages.add(Phase::Add, CountSediment{setup_}).add(Phase::Search, SampleBed{setup_});
        if (setup_.settings.bed_friction && setup_.settings.shear == Shear::WallLaw)
            stages.add(Phase::Force, ApplyBedFriction{setup_});
        if (setup_.settings.weighs) stages.add(Phase::Force, WeighSediment{setup_});
        if (setup_.settings.thickening != environment::Thickening::Law::None)
            stages.add(Phase::Force, ThickenWater{setup_});
        stages.add(Phase::End, CarrySediment{setup_}, ShapeBed{setup_});
        if (setup_.settings.bed_load) stages.add(Phase::End, RollBed{setup_});
        stages.add(Phase::End, SlideBed{setup_}, LiftWater{setup_}, SumSediment{setup_});
        return stages;
    }

    std::vector<method::Columns> columns() const override {
        method::Columns columns;
        for (const char* part :
             {"ground [kg]", "suspended [kg]", "left [kg]", "brought [kg]", "lost [kg]", "eroded [kg]",
              "settled [kg]", "rolled [kg]", "blocked [kg]", "bed_acceleration"})
            columns.names.push_back(fmt::format("erosion.{}", part));
        columns.values = [setup = setup_](const exec::Exec& exec, const state::World& world,
                                          std::vector<method::Cell>& values) {
            const Balance balance = balanceOf(setup, exec, world);
            values.insert(values.end(), {balance.ground, balance.suspended, balance.left, balance.brought,
                                         balance.lost(), balance.eroded, balance.settled, balance.rolled,
                                         balance.blocked, balance.acceleration});
        };
        return {columns};
    }
    std::vector<method::Note> notes(const exec::Exec&, const state::World& world,
                                    method::Moment moment) const override {
        const state::Table& ledger = world.table(ledger_table);
        const double blocked = ledger.read(fields::blocked)[0],
                     moved = ledger.read(fields::eroded)[0] + ledger.read(fields::rolled)[0];
        // Less than 1% makes no visible difference.
        if (moment != method::Moment::Frame || !(blocked > 0.01 * moved)) return {};
        return {
            {"bed held",
             fmt::format("the bed may change by {} at most in a step, and this prevents a share of {:.2g} of "
                         "the erosion (erosion.blocked in stats.csv): make bed_acceleration in [erosion] "
                         "smaller, or max_change larger",
                         lengthText(setup_.max_change), blocked / (blocked + moved))}};
    }
    void check(state::StateCheck& check) const override {
        setup_.volume ? checkSedimentState(setup_, check) : checkErosionState(setup_, check);
    }

  private:
    Setup setup_;
    std::vector<water::Block> blocks_;
};

std::vector<method::Input> inputs(const Scene& scene) {
    std::vector<method::Input> files;
    for (const Plants& plants : in(scene).plants)
        if (!plants.mask.empty()) files.push_back({plants.mask, true});
    return files;
}

Result<std::unique_ptr<method::Instance>> build(const Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Coupling>(scene));
}

}  // namespace

method::Method erosion() {
    return {.name = "erosion",
            .line = "water that shapes its ground",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .couples = {"granular", "water"},
            .used = used,
            .load = load,
            .check = erosion::check,
            .finish = finish,
            .needs = needs,
            .summary = summary,
            .inputs = inputs,
            .build = build,
            .colours = colours(),
            .colours_of = coloursOf,
            .draw = draw,
            .plots = plots()};
}

}  // namespace talus::couple::erosion
