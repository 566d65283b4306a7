#include "talus/core/nearest.h"

namespace talus {
namespace {

TEST(EditDistance, CountsEdits) {
    EXPECT_EQ(editDistance("stiffness", "stiffness"), 0);
    EXPECT_EQ(editDistance("stifness", "stiffness"), 1);
    EXPECT_EQ(editDistance("frictoin", "friction"), 1);  // one transposition
    EXPECT_EQ(editDistance("", "abc"), 3);
    EXPECT_EQ(editDistance("kitten", "sitting"), 3);  // the textbook pair
    EXPECT_EQ(editDistance(std::string(1000, 'a'), "a"), 64);
}

TEST(Nearest, TakesTheClosestOrNothing) {
    const std::vector<std::string> keys{"friction", "restitution", "radius", "rate"};
    EXPECT_EQ(nearest("frictoin", keys), "friction");
    EXPECT_EQ(nearest("FRICTION", keys), "friction");
    EXPECT_EQ(nearest("raduis", keys), "radius");
    EXPECT_EQ(nearest("viscosity", keys), std::nullopt);
    EXPECT_EQ(nearest("x", {}), std::nullopt);
}

}  // namespace
}  // namespace talus
