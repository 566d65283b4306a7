#pragma once
// Clouds of grains that both Talus and LAMMPS compute, and how far their results are apart.
#include "talus/core/rng.h"
#include "tests/support/lammps.h"

namespace talus::test {

enum class Radii { Equal, Three, Any };

/// n^3 grains on a lattice, moved off it at random, with random velocities and spins.
inline void addCloud(scene::Scene& scene, Radii radii, int n, double spacing, double jitter, double speed) {
    const Random random{scene.seed, 7};
    std::uint64_t draw = 0;
    const auto symmetric = [&] { return 2 * random.uniform(draw++) - 1; };
    const auto vector = [&](double size) {
        return Vec3d{size * symmetric(), size * symmetric(), size * symmetric()};
    };
    for (int k = 0; k < n * n * n; ++k) {
        const double size = radii == Radii::Equal ? 0 : radii == Radii::Three ? k % 3 - 1.0 : symmetric();
        const int x = k % n, y = k / n % n, z = k / (n * n);
        grains::Grain grain;
        grain.material = "sand";
        grain.radius = 1e-3 * (1 + 0.15 * size);
        grain.position = Vec3d{x + 0.5, y + 0.5, z + 0.5} * spacing + vector(jitter);
        grain.velocity = vector(speed);
        grain.spin = grains::in(scene).params.spin ? vector(speed / 1e-3) : Vec3d{};
        grains::in(scene).placed.push_back(grain);
    }
}

inline double largest(const std::vector<GrainState>& states, Vec3d GrainState::*member) {
    double found = 0;
    for (const GrainState& s : states) found = std::max(found, length(s.*member));
    return found;
}

/// Largest difference of a vector over all grains, in terms of the largest such vector.
inline double difference(const std::vector<GrainState>& a, const std::vector<GrainState>& b,
                         Vec3d GrainState::*member) {
    double found = 0;
    for (std::size_t i = 0; i < a.size(); ++i) found = std::max(found, length(a[i].*member - b[i].*member));
    return found / largest(b, member);
}

/// `--gtest_output=xml` shows how close they are.
inline void expectClose(const std::vector<GrainState>& a, const std::vector<GrainState>& b,
                        Vec3d GrainState::*member, double tolerance) {
    const double found = difference(a, b, member);
    ::testing::Test::RecordProperty(member == &GrainState::position   ? "position"
                                    : member == &GrainState::velocity ? "velocity"
                                    : member == &GrainState::spin     ? "spin"
                                                                      : "force",
                                    fmt::format("{:.2g}", found));
    EXPECT_LT(found, tolerance);
}

}  // namespace talus::test
