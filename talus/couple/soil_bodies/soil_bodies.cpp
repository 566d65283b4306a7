#include "talus/couple/soil_bodies/soil_bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/couple/soil_bodies/meet_soil.h"
#include "talus/couple/soil_bodies/press_ground.h"
#include "talus/environment/contact/barriers.h"
#include "talus/geometry/mass.h"
#include "talus/ground/scene.h"
#include "talus/solids/body_rows.h"

namespace talus::couple {
namespace {

/// The response of the soil to a body of a mass and volume.
ground::Response responseOf(const method::Scene& scene, double mass, double volume) {
    const ground::Soil& soil = *ground::in(scene).soil;
    if (soil.model == ground::Soil::Model::Thesis) return ground::Dissipation{soil.rate};
    const environment::Environment& world = scene.environment;
    const double diameter = 2 * std::cbrt(volume * 3 / (4 * std::numbers::pi));
    const double grain_density =
        world.materials[environment::materialIndex(world, ground::in(scene).ground->material)].density;
    const double gravity = length(world.gravity);
    // The scaling law was found for dry grains, whose slopes are at most 35 degrees (tangent 0.7).
    constexpr double steepest_dry = 0.7;
    const double slope = std::min(std::tan(ground::kindOf(soil).slopes.outside), steepest_dry);
    ground::Poncelet found = ground::ponceletOf(diameter, mass / volume, grain_density * soil.packing, slope,
                                                gravity > 0 ? gravity : 9.81);
    found.friction = soil.stiffness.value_or(found.friction);
    found.drag_length = soil.drag_length.value_or(found.drag_length);
    return found;
}

}  // namespace

SoilBodies soilBodiesOf(const method::Scene& scene, ground::Setup ground) {
    SoilBodies setup{
        solids::setupOf(scene, environment::rigidWallsOf(scene.environment)), {}, std::move(ground)};
    for (const solids::PreparedBody& body : setup.solids.bodies)
        setup.response.push_back(
            responseOf(scene, body.rigid.mass, geometry::massPropertiesOf(*body.solid).volume));
    return setup;
}

void addPressedPoses(state::World& world) {
    namespace sf = solids::fields;
    state::Table& bodies = world.table(solids::bodies_table);
    const auto start = [&](const state::Field<Vec3d>& pressed, const state::Field<Vec3d>& now) {
        bodies.add(pressed);
        std::ranges::copy(bodies.read(now), bodies.write(pressed).begin());
    };
    start(sf::pressed_position, sf::position);
    start(sf::pressed_axis_x, sf::axis_x);
    start(sf::pressed_axis_y, sf::axis_y);
}

step::PhasedStages stagesOf(const SoilBodies& setup) {
    step::PhasedStages stages;
    stages.add(step::Phase::Hold, MeetSoil{setup}).add(step::Phase::End, PressGround(setup));
    return stages;
}

}  // namespace talus::couple
