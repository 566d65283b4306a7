// Springs are computed in blocks (step/spring_forces.cpp), and are what the formula of a link gives for each,
// to the last bit.
#include <gtest/gtest.h>

#include "talus/network/report/measures.h"
#include "tests/network/networks.h"

namespace talus::network {
namespace {

using test::runTo;

/// A net of 40 x 30 masses: more masses and springs than a block holds, with links of each kind of length.
/// Those along the net are runs, the others single springs, which come after the runs in the sums.
std::string net(int dimensions) {
    const char* to = dimensions == 3 ? "[3.9, 2.9, 0]" : "[3.9, 0, 2.9]";
    std::string text = head(fmt::format("rate = 400\ndimensions = {}", dimensions), "[0, 0, -9.81]") +
                       fmt::format(R"(
[[masses]]
name = "net"
layout = "grid"
from = [0, 0, 0]
to = {}
spacing = 0.1
mass = 0.5
damping = 0.01
velocity = [{}, 0, 0.2]
[[masses]]
name = "pegs"
kind = "fixed"
positions = [[0, 0, 0], [3.9, 0, 0.4]]
)",
                                   to, dimensions > 1 ? 0.3 : 0);
    const char* const edges = "kind = \"spring\"\npairs = \"edges\"\nbetween = [\"net\"]\n";
    const char* const pegs =
        "kind = \"spring\"\npairs = \"list\"\nbetween = [\"net\", \"pegs\"]\nfirst = [0, 64]\n"
        "second = [0, 1]\n";
    std::string first, second;  // springs across the net
    for (int k = 0; k < 60; ++k) {
        first += fmt::format("{}, ", 7 * k);
        second += fmt::format("{}, ", (413 * k + 11) % 1200);
    }
    const std::string across = "kind = \"spring\"\npairs = \"list\"\nbetween = [\"net\"]\nfirst = [" + first +
                               "]\nsecond = [" + second + "]\nlength = 0.5\nstiffness = 10\ndamping = 0.1\n";
    int k = 0;
    for (const std::string& link :
         {edges + std::string("length = 0\nstiffness = 20\ndamping = 0.3\n"),
          edges + std::string("length = 0.09\nstiffness = 300\ndamping = 0.7\n"),
          edges + std::string("length = 0.11\nstiffness = 200\n"),
          std::string("pairs = \"edges\"\nbetween = [\"net\"]\nlength = 0.1\nstiffness = 100\n"),
          // The first of these has no length at the start.
          pegs + std::string("stiffness = 40\ndamping = 0.1\n"), across})
        text += fmt::format("[[link]]\nname = \"l{}\"\n{}", k++, link);
    return text;
}

TEST(SpringForces, AreThoseOfTheFormulaToTheLastBit) {
    for (const int dimensions : {1, 2, 3}) {
        const scene::Scene scene = test::sceneOf(net(dimensions));
        const network::Setup setup = setupOf(scene);
        auto simulation = test::simulationOf(net(dimensions));
        runTo(simulation, 0.1);
        const state::Table& rows = massesOf(simulation);
        const auto copy = [](const auto& view) { return std::vector(view.begin(), view.end()); };
        const std::vector<Vec3d> before = copy(rows.read(fields::velocity));
        std::vector<Vec3d> force;
        for (const Vec3d& v : before) force.push_back(setup.gravity * 0.5 + Vec3d{} - v * 0.01);
        for (const ActingLink& link : actingLinks(simulation.exec(), simulation.world(), setup)) {
            force[link.first] += link.force;
            force[link.second] += -link.force;
        }
        ASSERT_TRUE(simulation.advance().ok());
        const auto after = rows.read(fields::velocity);
        for (std::size_t i = 0; i < 40 * 30; ++i) {
            const Vec3d expected = before[i] + setup.project(force[i] * (setup.step() / 0.5));
            EXPECT_EQ(after[i], expected) << dimensions << " dimensions, mass " << i;
        }
        EXPECT_EQ(setup.springs.size(), 4u * (39 * 30 + 40 * 29) + 2 + 60);
    }
}

}  // namespace
}  // namespace talus::network
