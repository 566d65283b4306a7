#pragma once
#include "talus/step/stage.h"
#include "talus/water/forces/mirror.h"
#include "talus/water/forces/tension.h"
#include "talus/water/forces/tension_at_walls.h"
#include "talus/water/search/neighbours.h"

namespace talus::water {

/// Surface tension by the curvature of the surface (tension.h), in four passes over the pairs. Walls are
/// mirrors (mirror.h) in which the surface continues, so the contact angle is a right angle. The forces are
/// not forces between pairs. Without walls their sum has to be 0: the remainder is subtracted from them.
struct SurfaceTension {
    static constexpr const char* name = "surface tension";
    Smoothing smoothing;
    SurfaceLaw law;
    bool walls = false;  ///< the scene has walls or ground

    step::Access access() const;
    void run(step::Step& step) const;
};

// The passes of tension.h, for rows from `begin` to `end`.
void findNormals(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls, std::size_t begin,
                 std::size_t end, Quad<float>* normal);
void findDirections(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                    const Quad<float>* normal, std::size_t begin, std::size_t end, Quad<float>* direction);
/// @param normal input; on return the curvature
void findCurvatures(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                    const Quad<float>* direction, std::size_t begin, std::size_t end, Quad<float>* normal);
/// @param direction input; on return the acceleration
void findTensions(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                  const Quad<float>* curvature, std::size_t begin, std::size_t end, Quad<float>* direction);

}  // namespace talus::water
