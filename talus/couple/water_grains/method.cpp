#include "talus/couple/water_grains/method.h"

#include "talus/couple/water_grains/check.h"
#include "talus/couple/water_grains/fields.h"
#include "talus/couple/water_grains/remove_displaced_water.h"
#include "talus/couple/water_grains/water_forces.h"
#include "talus/couple/water_grains/water_stages.h"
#include "talus/grains/fields.h"
#include "talus/method/coupling/coupling.h"
#include "talus/water/boundary/loads.h"
#include "talus/water/setup.h"

namespace talus::couple::water_grains {
namespace {

using method::Scene;

settings::Section section() {
    using namespace settings;
    return optional(
        "water_grains", &Part::settings,
        "How water and grains of one scene act on each other. Without this table the drag is di-felice.",
        {choice(
            &Settings::drag,
            Words<Drag>{{"di-felice", Drag::DiFelice}, {"wen-yu", Drag::WenYu}, {"none", Drag::None}},
            {.key = "drag",
             .doc = "Law of the drag on a grain: Di Felice (1994), or Wen and Yu (1966). none: grains and "
                    "water do not act on each other, and grains displace no water."})});
}

/// Adds stages to the steps of grains and water.
class Coupling final : public method::Coupling {
  public:
    explicit Coupling(const Scene& scene) : setup_(setupOf(scene)), solids_(water::setupOf(scene).solids) {}

    void addTables(state::World& world) const override {
        using namespace fields;
        state::Table& grains = world.table(grains::grains_table);
        for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
                 &water_velocity, &water_acceleration, &submerged, &water_share, &crowding, &water_lift,
                 &water_drag, &owed_lift, &owed_drag})
            grains.add(*field);
        state::Table& clock = world.addTable(clock_table);
        clock.add(grains_time);
        clock.add(watched);
        clock.add(lift_owed);
        clock.resize(1);
        state::Table& rows = world.addTable(water_rows_table);
        for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
                 &filled, &filled_slope, &load, &reaction, &drag_reaction})
            rows.add(*field);
    }
    Status start(state::World& world, const exec::Exec& exec, double, step::PhasedStages) const override {
        removeDisplacedWater(world, exec, setup_, solids_);
        return success();
    }
    step::PhasedStages stagesIn(std::string_view method) const override {
        step::PhasedStages stages;
        if (method == "granular") stages.add(step::Phase::Force, ApplyWaterForces{setup_});
        if (method == "water") {
            stages.add(step::Phase::Search, MapGrains{setup_})
                .add(step::Phase::Force, ApplyReaction{setup_})
                .add(step::Phase::Kick, SampleWater{setup_});
            using water::LoadWalls;
            if (solids_.any())
                stages.add(step::Phase::Kick, ApplyWallPressure{setup_},
                           LoadWalls{solids_, setup_.particle_mass, LoadWalls::Parts::Pressure, 0});
        }
        return stages;
    }
    void check(state::StateCheck& check) const override {
        check.finite(grains::grains_table);
        check.rows(clock_table, 1);
        check.finite(clock_table);
        if (!check.ok()) return;
        // One row per particle: at most as many as were ever made.
        check.scratchRows(water_rows_table,
                          check.world().table(water::ledger_table).read(water::fields::made)[0]);
    }

  private:
    Setup setup_;
    water::Solids solids_;
};

Result<std::unique_ptr<method::Instance>> build(const Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Coupling>(scene));
}

}  // namespace

method::Method waterGrains() {
    return {.name = "water_grains",
            .line = "grains in water",
            .defaults = method::Part::of<Part>(),
            .sections = {section()},
            .couples = {"granular", "water"},
            .meetings = {{"water", "grains", method::Meeting::Kind::BothWays,
                          "buoyancy, drag and displaced volume ([water_grains])"}},
            .used = used,
            .check = water_grains::check,
            .finish = finish,
            .needs = needs,
            .summary = summary,
            .build = build};
}

}  // namespace talus::couple::water_grains
