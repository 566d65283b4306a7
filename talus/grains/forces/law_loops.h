#pragma once
#include "talus/grains/forces/contact_forces.h"
#include "talus/grains/forces/contact_lanes.h"
#include "talus/grains/forces/wall_planes.h"

namespace talus::grains {

/// The loops over contacts, each for all laws of one list. The law is looked up once per block, wall or
/// batch; the inner loop is compiled for that law. The scalar loops are the reference; the SIMD loops give
/// the same bits.
struct LawLoops {
    template <class Real>
    struct Blocks {
        void (*plain)(const ContactForces&, const ContactViews<Real>&, const Block&, BlockGrains<Real>&,
                      double dt);
        void (*vector)(const ContactForces&, const ContactViews<Real>&, const Block&, const Block& next,
                       BlockGrains<Real>&, double dt);
    };
    Blocks<double> in_double;
    Blocks<float> in_single;
    void (*wall)(const CollideWithWalls&, std::size_t i, std::size_t begin, std::size_t end,
                 exec::View<FaceTouch>);
    std::size_t (*planes)(const CollideWithWalls&, exec::View<const std::uint32_t> grain, const Sleepers&,
                          std::size_t row, std::size_t end);
    void (*lanes)(ContactLanes&, const LawConstants&, double dt);

    template <class Real>
    const Blocks<Real>& blocks() const {
        if constexpr (std::is_same_v<Real, double>)
            return in_double;
        else
            return in_single;
    }
};

// Defined in law_loops_simd.h and the files that it includes. For the built-in laws they are compiled in
// contact_forces.cpp and *_simd.cpp.

/// The loop over the contacts of one block: adds to the sums in `grains` and updates the springs.
/// @param next the block that this thread computes next, for prefetching; may be empty
template <class List, class Real>
void addBlockForces(const ContactForces& stage, const ContactViews<Real>& views, const Block& block,
                    BlockGrains<Real>& grains, double dt);
template <class List, class Real>
void addBlockForcesVector(const ContactForces& stage, const ContactViews<Real>& views, const Block& block,
                          const Block& next, BlockGrains<Real>& grains, double dt);

/// Computes the wall contacts of grain i, rows begin to end.
template <class List>
void collideWithWalls(const CollideWithWalls& collide, std::size_t i, std::size_t begin, std::size_t end,
                      exec::View<FaceTouch> touches) {
    collide.template compute<List>(i, begin, end, touches);
}

/// Computes wall contacts with SIMD, for grains that are near a single face, which is an infinite plane at
/// rest. Floors have many such contacts. Same bits as collideWithWalls (tests/grains/wall_planes_test.cpp).
/// @param grain grain of each row
/// @returns the number of rows that were computed, from `row` on and before `end`; 0 if they are not of that
/// kind
template <class List>
std::size_t collideWithPlanes(const CollideWithWalls& collide, exec::View<const std::uint32_t> grain,
                              const Sleepers& sleepers, std::size_t row, std::size_t end);

template <class List>
void interactLanes(ContactLanes& lanes, const LawConstants& law, double dt);

template <class List>
constexpr LawLoops makeLoops() {
    return {.in_double = {&addBlockForces<List, double>, &addBlockForcesVector<List, double>},
            .in_single = {&addBlockForces<List, float>, &addBlockForcesVector<List, float>},
            .wall = &collideWithWalls<List>,
            .planes = &collideWithPlanes<List>,
            .lanes = &interactLanes<List>};
}

}  // namespace talus::grains
