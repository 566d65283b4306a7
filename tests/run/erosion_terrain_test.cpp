// Still water over real terrain: no solid moves.
#include "talus/run/land/raster_ground.h"
#include "tests/support/erosion.h"
#include "tests/support/paths.h"

namespace talus::test {
namespace {

/// The hollow in the bed of the Kootenai's side channel, filled to 8 cm below its sill at 538.23 m, with
/// gravel of 5 mm on its bed, which moves from 4.26 Pa on.
const std::string lake =
    waterHead("dfsph", 0.2, "gravity = [0, 0, -9.81]", 0.2) +
    "[ground]\nshape = \"raster\"\nmaterial = \"glass\"\nfile = \"kootenai-side-channel.asc\"\n" +
    boxOf("lake", {7, 6, 537}, {30, 23, 538.15}) +
    "[erosion]\ngrain_diameter = \"5 mm\"\nrepose = \"60 deg\"\n";

// The lattice that a lake begins as is not at rest: the water falls together, at up to 0.8 m/s, and sloshes.
// After 8 s of that, nothing leaves the bed.
TEST(ErosionOnTerrain, StillWaterMovesNothing) {
    scene::ReadResult read = scene::readScene(lake, test::sourceFile("scenes/data/lake.toml"), {},
                                              scene::Machine{}, run::readRasterGround);
    ASSERT_TRUE(read.scene) << read.diagnostics.format("lake.toml", lake);
    const std::shared_ptr<const geometry::Heightfield> start = ero::setupOf(*read.scene).ground;
    auto built = scene::Simulation::build(std::move(*read.scene), exec::Exec::cpu(2));
    ASSERT_TRUE(built.ok());
    scene::Simulation simulation = std::move(built).value();
    EXPECT_GT(placesOf(simulation).size(), 1500u);
    const auto eroded = [&] {
        return std::as_const(simulation.world()).table(ero::ledger_table).read(ero::fields::eroded)[0];
    };
    runTo(simulation, 8);
    const auto height = groundOf(simulation).read(talus::ground::fields::height);
    const double before = eroded();
    tell("while_it_comes_to_rest", before);
    float stress = 0;
    for (int k = 1; k <= 50; ++k) {
        runTo(simulation, 8 + 0.2 * k);
        for (const float shear : groundOf(simulation).read(ero::fields::shear))
            stress = std::max(stress, shear);
    }
    tell("largest_stress", double{stress});
    EXPECT_GT(stress, 0) << "the bed feels nothing";
    tell("eroded_at_rest", eroded() - before);
    EXPECT_EQ(eroded(), before);
    for (const Vec3d& place : placesOf(simulation)) {
        const auto surface = geometry::surfaceAt(start->grid, height, place.x, place.y);
        ASSERT_TRUE(!surface || place.z >= surface->height);
    }
}

// Water that shapes its ground does not gain energy by it: it comes to rest as water does over ground that
// stays.
TEST(ErosionOnTerrain, WaterComesToRestOverAMovingBed) {
    const auto speed = [](const std::string& more) {
        const std::string text = lake.substr(0, lake.find("[erosion]")) + more;
        scene::ReadResult read = scene::readScene(text, test::sourceFile("scenes/data/lake.toml"), {},
                                                  scene::Machine{}, run::readRasterGround);
        if (!read.scene) throw std::runtime_error(read.diagnostics.format("lake.toml", text));
        auto built = scene::Simulation::build(std::move(*read.scene), exec::Exec::cpu(2));
        if (!built) throw std::runtime_error(built.error().message);
        scene::Simulation simulation = std::move(built).value();
        runTo(simulation, 5);
        return std::sqrt(meanSquareSpeed(simulation));
    };
    const double shaped = speed("[erosion]\ngrain_diameter = \"0.2 mm\"\n"), still = speed("");
    tell("shaped", shaped);
    tell("still", still);
    EXPECT_LT(shaped, 1.1 * still);
}

}  // namespace
}  // namespace talus::test
