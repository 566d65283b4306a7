// Two blobs of water that hit each other in free space: what none of the forces between particles may change.
#include "tests/support/water.h"

namespace talus::test {
namespace {

constexpr double spacing = 0.01, speed = 1, mass = 1000 * spacing * spacing * spacing;

/// Off centre, so that they turn about each other, and of different sizes: in a symmetric collision even
/// wrong forces would add up to nothing.
scene::Simulation blobs(const std::string& solver, const std::string& water) {
    const auto ball = [](const char* name, double side, double radius) {
        return fmt::format(
            "[[water_block]]\nname = \"{}\"\nshape = \"sphere\"\ncentre = [{}, {}, 0]\n"
            "radius = {}\nvelocity = [{}, 0, 0]\n",
            name, -0.055 * side, 0.02 * side, radius, speed * side);
    };
    return simulationOf(waterHead(solver, spacing, "gravity = [0, 0, 0]") + "speed = 1\n" + water +
                        ball("left", 1, 0.05) + ball("right", -1, 0.037));
}

struct Momenta {
    Vec3d linear, angular;
};
Momenta momentaOf(const scene::Simulation& simulation) {
    Momenta sum;
    const auto places = placesOf(simulation);
    const auto velocities = velocitiesOf(simulation);
    for (std::size_t i = 0; i < places.size(); ++i) {
        sum.linear += wide(velocities[i]) * mass;
        sum.angular += cross(places[i], wide(velocities[i])) * mass;
    }
    return sum;
}

class WaterMomentum : public testing::TestWithParam<const char*> {};

// Forces of pairs are equal and opposite to the last bit: place differences, kernels and pressures of the two
// are the same numbers. What is left is the rounding of each particle's sum over its n neighbours, and of its
// velocity: n + 1 times half a unit in the last place (2^-24) of numbers no larger than the speed, at random,
// so that N particles and S steps add up to 2^-24 speed sqrt((n + 1) N S) of the momentum of one particle.
// (Thick liquids, whose viscosity dfsph solves for, keep it to the error of that solve.)
TEST_P(WaterMomentum, IsConservedToRoundOff) {
    scene::Simulation simulation =
        blobs(GetParam(), "viscosity = 0.01\nsurface_tension = 0.5\nartificial_viscosity = 0.05\n");
    const Momenta before = momentaOf(simulation);
    const double energy = meanSquareSpeed(simulation);
    runTo(simulation, 0.1);
    const Momenta after = momentaOf(simulation);
    const double particles = static_cast<double>(placesOf(simulation).size()),
                 steps = static_cast<double>(simulation.world().step), neighbours = 40;
    const double bound = mass * speed * std::ldexp(1, -24) * std::sqrt((neighbours + 1) * particles * steps);
    tell("momentum_over_bound", length(after.linear - before.linear) / bound);
    tell("bound_over_a_blobs_momentum", bound / (0.5 * particles * mass * speed));
    EXPECT_LT(length(after.linear - before.linear), bound);
    EXPECT_LT(meanSquareSpeed(simulation), 0.9 * energy) << "they did not hit each other";
    tell("energy_left", meanSquareSpeed(simulation) / energy);
    tell("angular", length(after.angular - before.angular) / length(before.angular));
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, WaterMomentum, testing::Values("dfsph", "wcsph"),
                         [](const auto& of) { return std::string(of.param); });
}  // namespace talus::test
