// What makes a pile (Luciani, Habibi and Manzotti 1995, section 5): round, smooth grains without friction
// stand as a pile on rugged ground, and on smooth ground they do not.
#include <algorithm>

#include <gtest/gtest.h>

#include "talus/core/text_file.h"
#include "talus/network/fields.h"
#include "tests/support/paths.h"
#include "tests/support/scene_text.h"

namespace talus::test {
namespace {

/// Height of what 300 grains poured on a ground come to, in diameters of a grain.
double heightOn(const std::string& scene, int seed) {
    const std::string file = sourceFile("scenes/" + scene + ".toml");
    const Result<std::string> text = readTextFile(file);
    if (!text) throw std::runtime_error(text.error().message);
    const std::vector<std::string> overrides{"seed=" + std::to_string(seed)};
    auto built =
        scene::Simulation::build(scene::readScene(*text, file, overrides).scene.value(), exec::Exec::cpu(1));
    if (!built) throw std::runtime_error(built.error().message);
    scene::Simulation simulation = std::move(built).value();
    runTo(simulation, 9);
    const state::Table& rows = simulation.world().table(network::masses_table);
    const auto position = rows.read(network::fields::position);
    const auto group = rows.read(network::fields::group);
    double top = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (group[i] == 0) top = std::max(top, position[i].z);
    return top / 0.02;
}

// Measured over five seeds: 6.7 +- 0.4 on rugged ground, and 2.1 +- 0.4 on smooth ground, where all that is
// left are grains that still ride on others as they run apart (docs/theory/network.md).
TEST(NetworkPiles, StandOnRuggedGroundOnly) {
    for (const int seed : {11, 12}) {
        EXPECT_GT(heightOn("pile-rugged-ground", seed), 5);
        EXPECT_LT(heightOn("pile-smooth-ground", seed), 4);
    }
}

}  // namespace
}  // namespace talus::test
