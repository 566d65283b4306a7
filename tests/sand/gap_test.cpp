// The gap between sand and a wall, and the part of a node inside solids (mpm/walls).
#include "talus/sand/mpm/walls/gap.h"

#include <gtest/gtest.h>

#include <cmath>

#include "talus/sand/mpm/walls/solid_share.h"

namespace talus::sand::mpm {
namespace {

double weightAt(double d) {
    const double b = std::abs(d);
    return b < 0.5 ? 0.75 - d * d : b < 1.5 ? 0.5 * (1.5 - b) * (1.5 - b) : 0;
}

/// How far a node at z (in cells) lets the sand approach a floor at 0 within a step, in cells. The lowest
/// layer of particles is at `lowest`, the others half a cell apart; `loaded`: share of the particles.
double allowed(double z, double lowest, double loaded, int layers = 20) {
    Node moment{};
    float weight = 0;
    for (int n = 0; n < layers; ++n) {
        const double x = lowest + 0.5 * n;
        const auto w = static_cast<float>(weightAt(x - z));
        moment.z += w * static_cast<float>(z - x);
        moment.w += w * static_cast<float>(loaded);
        weight += w;
    }
    if (weight == 0) return -1;
    const double cell = 0.02, dt = 1e-3;
    Touch touch;
    touch.normal = {0, 0, 1};
    allowGap(touch, SandOfNode(moment, weight), z * cell, cell, dt);
    EXPECT_EQ(touch.velocity.x, 0);
    EXPECT_EQ(touch.velocity.y, 0);
    return -touch.velocity.z * dt / cell;
}

// Sand at rest on a floor has its lowest layer a quarter of a cell above it, wherever the floor is between
// the nodes, and however thin it is where one layer reaches the node. 1e-6: single precision.
TEST(Gap, SandAtRestHasNone) {
    for (double z = -1.2; z <= 0.4; z += 0.1) {
        EXPECT_NEAR(allowed(z, 0.25, 0), 0, 1e-6) << z;
        EXPECT_NEAR(allowed(z, 0.2, 0), 0, 1e-6) << z << ": it is nearer than at rest";
    }
    EXPECT_NEAR(allowed(-0.9, 0.25, 0, 1), 0, 1e-6) << "one layer";
}

// A node that only the lowest layer reaches has a gap of exactly the height by which that layer is higher
// than at rest.
TEST(Gap, SandAboveTheFloorHasThatOfItsLowestLayer) {
    for (const double higher : {0.05, 0.1, 0.2}) {
        EXPECT_NEAR(allowed(-1, 0.25 + higher, 0), higher, 1e-6);
        EXPECT_NEAR(allowed(-1, 0.25 + higher, 1), std::max(0.0, higher - gap_of_loaded), 1e-6);
        EXPECT_NEAR(allowed(-1, 0.25 + higher, 0.5 * loaded_share),
                    std::max(0.0, higher - 0.5 * gap_of_loaded), 1e-6);
        EXPECT_GT(allowed(0, 0.25 + higher, 0), 0.5 * higher) << "a node on the floor";
    }
}

// The integral of the spline, by the trapezoidal rule with steps of 1e-4; its error is far below 1e-6.
TEST(SolidShare, IsTheIntegralOfTheWeight) {
    for (const double d : {-1.6, -1.2, -0.5, -0.3, 0.0, 0.2, 0.5, 0.9, 1.4, 1.7}) {
        double behind = 0;
        for (double x = d + 0.5e-4; x < 2; x += 1e-4) behind += weightAt(x) * 1e-4;
        SolidShare solid;
        solid.add({0, 0, 1}, d);
        EXPECT_NEAR(solid.value(), d > -1.5 ? behind : 1, 1e-6) << d;
    }
}

TEST(SolidShare, WallsOfACornerMultiplyAndFacesOfOneSurfaceDoNot) {
    SolidShare edge;
    edge.add({0, 0, 1}, 0);
    edge.add({1, 0, 0}, 0);
    EXPECT_DOUBLE_EQ(edge.value(), 0.75) << "three of four quadrants";
    edge.add({0, 1, 0}, 0);
    EXPECT_DOUBLE_EQ(edge.value(), 0.875);
    SolidShare flat;
    flat.add({0, 0, 1}, 0);
    flat.add({0, 0.1, std::sqrt(0.99)}, 0.2);
    EXPECT_DOUBLE_EQ(flat.value(), 0.5) << "the nearer of two triangles";
    EXPECT_DOUBLE_EQ(SolidShare{}.value(), 0);
}

}  // namespace
}  // namespace talus::sand::mpm
