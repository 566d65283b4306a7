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

/// A horizontal plane at z = 0.
inline const std::string stone_floor = R"(
[[material]]
name = "stone"
[[wall]]
name = "floor"
material = "stone"
)";

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

/// What the check says of a scene, of errors and of warnings.
inline std::string said(const std::string& text) {
    return scene::readScene(text, "scene.toml", {}, scene::Machine{}).diagnostics.format("scene.toml", text);
}

/// What the check says of a scene that it refuses; empty: it accepts it.
inline std::string refusal(const std::string& text) {
    return scene::readScene(text, "scene.toml", {}, scene::Machine{}).scene ? "" : said(text);
}

/// A spring from the first mass of one group to a mass of another one, or a link of another kind if `keys`
/// says so.
inline std::string spring(const std::string& name, const std::string& from, const std::string& to,
                          const std::string& keys, int of_second = 0) {
    return fmt::format(R"(
[[link]]
name = "{}"
kind = "spring"
pairs = "list"
between = ["{}", "{}"]
first = [0]
second = [{}]
{}
)",
                       name, from, to, of_second, keys);
}

/// A free cube of wood with sides of 0.2 m. @param keys of its [[body]]
inline std::string block(double mass, const std::string& keys) {
    return fmt::format(R"(
[[material]]
name = "wood"
[[body]]
name = "block"
material = "wood"
shape = "box"
size = [0.2, 0.2, 0.2]
mass = {}
{}
)",
                       mass, keys);
}

/// A mass that the block carries. @param at its position
inline std::string hook(const std::string& at) {
    return "[[masses]]\nname = \"hook\"\nkind = \"moved\"\nwall = \"block\"\npositions = [" + at + "]\n";
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
)" + spring("spring", "mass", "ground", "length = 0\n" + numbers);
}

}  // namespace talus::network
