#pragma once
#include <span>

#include "talus/environment/contact/obstacles.h"

/// Contact in scenes without ground whose walls are all resting planes: a floor, a closed box.
namespace talus::environment {

/// The walls, all of which are resting planes.
struct Planes {
    const Walls& walls;                    ///< all faces are planes
    const std::vector<Surface>& surfaces;  ///< of each wall
};

/// Obstacles::travel() for planes: the same bits (tests/environment/planes_test.cpp), less work.
/// @param dt [s]
void travelBetweenPlanes(const Planes& planes, Traveller& t, double dt, std::vector<Load>& loads);

/// Continues travelBetweenPlanes() for a particle that has already bounced.
/// @param left share of the step that remains
void continueBetweenPlanes(const Planes& planes, Traveller& t, int bounces, double left, double dt,
                           std::vector<Load>& loads);

/// Maximum number of rows in one call of listTouching().
inline constexpr std::size_t max_rows = 1024;

/// Columns of particles, from the first row of a range.
struct MovedRows {
    Vec3d* position;      ///< at the end of the step if nothing is hit [m]
    Vec3f* velocity;      ///< [m/s]
    const float* radius;  ///< [m]
    const float* mass;    ///< [kg]
    const Vec3d* path;    ///< displacement in the step [m]; null: it is the velocity times the step
};

/// Lists the rows whose particle touches a plane at the end of its path, in increasing order. No other row
/// hits a plane. @param count number of rows, at most max_rows @param found capacity of `count` or more
/// @return how many were found
std::size_t listTouching(const Planes& planes, const MovedRows& particles, std::size_t count,
                         std::uint32_t* found);

/// The same for many particles, several at a time. Positions, velocities and loads have the same bits as when
/// the particles are moved one after another.
/// @param which rows of `particles`, in increasing order
void travelBetweenPlanes(const Planes& planes, const MovedRows& particles,
                         std::span<const std::uint32_t> which, double dt, std::vector<Load>& loads);

}  // namespace talus::environment
