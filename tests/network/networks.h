#pragma once
#include <string>
#include <vector>

#include <fmt/format.h>

#include "talus/network/fields.h"
#include "tests/support/scene_text.h"

/// Small networks for tests.
namespace talus::network {

/// The beginning of a scene. @param network keys of [network]
inline std::string head(const std::string& network, const char* gravity = "[0, 0, 0]", double frames = 1) {
    return fmt::format(R"(
format = 1
name = "network"
[time]
duration = {}
frame_interval = 1
[world]
gravity = {}
[network]
{}
)",
                       frames, gravity, network);
}

inline const state::Table& massesOf(const scene::Simulation& simulation) {
    return simulation.world().table(masses_table);
}

/// z of mass `row` after each of `steps` steps.
inline std::vector<double> heights(scene::Simulation& simulation, std::size_t row, std::size_t steps) {
    std::vector<double> z{massesOf(simulation).read(fields::position)[row].z};
    for (std::size_t k = 0; k < steps; ++k) {
        EXPECT_TRUE(simulation.advance().ok());
        z.push_back(massesOf(simulation).read(fields::position)[row].z);
    }
    return z;
}

/// A mass at 0.3 m on a spring to a fixed point, in the units of the algorithm.
inline std::string oscillator(double duration, const std::string& numbers) {
    return head("rate = 100\ndimensions = 1\nunits = \"algorithm\"", "[0, 0, 0]", duration) + R"(
[[masses]]
name = "mass"
positions = [[0, 0, 0.3]]
[[masses]]
name = "ground"
kind = "fixed"
positions = [[0, 0, 0]]
[[link]]
name = "spring"
kind = "spring"
pairs = "list"
first = [0]
second = [0]
between = ["mass", "ground"]
length = 0
)" + numbers;
}

}  // namespace talus::network
