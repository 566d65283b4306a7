#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"

namespace talus::couple::erosion {

/// Sediment sinks and spreads from particle to particle.
///
/// Sinking is a donor-acceptor scheme (Kristof, Benes, Krivanek, Stava 2009, 4.2): of two particles the upper
/// one gives,
///     dC_i/dt = -2 sum_j V g_ij (v . x_ij) {C_j f(C_i) where i is the lower one, else C_i f(C_j)},
/// with g = W'/r and f of the one that takes. The factor 2 is not in the paper's equation 1.64 as the thesis
/// prints it; without it sediment sinks at half its velocity (docs/theory/erosion.md). Spreading is
///     dC_i/dt = sum_j V 2 D g_ij (C_i - C_j).
/// What one of a pair gives the other gets to the last bit.
struct CarrySediment {
    static constexpr const char* name = "carry sediment";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// What is exchanged between neighbours in a step, for rows from `begin` to `end`: changes of C into
/// `change`.
/// @param load of each particle C and f(C), and of the row behind the last: zeros
/// @param fall v dt [m] @param spread 2 D dt [m^2]
void sumCarried(const water::Neighbours& all, const Quad<float>* load, const Vec3f& fall, float spread,
                std::size_t begin, std::size_t end, double* change);

}  // namespace talus::couple::erosion
