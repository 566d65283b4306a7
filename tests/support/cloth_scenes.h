#pragma once
#include <string>

#include "talus/cloth/fields.h"
#include "tests/support/crossings.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

/// Scenes of cloth, and what tests ask of them.
namespace talus::cloth::testing_support {

/// A scene of a second in frames of 1/60 s. @param more tables after the head
inline std::string sceneOf(const std::string& more, const std::string& gravity = "[0, 0, -9.81]") {
    return test::sceneHead("cloth", {.duration = 100, .frame_interval = 0.016666666666666666}, {{"wood"}}) +
           "[world]\ngravity = " + gravity + "\n" + more;
}

inline state::View<const Vec3d> positions(const scene::Simulation& simulation) {
    return simulation.world().table(points_table).read(fields::position);
}

/// All triangles of the cloth, and of other surfaces that are given.
inline test::TriangleSoup soupOf(const scene::Simulation& simulation, const test::TriangleSoup& other = {}) {
    test::TriangleSoup soup = other;
    const auto first = static_cast<std::uint32_t>(soup.points.size());
    for (const Vec3d& p : positions(simulation)) soup.points.push_back(p);
    for (const auto& [a, b, c] : simulation.world().table(triangles_table).read(fields::corners))
        soup.triangles.push_back({a + first, b + first, c + first});
    return soup;
}

/// Runs to a time, and counts crossings after each frame; returns their sum.
inline std::size_t crossingsUntil(scene::Simulation& simulation, double time,
                                  const test::TriangleSoup& other = {}) {
    std::size_t count = test::countCrossings(soupOf(simulation, other));
    for (int frame = 1; frame / 60.0 <= time * (1 + 1e-9); ++frame) {
        test::runTo(simulation, frame / 60.0);
        count += test::countCrossings(soupOf(simulation, other));
    }
    return count;
}

}  // namespace talus::cloth::testing_support
