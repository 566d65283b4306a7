#pragma once
#include "talus/picture/sprites.h"
#include "talus/state/volume.h"

namespace talus::picture {

/// A volume as soft puffs: one for each cell, or block of cells, whose density is visible. On average the
/// puffs attenuate light as the volume does: after a length L through a density of 1 the share
/// exp(-extinction L) is left.
struct Puffs {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
    std::vector<float> opacity;
    std::vector<std::uint32_t> id;
    /// The index of the first cell that each puff stands for. The caller may look up its colour there.
    std::vector<std::size_t> cell;

    /// The puffs as sprites. They refer to this object, which must outlive them. @param colour one for each
    /// puff, or one for all
    Sprites sprites(std::vector<Colour> colour) const {
        Sprites sprites{.centre = centre, .radius = radius, .colour = std::move(colour), .opacity = opacity};
        sprites.id = id;
        return sprites;
    }
};

/// @param density the name of a field of scalars, >= 0; values below zero count as zero
/// @param extinction [1/m] where the density is 1
/// @param max_puffs if there are more puffs than this, blocks of cells are joined; the blocks are as small as
/// possible
/// Error (Input) if the volume has no such field.
Result<Puffs> puffsOf(const state::VolumeView& volume, std::string_view density, double extinction,
                      std::size_t max_puffs = 400'000);

}  // namespace talus::picture
