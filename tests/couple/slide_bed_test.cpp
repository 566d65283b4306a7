// Banks as a stage by itself: a sill with upright sides, on which something settled or was taken off.
#include "talus/couple/erosion/bed/slide_bed.h"

#include <gmock/gmock.h>

#include <optional>

#include "talus/step/pipeline.h"
#include "tests/support/erosion.h"

namespace talus::test {
namespace {

constexpr double cell = 0.05, low = 0.4, high = 0.6, crest = 0.5;

/// Level ground with a sill across it, from x = 0.4 to 0.6, half a metre high.
class Sill {
  public:
    explicit Sill(const std::string& layer)
        : text_(waterHead("dfsph", 0.05, "gravity = [0, 0, -9.81]", 0.1) + levelGround(0, 1, cell) +
                boxOf("drop", {0, 0, 3}, {0.05, 0.05, 3.05}) + "[erosion]\ninterval = 0.1\n" + layer),
          setup_(ero::setupOf(sceneOf(text_))),
          simulation_(simulationOf(text_)) {
        auto shape = std::make_shared<geometry::Heightfield>(geometry::flatHeightfield(setup_.grid(), 0));
        forColumns([&](std::size_t k, double x) { shape->height[k] = onCrest(x) ? crest : 0; });
        setup_.ground = shape;
        step::PhasedStages stages;
        stages.add(step::Phase::End, ero::SlideBed{setup_});
        auto made = step::Pipeline::compose("slides", std::move(stages).inOrder());
        EXPECT_TRUE(made.ok());
        pipeline_.emplace(std::move(*made));
        std::ranges::fill(world().table(ero::tiles_table).write(ero::fields::awake), std::uint8_t{1});
    }
    static bool onCrest(double x) { return x > low - 1e-9 && x < high + 1e-9; }

    template <class Take>
    void forColumns(Take take) const {
        const geometry::ColumnGrid& grid = setup_.grid();
        for (std::uint32_t j = 0; j < grid.rows; ++j)
            for (std::uint32_t i = 0; i < grid.columns; ++i) take(grid.at(i, j), grid.x(i));
    }
    /// Puts so much sediment on all columns, takes so much off the foot of the sill, and lets all slide.
    void slide(double settled, double taken = 0) {
        state::Table& table = world().table(ground::ground_table);
        forColumns([&](std::size_t k, double x) {
            const double cut = !onCrest(x) && onCrest(x + cell) ? taken : 0;
            table.write(ero::fields::deposit)[k] = settled;
            table.write(ero::fields::cut)[k] = cut;
            table.write(ground::fields::height)[k] = setup_.ground->height[k] - cut + settled;
        });
        for (int n = 0; n < 200; ++n) pipeline_->run(world(), simulation_.exec(), 0.1);
    }
    double mostCut() {
        double most = 0;
        for (const double cut : world().table(ground::ground_table).read(ero::fields::cut))
            most = std::max(most, cut);
        return most;
    }
    double onEdge() {  ///< sediment that is still on the sill's two edges [m]
        double most = 0;
        const auto deposit = world().table(ground::ground_table).read(ero::fields::deposit);
        forColumns([&](std::size_t k, double x) {
            if (onCrest(x) && !(onCrest(x - cell) && onCrest(x + cell))) most = std::max(most, deposit[k]);
        });
        return most;
    }

  private:
    state::World& world() { return simulation_.world(); }
    std::string text_;
    ero::Setup setup_;
    scene::Simulation simulation_;
    std::optional<step::Pipeline> pipeline_;
};

const std::string rock = "[[layer]]\nname = \"rock\"\nstrength = 0\n";
const std::string loam = "[[layer]]\nname = \"loam\"\nstrength = 1e-4\n";

// A trace of mud slides off the edges of a sill, and takes nothing of the sill along, whatever that is of.
TEST(SlideBed, SettledSedimentSlidesAndTheGroundBelowStands) {
    for (const std::string& layer : {rock, loam, std::string()}) {
        Sill sill(layer);
        sill.slide(1e-5);
        EXPECT_EQ(sill.mostCut(), 0) << layer;
        EXPECT_LT(sill.onEdge(), 1e-12) << layer;
    }
}

// Once something is taken off its foot a bank comes down to its repose; one of rock does where the scene
// gives it a repose, and else stands.
TEST(SlideBed, UndercutBanksSlideAndRockStands) {
    const double taken = 0.01;
    Sill soft(loam), hard(rock), steep(rock + "repose = 0.6\n");
    for (Sill* sill : {&soft, &hard, &steep}) sill->slide(0, taken);
    EXPECT_GT(soft.mostCut(), 0.1);
    EXPECT_GT(steep.mostCut(), 0.1);
    EXPECT_EQ(hard.mostCut(), taken);
}

}  // namespace
}  // namespace talus::test
