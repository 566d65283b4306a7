// Bed load as a stage by itself, over stresses and flows that are put there: against Meyer-Peter and
// Mueller's law, the spiral of a bend, and the slope at which both leave grains where they are.
#include "talus/couple/erosion/bed/roll_bed.h"

#include <gmock/gmock.h>

#include <numbers>
#include <optional>

#include "talus/environment/sediment/bed_load.h"
#include "talus/environment/sediment/threshold.h"
#include "talus/step/pipeline.h"
#include "tests/support/erosion.h"

namespace talus::test {
namespace {

constexpr double cell = 0.05, diameter = 5e-4;

/// Level ground of sand from (-side/2, -side/2) on, whose columns get a flow by hand.
class Bed {
  public:
    explicit Bed(double side, const std::string& more = "", int threads = 1)
        : text_(waterHead("dfsph", 0.05, "gravity = [0, 0, -9.81]", 0.1) +
                levelGround(-side / 2, side / 2, cell) + boxOf("drop", {0, 0, 3}, {0.05, 0.05, 3.05}) +
                fmt::format("[erosion]\ngrain_diameter = {}\nbed_load = true\nmax_change = 1\n", diameter) +
                more),
          scene_(sceneOf(text_)),
          setup_(ero::setupOf(scene_)),
          simulation_(simulationOf(text_, threads)) {
        step::PhasedStages stages;
        stages.add(step::Phase::End, ero::RollBed{setup_});
        auto made = step::Pipeline::compose("bed load", std::move(stages).inOrder());
        EXPECT_TRUE(made.ok());
        pipeline_.emplace(std::move(*made));
        std::ranges::fill(world().table(ero::tiles_table).write(ero::fields::wet), std::uint8_t{1});
    }

    struct Water {
        Vec3d velocity;
        double shear = 0, depth = 0;  ///< of no depth: dry
    };
    /// @param at(place) the water there
    template <class At>
    void flow(At at) {
        state::Table& table = world().table(ground::ground_table);
        forColumns([&](std::size_t k, const Vec3d& place) {
            const Water water = at(place);
            table.write(ero::fields::wetness)[k] = water.depth > 0 ? 1.0f : 0.0f;
            table.write(ero::fields::shear)[k] = static_cast<float>(water.shear);
            table.write(ero::fields::depth)[k] = static_cast<float>(water.depth);
            table.write(ero::fields::flow)[k] = narrow(water.velocity);
        });
    }
    void roll(double dt, int steps = 1) {
        for (int k = 0; k < steps; ++k) {
            pipeline_->run(world(), simulation_.exec(), dt);
        }
    }
    template <class Take>
    void forColumns(Take take) const {
        const geometry::ColumnGrid& grid = setup_.grid();
        for (std::uint32_t j = 0; j < grid.rows; ++j)
            for (std::uint32_t i = 0; i < grid.columns; ++i)
                take(grid.at(i, j), Vec3d{grid.x(i), grid.y(j), 0});
    }
    double heightAt(std::size_t k) {
        return world().table(ground::ground_table).read(ground::fields::height)[k];
    }
    double volumeAt(std::size_t k) {  ///< that came, of the bed [m^3]
        const auto columns = setup_.grid().columns;
        return heightAt(k) *
               setup_.area(static_cast<std::uint32_t>(k % columns), static_cast<std::uint32_t>(k / columns));
    }
    ero::Balance balance() { return balanceOf(simulation_, scene_); }
    state::World& world() { return simulation_.world(); }
    const ero::Setup& setup() const { return setup_; }

  private:
    std::string text_;
    scene::Scene scene_;
    ero::Setup setup_;
    scene::Simulation simulation_;
    std::optional<step::Pipeline> pipeline_;
};

double weight() { return 1650 * gravity * diameter; }
double critical() { return environment::criticalShear({diameter, 2650}, {1000, 1e-3, gravity}); }
/// Volume of solid that rolls along a width [m^2/s].
double law(double shear) {
    return environment::meyerPeterMueller(shear, {diameter, 2650}, {1000, 1e-3, gravity},
                                          critical() / weight());
}

// An even flow takes along what the law says: off the map at its one edge, from the columns at the other;
// between them nothing changes. To round-off.
TEST(BedLoad, RateFollowsMeyerPeterAndMueller) {
    Bed bed(2);
    const double shear = 5 * critical(), dt = 0.1;
    bed.flow([&](const Vec3d&) { return Bed::Water{{1, 0, 0}, shear, 0.2}; });
    bed.roll(dt);
    const std::uint32_t rows = bed.setup().grid().rows;
    const double expected = law(double{static_cast<float>(shear)}) * 2650 * dt * cell * rows;
    EXPECT_NEAR(bed.balance().left / expected, 1, 1e-12);
    EXPECT_LT(std::abs(bed.balance().lost()), 1e-12 * expected);
    bed.forColumns([&](std::size_t k, const Vec3d& place) {
        if (place.x > -1 + 0.5 * cell)
            EXPECT_NEAR(bed.heightAt(k), 0, 1e-15) << place.x;
        else
            EXPECT_LT(bed.heightAt(k), 0);
    });
}

TEST(BedLoad, NothingRollsUpToTheCriticalStress) {
    Bed bed(2);
    bed.flow([&](const Vec3d&) { return Bed::Water{{1, 0, 0}, (1 - 1e-6) * critical(), 0.2}; });
    bed.roll(0.1);
    EXPECT_EQ(bed.balance().rolled, 0);
    bed.forColumns([&](std::size_t k, const Vec3d&) { EXPECT_EQ(bed.heightAt(k), 0); });
}

// Columns that stand out one beside the other, as on a chessboard, roll into those between them: by -8 p q a
// / (d^2 (1 - porosity)), for each has four sides with a slope of 2 a / d. Within 1% for the steps of time.
// By a slope over two columns they would stand for ever, and grow with the noise of the stress.
TEST(BedLoad, CheckerboardBumpsDecay) {
    Bed bed(2, "slope_correction = false\n[[layer]]\nname = \"sand\"\n");
    const double shear = 5 * critical(), depth = 0.2, height = 1e-4;
    const double pull = environment::pullOfSlope(shear / weight(), diameter, depth);
    const double decay = 8 * pull * law(shear) / (cell * cell * (1 - 0.4));
    bed.flow([&](const Vec3d&) { return Bed::Water{{1, 0, 0}, shear, depth}; });
    const std::uint32_t columns = bed.setup().grid().columns;
    const auto side = [&](std::size_t k) { return (k % columns + k / columns) % 2 == 0 ? 1.0 : -1.0; };
    {
        state::Table& ground = bed.world().table(ground::ground_table);
        const auto deposit = ground.write(ero::fields::deposit), cut = ground.write(ero::fields::cut);
        const auto top = ground.write(ground::fields::height);
        bed.forColumns([&](std::size_t k, const Vec3d&) {
            (side(k) > 0 ? deposit : cut)[k] = height;
            top[k] = side(k) * height;
        });
    }
    bed.roll(1e-3 / decay, 1000);
    double sum = 0, count = 0;
    bed.forColumns([&](std::size_t k, const Vec3d& place) {
        if (place.x < 0 || place.x > 0.5 || std::abs(place.y) > 0.5) return;  // away from the edges
        sum += side(k) * bed.heightAt(k);
        count += 1;
    });
    tell("left", sum / count / height * std::exp(1));
    EXPECT_NEAR(sum / count / height * std::exp(1), 1, 0.01);
}

// Firm ground, which has a strength, stays; a film of sand on it goes, and no more than that. Grains do not
// roll to where it is dry.
TEST(BedLoad, MovesLooseLayersOnlyAndOnlyUnderWater) {
    Bed bed(2,
            "[[layer]]\nname = \"sand\"\nthickness = 0.001\n[[layer]]\nname = \"rock\"\nstrength = 0\n"
            "porosity = 0.1\n");
    bed.flow([&](const Vec3d& place) {
        return std::max(std::abs(place.x), std::abs(place.y)) < 0.6
                   ? Bed::Water{{1, 0, 0}, 20 * critical(), 0.2}
                   : Bed::Water{};
    });
    bed.roll(0.1, 2000);
    EXPECT_EQ(bed.balance().left, 0);
    EXPECT_LT(std::abs(bed.balance().lost()), 1e-12 * bed.balance().rolled);
    const auto cut = bed.world().table(ground::ground_table).read(ero::fields::cut);
    bed.forColumns([&](std::size_t k, const Vec3d& place) {
        if (place.x < 0.5) EXPECT_LE(bed.heightAt(k), 0) << place.x;
        if (place.x < 0.5 && place.x > -0.6 && std::abs(place.y) < 0.6) EXPECT_NEAR(cut[k], 0.001, 1e-12);
        if (std::max(std::abs(place.x), std::abs(place.y)) > 0.6) EXPECT_EQ(bed.heightAt(k), 0);
    });
}

// Where the water goes round in circles, grains gather within any circle by the sine of the angle that the
// spiral says. 3%: a circle of radius 0.7 is 14 columns, and its edge is made of their sides.
TEST(BedLoad, SpiralFlowMovesItInwardsInABend) {
    Bed bed(3, "slope_correction = false\n");
    const double shear = 5 * critical(), dt = 1e-3, depth = 0.05, radius = 0.7;
    bed.flow([&](const Vec3d& p) {
        const double r = length(p);
        return Bed::Water{r > 0 ? Vec3d{-p.y / r, p.x / r, 0} : Vec3d{}, shear, depth};
    });
    bed.roll(dt);
    double within = 0;
    bed.forColumns([&](std::size_t k, const Vec3d& p) {
        if (length(p) < radius) within += bed.volumeAt(k);
    });
    const environment::SpiralFlow spiral(bed.setup().wall_law.frictionCoefficient(0.368 * depth));
    const double turn = spiral.turn(depth, 1 / radius);
    const double expected =
        2 * std::numbers::pi * radius * law(shear) * turn / std::sqrt(1 + turn * turn) * dt / (1 - 0.4);
    tell("inwards", within / expected);
    EXPECT_NEAR(within / expected, 1, 0.03);
    // The other way round they roll inwards as well; without the spiral along the circles.
    Bed plain(3, "slope_correction = false\nspiral_flow = false\n");
    plain.flow([&](const Vec3d& p) {
        const double r = length(p);
        return Bed::Water{r > 0 ? Vec3d{p.y / r, -p.x / r, 0} : Vec3d{}, shear, depth};
    });
    plain.roll(dt);
    double without = 0;
    plain.forColumns([&](std::size_t k, const Vec3d& p) {
        if (length(p) < radius) without += plain.volumeAt(k);
    });
    EXPECT_LT(std::abs(without), 0.03 * expected);
}

// In a ring the bed comes to the slope across at which what the spiral takes inwards rolls back down: sin
// delta = pull dz/dr (Struiksma, Olesen, Flokstra, de Vriend 1985, for an endless bend).
TEST(BedLoad, ReachesTheCrossSlopeOfAnEndlessBend) {
    Bed bed(4, "slope_correction = false\n[[layer]]\nname = \"sand\"\n");
    const double shear = 8 * critical(), depth = 0.05;
    bed.flow([&](const Vec3d& p) {
        const double r = length(p);
        if (r < 0.9 || r > 1.7) return Bed::Water{};
        return Bed::Water{{-p.y / r, p.x / r, 0}, shear, depth};
    });
    bed.roll(2.0, 4000);
    const environment::SpiralFlow spiral(bed.setup().wall_law.frictionCoefficient(0.368 * depth));
    const double pull = environment::pullOfSlope(shear / weight(), diameter, depth);
    // Straight lines through the heights of columns in rings of 0.3.
    for (const double radius : {1.15, 1.3, 1.45}) {
        double n = 0, r1 = 0, z1 = 0, rr = 0, rz = 0;
        bed.forColumns([&](std::size_t k, const Vec3d& p) {
            const double r = length(p) - radius, z = bed.heightAt(k);
            if (std::abs(r) > 0.15) return;
            n += 1;
            r1 += r;
            z1 += z;
            rr += r * r;
            rz += r * z;
        });
        const double slope = (n * rz - r1 * z1) / (n * rr - r1 * r1), turn = spiral.turn(depth, 1 / radius);
        const double expected = -turn / std::sqrt(1 + turn * turn) / pull;
        tell(fmt::format("slope_{}", radius), slope / expected);
        EXPECT_NEAR(slope / expected, 1, 0.05) << radius;
    }
}

TEST(BedLoad, UnusableSettingsAreRefused) {
    const auto refused = [](const std::string& world, const std::string& erosion) {
        const std::string text = waterHead("dfsph", 0.05, world, 0.1) + levelGround(0, 1, 0.1) +
                                 boxOf("drop", {0, 0, 3}, {0.05, 0.05, 3.05}) + "[erosion]\n" + erosion;
        const scene::ReadResult read = scene::readScene(text, "scene.toml");
        return read.scene ? "" : read.diagnostics.format("scene.toml", text);
    };
    const std::string falls = "gravity = [0, 0, -9.81]";
    EXPECT_EQ(refused(falls, "bed_load = true\nspiral_flow = false\n"), "");
    EXPECT_THAT(refused(falls, "spiral_flow = false\n"), ::testing::HasSubstr("add bed_load = true"));
    EXPECT_THAT(refused(falls, "bed_load = true\ngrain_density = 1000\n"),
                ::testing::HasSubstr("do not roll on the bed"));
    EXPECT_THAT(refused(repeating(1), "bed_load = true\n"),
                ::testing::HasSubstr("bed load does not work in a periodic domain"));
}

}  // namespace
}  // namespace talus::test
