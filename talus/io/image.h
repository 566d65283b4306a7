#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "talus/core/result.h"
#include "talus/io/file.h"

namespace talus::io {

/// An 8-bit sRGB picture: rows from top to bottom, three bytes (red, green, blue) a pixel, no padding. A
/// transparent one has alpha as well. Its colours are straight, not multiplied with alpha, as in PNG files.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;  ///< 3 * width * height bytes
    std::vector<std::uint8_t>
        alpha{};  ///< width * height bytes, 0: transparent, 255: solid; empty: all solid

    Image() = default;
    Image(int w, int h) : width(w), height(h), rgb(std::size_t(w) * std::size_t(h) * 3) {}

    std::uint8_t* pixel(int x, int y) {
        return rgb.data() + (std::size_t(y) * std::size_t(width) + std::size_t(x)) * 3;
    }
    const std::uint8_t* pixel(int x, int y) const { return const_cast<Image*>(this)->pixel(x, y); }
    bool operator==(const Image&) const = default;
};

/// The largest side of an image that is read or written [pixels].
inline constexpr int largest_image_side = 32768;

/// Writes a PNG file, complete or not at all (OutputFile). The same image gives the same bytes: there are no
/// dates in the file. Errors: Input for an empty image or one whose `rgb` or `alpha` has the wrong length,
/// Storage.
Status writePng(const ConfinedPath& path, const Image& image);

/// Reads a PNG file and converts it to 8-bit RGB; transparency is dropped. Error (Storage).
Result<Image> readPng(const ConfinedPath& path);

}  // namespace talus::io
