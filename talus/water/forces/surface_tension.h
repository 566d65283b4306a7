#pragma once
#include "talus/step/stage.h"
#include "talus/water/forces/mirror.h"
#include "talus/water/forces/tension.h"
#include "talus/water/forces/tension_at_walls.h"
#include "talus/water/search/neighbours.h"

namespace talus::water {

/// Surface tension by the curvature of the surface (tension.h), in four passes over the pairs. Walls are
/// mirrors (mirror.h), in which the surface goes on: so it meets them at a right angle. Without walls the
/// forces of all particles have to add up to 0; what they do not, since they are no forces between pairs, is
/// taken off them.
struct SurfaceTension {
    static constexpr const char* name = "surface tension";
    Smoothing smoothing;
    SurfaceLaw law;
    bool walls = false;  ///< there are any

    step::Access access() const;
    void run(step::Step& step) const;
};

// Sums for rows from `begin` to `end`, as tension.h says.
void findNormals(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls, std::size_t begin,
                 std::size_t end, Quad<float>* normal);
void findDirections(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                    const Quad<float>* normal, std::size_t begin, std::size_t end, Quad<float>* direction);
/// @param normal turns into curvature
void findCurvatures(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                    const Quad<float>* direction, std::size_t begin, std::size_t end, Quad<float>* normal);
/// @param direction turns into acceleration
void findTensions(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                  const Quad<float>* curvature, std::size_t begin, std::size_t end, Quad<float>* direction);

}  // namespace talus::water
