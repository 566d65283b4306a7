#include "talus/couple/bodies/bodies.h"

#include "talus/couple/bodies/body_rows.h"
#include "talus/couple/bodies/move_bodies.h"
#include "talus/couple/bodies/press_ground.h"
#include "talus/couple/bodies/watch_bodies.h"
#include "talus/grains/fields.h"
#include "talus/ground/slide.h"

namespace talus::couple {

void addBodies(const Bodies& setup, state::World& world) {
    namespace sf = solids::fields;
    namespace gf = grains::fields;
    const bool presses = setup.ground && setup.ground->soil;
    state::Table& table = world.addTable(solids::bodies_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &sf::position, &sf::velocity, &sf::axis_x, &sf::axis_y, &sf::spin, &sf::ground_force})
        table.add(*field);
    if (presses)
        for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
                 &sf::pressed_position, &sf::pressed_axis_x, &sf::pressed_axis_y})
            table.add(*field);
    table.resize(setup.bodies.size());
    const BodyRows rows{{table.write(sf::position), table.write(sf::velocity), table.write(sf::axis_x),
                         table.write(sf::axis_y), table.write(sf::spin)}};
    state::Table& walls = world.table(environment::walls_table);
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const Body& body = setup.bodies[b];
        rows.set(b, body.free ? solids::BodyState{body.start.shift, body.start.turn, body.start.velocity,
                                                  body.start.spin}
                              : prescribed(body, 0));
        const solids::BodyState at = rows.at(b);
        const environment::Pose pose = wallPose(body, at, 0);
        walls.write(environment::fields::wall_shift)[body.wall] = pose.shift;
        walls.write(environment::fields::wall_turn_x)[body.wall] = pose.turn.x;
        walls.write(environment::fields::wall_turn_y)[body.wall] = pose.turn.y;
        walls.write(environment::fields::wall_velocity)[body.wall] = pose.velocity;
        walls.write(environment::fields::wall_spin)[body.wall] = pose.spin;
        if (!presses) continue;
        table.write(sf::pressed_position)[b] = at.position;
        table.write(sf::pressed_axis_x)[b] = at.turn.x;
        table.write(sf::pressed_axis_y)[b] = at.turn.y;
    }
}

solids::BodyState bodyIn(const state::Table& bodies, std::size_t row) { return readBodies(bodies).at(row); }

step::PhasedStages bodyStages(const Bodies& setup) {
    step::PhasedStages stages;
    if (!setup.bodies.empty()) stages.add(step::Phase::Add, MoveBodies{setup});
    if (auto overlaps = std::make_shared<const BodyOverlaps>(setup); overlaps->any())
        stages.add(step::Phase::Add, WatchBodies{setup, std::move(overlaps)});
    if (!setup.ground || !setup.ground->soil) return stages;
    if (!setup.bodies.empty()) stages.add(step::Phase::Add, PressGround(setup));
    stages.add(step::Phase::Add, ground::Slide(*setup.ground));
    return stages;
}

}  // namespace talus::couple
