#pragma once
#include <span>
#include <vector>

#include "talus/picture/picture.h"

namespace talus::picture {

/// A straight tube with open ends: a wire, an edge, a force between two grains.
struct Tube {
    Vec3d from, to;     ///< m
    double radius = 0;  ///< m, > 0
    Colour colour;
};

/// The tubes as one mesh. Tubes without length are left out. @param around corners of a cross-section, >= 3
Mesh tubesMesh(std::span<const Tube> tubes, std::uint32_t around = 6);

/// The twelve edges of a box.
std::vector<Tube> edgesOf(const geometry::Box& box, double radius, Colour colour);

/// The edges of a surface: where it ends, and where it bends by more than 30 degrees.
std::vector<Tube> edgesOf(const Mesh& mesh, double radius, Colour colour);

}  // namespace talus::picture
