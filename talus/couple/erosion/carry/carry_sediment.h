#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"

namespace talus::couple::erosion {

/// Settling and diffusion of sediment from particle to particle.
///
/// Settling is a donor-acceptor scheme (Kristof, Benes, Krivanek, Stava 2009, 4.2). The upper particle of a
/// pair is the donor,
///     dC_i/dt = -2 sum_j V g_ij (v . x_ij) {C_j f(C_i) where i is the lower one, else C_i f(C_j)},
/// with g = W'/r, and f of the acceptor. The factor 2 is not in equation 1.64 of the thesis, which prints the
/// paper's scheme; without it sediment settles at half its velocity (docs/theory/erosion.md). Diffusion is
///     dC_i/dt = sum_j V 2 D g_ij (C_i - C_j).
/// The change of one particle of a pair is exactly the negative of the other's.
struct CarrySediment {
    static constexpr const char* name = "carry sediment";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Computes the changes of C in a step for the rows from `begin` to `end`.
/// @param load C and f(C) of each particle; one more row of zeros at the end
/// @param fall v dt [m] @param spread 2 D dt [m^2] @param change receives the changes of C
void sumCarried(const water::Neighbours& all, const Quad<float>* load, const Vec3f& fall, float spread,
                std::size_t begin, std::size_t end, double* change);

}  // namespace talus::couple::erosion
