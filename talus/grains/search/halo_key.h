#pragma once
#include <cstddef>
#include <cstdint>

#include "talus/environment/periodic.h"

namespace talus::grains {

/// A grain of a halo, or a periodic copy of it, as one number. Halos are sorted by these numbers: all
/// periodic copies come after all other grains, so that contacts without copies need no displacements.
struct HaloKey {
    static constexpr int bits = 38;

    TALUS_HD static std::uint64_t of(std::size_t grain, std::uint8_t image) {
        return (image == environment::own_image ? 0 : copy) | (std::uint64_t{grain} * images + image);
    }
    TALUS_HD static std::uint32_t grain(std::uint64_t key) {
        return static_cast<std::uint32_t>((key & (copy - 1)) / images);
    }
    TALUS_HD static std::uint8_t image(std::uint64_t key) {
        return static_cast<std::uint8_t>((key & (copy - 1)) % images);
    }

  private:
    static constexpr std::uint64_t images = 27, copy = std::uint64_t{1} << (bits - 1);  // 27 * 2^32 < 2^37
};

}  // namespace talus::grains
