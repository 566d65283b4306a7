#pragma once
#include "talus/picture/sprites.h"
#include "talus/state/volume.h"

namespace talus::picture {

/// A volume as soft puffs, one for each of its cells in which there is something. Together they take away as
/// much light as the volume does: along a way of length L through a density of 1 the share exp(-extinction L)
/// is left, on average over the puffs.
struct Puffs {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
    std::vector<float> opacity;
    std::vector<std::uint32_t> id;
    std::vector<std::size_t> cell;  ///< the first value of the volume that each stands for, for its colour

    /// To be drawn as long as this lives. @param colour one a puff, or one for all
    Sprites sprites(std::vector<Colour> colour) const {
        Sprites sprites{.centre = centre, .radius = radius, .colour = std::move(colour), .opacity = opacity};
        sprites.id = id;
        return sprites;
    }
};

/// @param density a field of one number, >= 0; below zero counts as zero
/// @param extinction [1/m] where the density is 1
/// @param most puffs; of a larger volume blocks of cells are taken together, the smallest that do
/// Error (Input) where the volume has no such field.
Result<Puffs> puffsOf(const state::VolumeView& volume, std::string_view density, double extinction,
                      std::size_t most = 400'000);

}  // namespace talus::picture
