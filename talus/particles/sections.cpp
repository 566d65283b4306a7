#include "talus/particles/sections.h"

#include "talus/environment/air/sections.h"

namespace talus::particles {

using namespace settings;
namespace {

Parameter nameRow(auto member, std::string_view doc) {
    return parameter(member, {.key = "name", .required = true, .identifier = true, .doc = doc});
}

const Range share = between(0, 1);

std::vector<Parameter> fieldRows() {
    return {parameter(&System::gravity,
                      {.key = "gravity", .doc = "Share of the scene's gravity that acts on the particles."}),
            parameterOf<System>([](System & s) -> auto& { return s.drag.linear; },
                                {.key = "linear_drag",
                                 .unit = "N s/m",
                                 .range = atLeast(0),
                                 .doc = "k of the drag -k u, with the velocity u relative to the air."}),
            parameterOf<System>([](System & s) -> auto& { return s.drag.quadratic; },
                                {.key = "quadratic_drag",
                                 .unit = "N s^2/m^2",
                                 .range = atLeast(0),
                                 .doc = "c of the drag -c u |u|, which is added to the linear one."})};
}

std::vector<Parameter> buoyancyRows() {
    return {
        parameterOf<System>(
            [](System & s) -> auto& { return s.buoyancy.on; },
            {.key = "buoyancy",
             .doc = "Whether particles have a temperature, and rise where they are warmer than the air."}),
        parameterOf<System>([](System & s) -> auto& { return s.buoyancy.expansion; },
                            {.key = "expansion",
                             .unit = "1/K",
                             .range = atLeast(0),
                             .doc = "Thermal expansion of the air: particles rise with the acceleration "
                                    "expansion (T - ambient) gravity."}),
        parameterOf<System>(
            [](System & s) -> auto& { return s.buoyancy.ambient; },
            {.key = "ambient", .unit = "K", .range = atLeast(0), .doc = "Temperature of the air."}),
        parameterOf<System>([](System & s) -> auto& { return s.buoyancy.cooling; },
                            {.key = "cooling",
                             .unit = "s",
                             .range = above(0),
                             .absent = "never",
                             .doc = "Time in which the temperature difference to the air falls to 1/e."})};
}

std::vector<Parameter> contactRows() {
    return {
        parameter(&System::contact,
                  {.key = "contact", .doc = "Whether walls and ground stop the particles."}),
        parameter(&System::interact,
                  {.key = "interact", .doc = "Whether particles act on each other, by the keys pair_*."}),
        parameterOf<System>([](System & s) -> auto& { return s.pairs.size; },
                            {.key = "pair_size",
                             .range = above(0),
                             .doc = "Rest length of the spring between two particles, over the sum of their "
                                    "radii."}),
        parameterOf<System>([](System & s) -> auto& { return s.pairs.stiffness; },
                            {.key = "pair_stiffness",
                             .unit = "N/m",
                             .range = atLeast(0),
                             .doc = "Stiffness of the spring that repels particles below its rest length."}),
        parameterOf<System>(
            [](System & s) -> auto& { return s.pairs.cohesion; },
            {.key = "pair_cohesion",
             .unit = "N",
             .range = atLeast(0),
             .doc = "Maximum attraction beyond the rest length, in the middle of pair_range."}),
        parameterOf<System>([](System & s) -> auto& { return s.pairs.range; },
                            {.key = "pair_range",
                             .unit = "m",
                             .range = atLeast(0),
                             .doc = "Range of the attraction and the dashpot beyond the rest length."}),
        parameterOf<System>([](System & s) -> auto& { return s.pairs.damping; },
                            {.key = "pair_damping",
                             .unit = "N s/m",
                             .range = atLeast(0),
                             .doc = "Damping of the dashpot along the line between two particles."})};
}

std::vector<Parameter> appearanceRows() {
    const auto keys = [](auto access, std::string_view key, std::string_view doc) {
        return parameterOf<System>(access, {.key = key, .range = share, .doc = doc});
    };
    return {
        choice<System, Appearance::Kind>(
            &System::drawn,
            Words<Appearance::Kind>{{"points", Appearance::Kind::Points},
                                    {"spheres", Appearance::Kind::Spheres},
                                    {"sprites", Appearance::Kind::Sprites}},
            {.key = "drawn",
             .doc = "Draw particles as points, as spheres, or as soft lit sprites that fade where they touch "
                    "other objects."}),
        keys(
            [](System & s) -> auto& { return s.appearance.size_at; }, "size_at",
            "Shares of the lifetime for the values of size, ascending."),
        parameterOf<System>(
            [](System & s) -> auto& { return s.appearance.size; },
            {.key = "size", .range = atLeast(0), .doc = "Factors on the drawn radius; empty: always 1."}),
        keys(
            [](System & s) -> auto& { return s.appearance.opacity_at; }, "opacity_at",
            "Shares of the lifetime for the values of opacity, ascending."),
        keys(
            [](System & s) -> auto& { return s.appearance.opacity; }, "opacity",
            "0 is invisible; empty: always 1."),
        keys(
            [](System & s) -> auto& { return s.appearance.colour_at; }, "colour_at",
            "Shares of the lifetime for the values of colour, ascending."),
        keys(
            [](System & s) -> auto& { return s.appearance.colour; }, "colour",
            "sRGB, each 0 to 1: factors on the emitter's colour; empty: always 1."),
        parameterOf<System>(
            [](System & s) -> auto& { return s.appearance.glow; },
            {.key = "glow",
             .range = between(0, 100),
             .doc = "Brightness of particles that emit light, such as sparks and flames; 1 is that of white "
                    "paper in the sun. 0: sun and sky light the particles."}),
        parameterOf<System>([](System & s) -> auto& { return s.appearance.texture; },
                            {.key = "texture",
                             .range = between(0, 1),
                             .doc = "Texture of sprites: 0 smooth and round, 1 billows and wisps."}),
        parameterOf<System>([](System & s) -> auto& { return s.appearance.streak; },
                            {.key = "streak",
                             .unit = "s",
                             .range = atLeast(0),
                             .doc = "Particles are drawn as lines, as long as their path in this time."})};
}

std::vector<Parameter> allRows(std::initializer_list<std::vector<Parameter>> parts) {
    std::vector<Parameter> all;
    for (const std::vector<Parameter>& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

}  // namespace

Section systemSection() {
    Section section = many(
        "particles", 64, &Part::systems,
        "A particle system, such as sparks, smoke, dust or spray: points with mass that force fields move "
        "and "
        "walls stop.",
        allRows(
            {{nameRow(&System::name, "Name of the system."),
              choice(&System::integrator,
                     Words<Integrator>{{"semi-implicit-euler", Integrator::SemiImplicitEuler},
                                       {"velocity-verlet", Integrator::VelocityVerlet},
                                       {"leap-frog", Integrator::LeapFrog},
                                       {"runge-kutta-4", Integrator::RungeKutta4}},
                     {.key = "integrator",
                      .doc = "Time integration; runge-kutta-4 only for systems without pair forces."}),
              parameter(&System::stages,
                        {.key = "stages",
                         .choices = {"emit", "remove", "find pairs", "reset forces", "pair forces",
                                     "external forces", "dissipative forces", "integrate", "contact", "cool"},
                         .doc = "The stages of a step, in order; empty: all that the settings need, in the "
                                "default order."}),
              parameter(&System::dt, {.key = "dt",
                                      .unit = "s",
                                      .range = above(0),
                                      .absent = "auto",
                                      .doc = "Maximum time step."}),
              parameter(&System::limit, {.key = "limit",
                                         .range = atLeast(1),
                                         .doc = "Maximum number of particles; with more the run stops."})},
             fieldRows(),
             environment::flowRows(&System::wind, &System::turbulence),
             buoyancyRows(),
             contactRows(),
             appearanceRows()}));
    section.moved = {{"smallest_eddy", "min_eddy_size"}};
    return section;
}

std::vector<Section> sections() {
    return {systemSection(), emitterSection(), vortexSection(), attractorSection(), bounceSection()};
}

}  // namespace talus::particles
