#include "talus/particles/sections.h"

namespace talus::particles {

using namespace settings;
namespace {

Parameter nameRow(auto member, std::string_view doc) {
    return parameter(member, {.key = "name", .required = true, .identifier = true, .doc = doc});
}

const Range share = between(0, 1);

std::vector<Parameter> fieldRows() {
    return {
        parameter(&System::gravity,
                  {.key = "gravity", .doc = "Share of the scene's gravity that acts on the particles."}),
        parameterOf<System>([](System & s) -> auto& { return s.drag.linear; },
                            {.key = "linear_drag",
                             .unit = "N s/m",
                             .range = atLeast(0),
                             .doc = "Drag of the air: -k u, with u relative to the air."}),
        parameterOf<System>([](System & s) -> auto& { return s.drag.quadratic; },
                            {.key = "quadratic_drag",
                             .unit = "N s^2/m^2",
                             .range = atLeast(0),
                             .doc = "Drag of the air besides: -c u |u|."}),
        parameterOf<System>([](System & s) -> auto& { return s.wind.velocity; },
                            {.key = "wind", .unit = "m/s", .doc = "Mean velocity of the air everywhere."}),
        parameterOf<System>([](System & s) -> auto& { return s.wind.gusts; },
                            {.key = "gusts",
                             .range = between(0, 10),
                             .doc = "Standard deviation of the wind's strength, as a share of it."}),
        parameterOf<System>([](System & s) -> auto& { return s.wind.gust_time; },
                            {.key = "gust_time",
                             .unit = "s",
                             .range = above(0),
                             .doc = "Time over which the wind's strength changes."}),
        parameterOf<System>(
            [](System & s) -> auto& { return s.turbulence.speed; },
            {.key = "turbulence",
             .unit = "m/s",
             .range = atLeast(0),
             .doc = "Root of the mean square velocity of the air's random eddies (curl noise); "
                    "0: none."}),
        parameterOf<System>(
            [](System & s) -> auto& { return s.turbulence.size; },
            {.key = "eddy_size", .unit = "m", .range = above(0), .doc = "Wavelength of the largest eddies."}),
        parameterOf<System>([](System & s) -> auto& { return s.turbulence.smallest; },
                            {.key = "min_eddy_size",
                             .unit = "m",
                             .range = above(0),
                             .doc = "Wavelength of the smallest eddies, at most that of the largest."}),
        parameterOf<System>([](System & s) -> auto& { return s.turbulence.turnover; },
                            {.key = "turnover",
                             .unit = "s",
                             .range = above(0),
                             .doc = "Time in which the largest eddies change."}),
        parameterOf<System>(
            [](System & s) -> auto& { return s.turbulence.drift; },
            {.key = "eddy_drift", .unit = "m/s", .doc = "Velocity with which the pattern of eddies moves."}),
        parameterOf<System>(
            [](System & s) -> auto& { return s.buoyancy.on; },
            {.key = "buoyancy", .doc = "Particles have a temperature; what is warmer than the air rises."}),
        parameterOf<System>([](System & s) -> auto& { return s.buoyancy.expansion; },
                            {.key = "expansion",
                             .unit = "1/K",
                             .range = atLeast(0),
                             .doc = "Of the air by warmth: they rise with this times the difference of "
                                    "temperature times gravity."}),
        parameterOf<System>(
            [](System & s) -> auto& { return s.buoyancy.ambient; },
            {.key = "ambient", .unit = "K", .range = atLeast(0), .doc = "Temperature of the air."}),
        parameterOf<System>([](System & s) -> auto& { return s.buoyancy.cooling; },
                            {.key = "cooling",
                             .unit = "s",
                             .range = above(0),
                             .absent = "never",
                             .doc = "Time in which the difference to the air falls to 1/e."})};
}

std::vector<Parameter> touchRows() {
    return {
        parameter(&System::contact,
                  {.key = "contact", .doc = "Whether walls and ground stop the particles."}),
        parameter(&System::interact,
                  {.key = "interact", .doc = "Whether particles act on each other, as the keys below say."}),
        parameterOf<System>([](System & s) -> auto& { return s.pairs.size; },
                            {.key = "pair_size",
                             .range = above(0),
                             .doc = "The spring between two has no force where their centres are this times "
                                    "the sum of their radii apart."}),
        parameterOf<System>([](System & s) -> auto& { return s.pairs.stiffness; },
                            {.key = "pair_stiffness",
                             .unit = "N/m",
                             .range = atLeast(0),
                             .doc = "Of the spring that pushes nearer ones apart."}),
        parameterOf<System>([](System & s) -> auto& { return s.pairs.cohesion; },
                            {.key = "pair_cohesion",
                             .unit = "N",
                             .range = atLeast(0),
                             .doc = "Largest pull between two that are farther apart, in the middle of "
                                    "pair_range."}),
        parameterOf<System>([](System & s) -> auto& { return s.pairs.range; },
                            {.key = "pair_range",
                             .unit = "m",
                             .range = atLeast(0),
                             .doc = "How much farther the pull and the dashpot reach."}),
        parameterOf<System>([](System & s) -> auto& { return s.pairs.damping; },
                            {.key = "pair_damping",
                             .unit = "N s/m",
                             .range = atLeast(0),
                             .doc = "Of the dashpot along the line between two."})};
}

std::vector<Parameter> lookRows() {
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
             .doc = "As points, as spheres, or as soft lit sprites that fade where they meet something."}),
        keys(
            [](System & s) -> auto& { return s.appearance.size_at; }, "size_at",
            "Shares of its life at which a particle has the sizes below."),
        parameterOf<System>([](System & s) -> auto& { return s.appearance.size; },
                            {.key = "size",
                             .range = atLeast(0),
                             .doc = "Multiplies the radius as it is drawn; empty: 1 throughout."}),
        keys(
            [](System & s) -> auto& { return s.appearance.opacity_at; }, "opacity_at",
            "Shares of its life at which a particle has the opacities below."),
        keys(
            [](System & s) -> auto& { return s.appearance.opacity; }, "opacity",
            "From 0, unseen, to 1; empty: 1 throughout."),
        keys(
            [](System & s) -> auto& { return s.appearance.colour_at; }, "colour_at",
            "Shares of its life at which a particle has the colours below."),
        keys(
            [](System & s) -> auto& { return s.appearance.colour; }, "colour",
            "sRGB, each 0 to 1; multiply the emitter's colour; empty: that throughout."),
        parameterOf<System>(
            [](System & s) -> auto& { return s.appearance.glow; },
            {.key = "glow",
             .range = between(0, 100),
             .doc = "Light of their own, 1 as white as paper in the sun: sparks, flames. 0: the "
                    "sun and the sky light them."}),
        parameterOf<System>([](System & s) -> auto& { return s.appearance.texture; },
                            {.key = "texture",
                             .range = between(0, 1),
                             .doc = "Of sprites: 0 smooth and round, 1 billows and wisps."}),
        parameterOf<System>([](System & s) -> auto& { return s.appearance.streak; },
                            {.key = "streak",
                             .unit = "s",
                             .range = atLeast(0),
                             .doc = "Particles are drawn as long as the way that they go in this time."})};
}

std::vector<Parameter> together(std::initializer_list<std::vector<Parameter>> parts) {
    std::vector<Parameter> all;
    for (const std::vector<Parameter>& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

}  // namespace

Section systemSection() {
    Section section = many(
        "particles", 64, &Part::systems,
        "A particle system: sparks, smoke, dust, spray. Points with mass that fields move and walls stop.",
        together(
            {{nameRow(&System::name, "Name of the system."),
              choice(&System::integrator,
                     Words<Integrator>{{"semi-implicit-euler", Integrator::SemiImplicitEuler},
                                       {"velocity-verlet", Integrator::VelocityVerlet},
                                       {"leap-frog", Integrator::LeapFrog},
                                       {"runge-kutta-4", Integrator::RungeKutta4}},
                     {.key = "integrator",
                      .doc = "How the particles move on; runge-kutta-4 for systems without pair forces."}),
              parameter(&System::stages,
                        {.key = "stages",
                         .choices = {"emit", "remove", "find pairs", "reset forces", "pair forces",
                                     "external forces", "dissipative forces", "integrate", "contact", "cool"},
                         .doc = "The stages of a step in this order; empty: all that the settings call for, "
                                "in the usual one."}),
              parameter(
                  &System::dt,
                  {.key = "dt", .unit = "s", .range = above(0), .absent = "auto", .doc = "Longest step."}),
              parameter(&System::limit,
                        {.key = "limit", .range = atLeast(1), .doc = "The run stops at more particles."})},
             fieldRows(),
             touchRows(),
             lookRows()}));
    section.moved = {{"smallest_eddy", "min_eddy_size"}};
    return section;
}

std::vector<Section> sections() {
    return {systemSection(), emitterSection(), vortexSection(), attractorSection(), bounceSection()};
}

}  // namespace talus::particles
