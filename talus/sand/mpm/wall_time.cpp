#include "talus/sand/mpm/wall_time.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::sand::mpm {
namespace {

/// Of a particle near a tube, cone or disc: measured with scenes/hourglass-continuum.toml.
constexpr double of_particle_at_curved_wall = 2e-7;
/// Of a particle and a triangle that may hide one of its nodes: measured with bench/sand/bunny.toml.
constexpr double of_particle_and_triangle = 5e-7;
/// Of a square of one cell on the surface of a solid mesh, and of a triangle there: measured with balls of
/// 528 and 5,040 triangles in the bed of bench/sand/bunny.toml, and with a box.
constexpr double of_square = 1.5e-5, of_triangle = 4e-6;

/// Particles whose nodes a thin wall may hide are this near to it, in cells.
const double to_node = 1.5 * std::sqrt(3.0);

struct Sum {
    double particles = 0;  ///< near the faces, if sand lay along all of them
    double seconds = 0;
};

void addCurved(const environment::WallFace& face, double particles_of_cell, double cell, Sum& sum) {
    const double size = face.c.x, radius = face.c.y, end_radius = face.c.z;
    const double area = std::numbers::pi * (radius + end_radius) * std::hypot(size, end_radius - radius);
    const double near = 2 * area / (cell * cell) * to_node * particles_of_cell;
    sum.particles += near;
    sum.seconds += near * of_particle_at_curved_wall;
}

void addTriangle(const environment::WallFace& face, bool closed, bool backed, double particles_of_cell,
                 double cell, Sum& sum) {
    const double squares = 0.5 * length(cross(face.b - face.a, face.c - face.a)) / (cell * cell);
    // Sand is on one side of a closed mesh, which it usually covers by half.
    const double covered = closed ? 0.5 : 1, sides = closed ? 1 : 2;
    sum.particles += covered * sides * squares * to_node * particles_of_cell;
    // A triangle may hide nodes of the particles within 1.5 cells of it along each axis.
    const double pairs = 0.5 * sides * (3 * squares + 27) * particles_of_cell;
    sum.seconds += covered * (backed ? squares * of_square + of_triangle : pairs * of_particle_and_triangle);
}

}  // namespace

double secondsAtWalls(const Setup& setup, double particles) {
    const environment::Walls& walls = *setup.boundaries.walls;
    const double cell = setup.sand.cell, of_cell = cell * cell * cell / setup.volume;
    const SolidMeshes& meshes = setup.boundaries.solid_meshes;
    using Kind = environment::WallFace::Kind;
    Sum sum;
    for (std::size_t f = 0; f < walls.faces().size(); ++f) {
        const environment::WallFace& face = walls.faces()[f];
        if (face.kind == Kind::Swept && !walls.moves(face.wall))
            addCurved(face, of_cell, cell, sum);
        else if (face.kind == Kind::Triangle)
            addTriangle(face, meshes.isClosed(face.wall), meshes.isBacked(f), of_cell, cell, sum);
    }
    // There may be less sand than along all of them.
    return sum.particles > particles ? sum.seconds * (particles / sum.particles) : sum.seconds;
}

}  // namespace talus::sand::mpm
