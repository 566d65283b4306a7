#pragma once
#include <cstdint>

/// Channels of an emitter's random stream (core/rng.h), one for each quantity of a particle.
namespace talus::particles::channel {

inline constexpr std::uint32_t place =
    0;  ///< position: channels 0 to 2, and 16 on (environment::RegionSampler::draw)
inline constexpr std::uint32_t cone = 3;  ///< channels 3 and 4
inline constexpr std::uint32_t speed = 5;
inline constexpr std::uint32_t lifetime = 6;
inline constexpr std::uint32_t mass = 7;
inline constexpr std::uint32_t radius = 8;
inline constexpr std::uint32_t temperature = 9;
inline constexpr std::uint32_t moment = 10;  ///< time within the step
inline constexpr std::uint32_t brightness = 11;

}  // namespace talus::particles::channel
