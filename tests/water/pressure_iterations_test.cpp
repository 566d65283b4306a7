// The turns of a solve for pressures (talus/water/solver/pressure_iterations.h), on equations whose answers
// are known.
#include "talus/water/solver/pressure_iterations.h"

#include <gtest/gtest.h>

#include <vector>

namespace talus::water {
namespace {

/// -L of a column of layers, one over the other: twice a layer's pressure less those of its neighbours, none
/// above the highest and the same below the lowest. With a source of 1 in the lowest layer alone the
/// pressures that solve it fall off evenly towards the surface, n, n - 1, ... 1: the fall of gravity through
/// n layers.
class ColumnOfLayers {
  public:
    explicit ColumnOfLayers(std::size_t layers)
        : source(layers, 0), rate(layers), response(layers), place(layers), best(layers) {
        source[0] = 1;
        for (std::size_t i = 0; i < layers; ++i) response[i] = i == 0 ? 1.0f : 0.5f;
    }

    /// From the pressures in `place`. @param share of a turn of Jacobi's method that is tried
    Solved solve(double error, float share = 0.5f) {
        const auto look = [&](bool first) {
            findRates();
            const IterationTerms sums{first,          view(source), view(rate),
                                      view(response), view(best),   view(place)};
            IterationSums sum;
            for (std::size_t i = 0; i < place.size(); ++i) sum = sum + sums(i);
            return sum;
        };
        const auto next = [&](bool first, const StepCoefficients& fit) {
            const NextTrial turn{first,          fit,        share,      view(source), view(rate),
                                 view(response), view(best), view(place)};
            for (std::size_t i = 0; i < place.size(); ++i) turn(i);
        };
        return iteratePressures({.error = error, .min_iterations = 1, .max_iterations = 1000}, 1.0, look,
                                next);
    }

    std::vector<float> source, rate, response;
    std::vector<Quad<float>> place, best;

  private:
    template <class T>
    static exec::View<T> view(std::vector<T>& values) {
        return {values.data(), values.size()};
    }
    void findRates() {
        for (std::size_t i = 0; i < place.size(); ++i) {
            const float below = i > 0 ? place[i - 1].w : place[i].w,
                        above = i + 1 < place.size() ? place[i + 1].w : 0;
            rate[i] = below + above - 2 * place[i].w;
        }
    }
};

/// Conjugate gradients end after as many turns as there are unknowns (Hestenes and Stiefel 1952); round-off
/// of single numbers costs a few more. A turn of Jacobi's method brings news one layer on and leaves of the
/// slowest pattern 1 - share pi^2 / (4 n^2) at best: for these 50 layers and this error some 8000 turns.
TEST(PressureIterations, IterationsOfAColumnDoNotExceedItsLayers) {
    const std::size_t layers = 50;
    ColumnOfLayers column(layers);
    const Solved solved = column.solve(1e-4);
    EXPECT_LE(solved.iterations, 55);
    EXPECT_LT(solved.error, 1e-4);
    // What is left of the residual, 1e-4 in all, moves a layer by as much as it is deep at most.
    for (std::size_t i = 0; i < layers; ++i)
        EXPECT_NEAR(column.place[i].w, static_cast<double>(layers - i), 1e-4 * static_cast<double>(layers));
}

/// A first guess of the right shape is brought to its size before anything else, so that one turn is all.
TEST(PressureIterations, FirstGuessIsScaledInOneIteration) {
    for (const float size : {0.1f, 0.9f, 3.0f}) {
        ColumnOfLayers column(50);
        for (std::size_t i = 0; i < 50; ++i) column.place[i].w = size * static_cast<float>(50 - i);
        EXPECT_EQ(column.solve(1e-4).iterations, 1) << size;
        EXPECT_NEAR(column.place[0].w, 50, 1e-3);
    }
}

/// Where the source is below zero water may come apart: pressure ends there, and none is negative. Layers
/// from `held` on have a source of -1; what holds there is p = 0 and a residual that asks for no pressure.
TEST(PressureIterations, NoPressureWhereWaterSeparates) {
    const std::size_t layers = 40, held = 10;
    ColumnOfLayers column(layers);
    for (std::size_t i = held; i < layers; ++i) column.source[i] = -1;
    const Solved solved = column.solve(1e-5);
    EXPECT_LT(solved.error, 1e-5);
    for (std::size_t i = held + 1; i < layers; ++i) {
        EXPECT_EQ(column.place[i].w, 0) << i;
        EXPECT_LE(column.source[i] + column.rate[i], 0) << i;
    }
    for (std::size_t i = 0; i < held; ++i) EXPECT_GT(column.place[i].w, 0) << i;
}

/// A guess that pushes where nothing is to be pushed goes away whole.
TEST(PressureIterations, UnneededFirstGuessVanishes) {
    ColumnOfLayers column(20);
    for (std::size_t i = 0; i < 20; ++i) {
        column.source[i] = -1;
        column.place[i].w = 5;
    }
    column.solve(1e-6);
    for (const Quad<float>& layer : column.place) EXPECT_EQ(layer.w, 0);
}

/// A share of each turn that would swing ever wider by itself (1.8 times what turns overdo here, 2, is above
/// 2) costs some turns and does no harm: the best of it is taken.
TEST(PressureIterations, TooLargeARelaxationStillConverges) {
    ColumnOfLayers column(50);
    EXPECT_LE(column.solve(1e-4, 1.8f).iterations, 100);
}

}  // namespace
}  // namespace talus::water
