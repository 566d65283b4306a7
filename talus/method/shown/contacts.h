#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/state/mesh.h"

namespace talus::method {

/// What a grain touches.
enum class Touched : std::uint8_t { Grain, Wall, Ground };

/// A grain that acts on something now.
struct Contact {
    Vec3d from;             ///< centre of the grain [m]
    Vec3d to;               ///< centre of the other grain, of a periodic pair that of its copy; else where
                            ///< the grain touches the wall or the ground [m]
    Vec3d force;            ///< on the grain [N]
    double overlap = 0;     ///< [m]; < 0: a gap across which the two attract each other
    std::uint32_t row = 0;  ///< of the grain, in the set `grains`
    Touched touched = Touched::Grain;
    std::uint32_t other = 0;  ///< row of the other grain; number of the wall in the scene; nearest column of
                              ///< the ground
};

/// The set `contacts` of a frame (extra_sets.h): lines with fields for all of that.
state::Mesh contactLines(std::span<const Contact> contacts, double time);

/// The contacts of such a set. Error (Input) where it lacks a field, as sets of older runs do, or where
/// numbers of rows are none.
Result<std::vector<Contact>> contactsIn(const state::MeshView& lines);

}  // namespace talus::method
