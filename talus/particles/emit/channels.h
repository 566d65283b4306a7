#pragma once
#include <cstdint>

/// Which number of a particle is drawn from which channel of its emitter's stream (core/rng.h).
namespace talus::particles::channel {

inline constexpr std::uint32_t place = 0;  ///< three of them, and from 16 on (environment::RegionSampler::draw)
inline constexpr std::uint32_t cone = 3;   ///< two
inline constexpr std::uint32_t speed = 5;
inline constexpr std::uint32_t lifetime = 6;
inline constexpr std::uint32_t mass = 7;
inline constexpr std::uint32_t radius = 8;
inline constexpr std::uint32_t temperature = 9;
inline constexpr std::uint32_t moment = 10;  ///< within the step
inline constexpr std::uint32_t brightness = 11;

}  // namespace talus::particles::channel
