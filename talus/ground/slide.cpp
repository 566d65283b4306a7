#include "talus/ground/slide.h"

#include <algorithm>

#include "talus/ground/fields.h"

namespace talus::ground {

void addSoil(const Setup& setup, state::World& world) {
    state::Table& ground = world.table(ground_table);
    ground.add(fields::touched);
    ground.add(fields::before);
    ground.add(fields::loose);
    state::Table& tiles = world.addTable(tiles_table);
    tiles.add(fields::awake);
    tiles.resize(SlopeErosion::tilesOf(setup.grid()));
    // Ground that is too steep at the start slides in the first slide.
    std::ranges::fill(tiles.write(fields::awake), std::uint8_t{1});
    state::Table& soil = world.addTable(soil_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::removed, &fields::moved, &fields::compressed, &fields::blocked, &fields::next_slide})
        soil.add(*field);
    soil.resize(1);
    soil.write(fields::next_slide)[0] = setup.soil->interval;
}

step::Access Slide::access() const {
    return {.reads = {{ground_table, &fields::height},
                      {ground_table, &fields::touched},
                      {ground_table, &fields::loose},
                      {tiles_table, &fields::awake},
                      {changes_table, &fields::changes},
                      {soil_table, &fields::next_slide}},
            .writes = {{ground_table, &fields::height},
                       {ground_table, &fields::loose},
                       {tiles_table, &fields::awake},
                       {changes_table, &fields::changes},
                       {soil_table, &fields::next_slide}},
            .resizes = {}};
}

void Slide::run(step::Step& step) {
    double& next = step.write(soil_table, fields::next_slide)[0];
    if (step.time() + step.dt < next * (1 - 1e-12)) return;
    next += setup_.soil->interval;
    const auto awake = step.write(tiles_table, fields::awake);
    if (std::find(awake.begin(), awake.end(), 1) == awake.end()) return;
    erosion_->slide(step.exec,
                    {step.write(ground_table, fields::height), setup_.start->bedrock.view(),
                     step.read(ground_table, fields::touched)},
                    setup_.soil->kind.slopes, {step.write(ground_table, fields::loose), awake},
                    setup_.soil->sweeps);
    ++step.write(changes_table, fields::changes)[0];
}

}  // namespace talus::ground
