#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "talus/picture/camera.h"
#include "talus/picture/screen/lighting.h"
#include "talus/picture/screen/volume.h"

namespace talus::picture::engraved {

/// A volume of masses as a cloud that absorbs and scatters light: the optical depth of a phyxel is
/// opacity |a|, or 0 outside of the zone of influence.
struct Cloud {
    VolumeBox box;
    std::span<const float> a, before;  ///< [phyxels]; now, and a step before
    double opacity = 0.6;
    Vec3d to_sun{0, 0, 1};  ///< of any length > 0
};

/// What a camera sees of a cloud: red, green and blue in linear light, multiplied with alpha, and alpha.
using CloudImage = std::vector<std::array<float, 4>>;

/// Marches along the ray of each pixel from the camera, half a phyxel at a time, with linear interpolation
/// (Max 1995, Optical models for direct volume rendering, equation 10). The lighting function gives the light
/// that a place scatters, with the gradient along the axes of the picture. Error (Input) where it has no
/// value at a point that is seen: the first one.
/// @param depth of what is in front of the cloud, along the direction of view, for each pixel [m]; empty:
/// nothing
Result<CloudImage> march(const exec::Exec& exec, const Cloud& cloud, const Lighting& lighting,
                         const ScreenLook& look, const picture::Camera& camera, std::size_t width,
                         std::size_t height, std::span<const float> depth);

/// The share of sunlight that arrives in each phyxel.
std::vector<float> sunlight(const exec::Exec& exec, const Cloud& cloud, const ScreenLook& look);

/// Lays a cloud over a picture of the same size, three sRGB bytes a pixel.
void blendOver(std::span<std::uint8_t> rgb, const CloudImage& cloud);

}  // namespace talus::picture::engraved
