#pragma once
#include <array>
#include <cstdint>

#include "talus/core/host_device.h"

namespace talus {

/// Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"): four
/// 32-bit words that are a pure function of a key and a counter. There is no state, so the numbers do not
/// depend on the number of threads and are the same after a resume.
TALUS_HD inline std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                                    std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * counter[0];
        const std::uint64_t p1 = std::uint64_t{0xCD9E8D57u} * counter[2];
        counter = {static_cast<std::uint32_t>(p1 >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(p1),
                   static_cast<std::uint32_t>(p0 >> 32) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(p0)};
        key = {key[0] + 0x9E3779B9u, key[1] + 0xBB67AE85u};
    }
    return counter;
}

/// A stream of random numbers, given by a seed and a purpose. Numbers are drawn by index.
struct Random {
    std::uint32_t seed = 0;
    std::uint32_t purpose = 0;  ///< one number for each use, so that different uses have different streams

    /// Uniform in [0, 1), a pure function of (seed, purpose, index, channel).
    TALUS_HD double uniform(std::uint64_t index, std::uint32_t channel = 0) const {
        const auto words =
            philox({static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32), channel, 0u},
                   {seed, purpose});
        const std::uint64_t bits = (std::uint64_t{words[0]} << 32 | words[1]) >> 11;
        return static_cast<double>(bits) * 0x1.0p-53;
    }
    /// Uniform in [low, high).
    TALUS_HD double uniform(double low, double high, std::uint64_t index, std::uint32_t channel = 0) const {
        return low + (high - low) * uniform(index, channel);
    }
};

}  // namespace talus
