#pragma once
#include <span>

#include "talus/environment/contact/obstacles.h"

/// Contact where all walls are planes that stand still and there is no ground: a floor, a closed box.
namespace talus::environment {

/// What stops the particles.
struct Planes {
    const Walls& walls;                    ///< all of whose faces are planes
    const std::vector<Surface>& surfaces;  ///< of each wall
};

/// Obstacles::travel. Same bits (tests/environment/planes_test.cpp), without what other shapes need.
/// @param dt [s]
void travelBetweenPlanes(const Planes& planes, Traveller& t, double dt, std::vector<Load>& loads);

/// What is left of that for a particle that has bounced some times.
/// @param left share of the step that is still to come
void goOnBetweenPlanes(const Planes& planes, Traveller& t, int bounces, double left, double dt,
                       std::vector<Load>& loads);

/// Rows that listTouching() does at a time, at most.
inline constexpr std::size_t most_rows = 1024;

/// Columns of particles, from the first row of a range.
struct MovedRows {
    Vec3d* place;         ///< at the end of the step, if nothing is in the way [m]
    Vec3f* velocity;      ///< [m/s]
    const float* radius;  ///< [m]
    const float* mass;    ///< [kg]
    const Vec3d* way;     ///< from the place before the step [m]; null: it is the velocity times the step
};

/// The rows whose way ends nearer to a plane than they reach, in rising order: no other meets any.
/// @param count of rows, at most most_rows @param found has room for as many @return how many
std::size_t listTouching(const Planes& planes, const MovedRows& particles, std::size_t count,
                       std::uint32_t* found);

/// The same as above for many particles, several at a time. Same bits as one after the other, in the loads
/// too.
/// @param which rows of `particles`, in rising order
void travelBetweenPlanes(const Planes& planes, const MovedRows& particles,
                         std::span<const std::uint32_t> which, double dt, std::vector<Load>& loads);

}  // namespace talus::environment
