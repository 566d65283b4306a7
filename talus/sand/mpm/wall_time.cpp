#include "talus/sand/mpm/wall_time.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::sand::mpm {
namespace {

/// Of a particle near a plate, tube, cone or disc: 2e-7 in scenes/hourglass-continuum.toml, more where there
/// is little sand.
constexpr double of_particle_at_thin_wall = 3e-7;
/// Of a particle and a triangle that may hide one of its nodes: measured with bench/sand/bunny.toml.
constexpr double of_particle_and_triangle = 5e-7;
/// Of a square of one cell on the surface of a solid mesh, and of a triangle there: measured with balls of
/// 528 and 5,040 triangles in the bed of bench/sand/bunny.toml, and with a box.
constexpr double of_square = 1.5e-5, of_triangle = 4e-6;

/// Particles whose nodes a thin wall may hide are this near to it, in cells.
const double to_node = 1.5 * std::sqrt(3.0);

/// The area of a thin face in squares of one cell.
double squaresOf(const environment::WallFace& face, double cell) {
    using Kind = environment::WallFace::Kind;
    const double area = face.kind == Kind::Plate      ? length(cross(face.b, face.c))
                        : face.kind == Kind::Triangle ? 0.5 * length(cross(face.b - face.a, face.c - face.a))
                                                      : std::numbers::pi * (face.c.y + face.c.z) *
                                                            std::hypot(face.c.x, face.c.z - face.c.y);
    return area / (cell * cell);
}

/// Of a triangle with sand all along it.
double secondsAt(bool closed, bool backed, double squares, double particles_of_cell) {
    // Sand usually covers half of a closed mesh, and is on one side of its triangles.
    if (backed) return 0.5 * (squares * of_square + of_triangle);
    // A triangle may hide nodes of the particles within 1.5 cells of it along each axis. 0.7: between a body
    // half in a bed, for which it is too much, and a beaker full of sand, for which it is too little.
    return (closed ? 0.7 : 1) * (3 * squares + 27) * particles_of_cell * of_particle_and_triangle;
}

}  // namespace

double secondsAtWalls(const Setup& setup, double particles) {
    const environment::Walls& walls = *setup.boundaries.walls;
    const SolidMeshes& meshes = setup.boundaries.solid_meshes;
    const double cell = setup.sand.cell, of_cell = cell * cell * cell / setup.volume;
    double near_others = 0;                  // particles near plates, tubes, cones and discs
    double at_meshes = 0, along_meshes = 0;  // time, and particles in a layer of one cell
    for (std::size_t f = 0; f < walls.faces().size(); ++f) {
        const environment::WallFace& face = walls.faces()[f];
        if (!face.thin()) continue;
        const double squares = squaresOf(face, cell);
        if (face.kind != environment::WallFace::Kind::Triangle) {
            near_others += 2 * squares * to_node * of_cell;
            continue;
        }
        along_meshes += squares * of_cell;
        at_meshes += secondsAt(meshes.isClosed(face.wall), meshes.isBacked(f), squares, of_cell);
    }
    // There may be less sand than along all of them.
    if (along_meshes > particles) at_meshes *= particles / along_meshes;
    return at_meshes + std::min(particles, near_others) * of_particle_at_thin_wall;
}

}  // namespace talus::sand::mpm
