#include "talus/environment/air/curl_noise.h"

#include <cmath>
#include <numbers>

#include "talus/environment/sources/region_sampler.h"
#include "talus/geometry/closest_point.h"

namespace talus::environment {

CurlNoise::CurlNoise(const Turbulence& turbulence, const Random& random) : drift_(turbulence.drift) {
    if (!(turbulence.speed > 0)) return;
    constexpr std::uint64_t count = 24;
    const double steps = std::log(turbulence.size / turbulence.smallest);
    double energy = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
        // Uniform in the logarithm of the wavelength: E(k) dk = k^(-5/3) dk = k^(-2/3) d(ln k).
        const double share = (static_cast<double>(k) + random.uniform(k, 0)) / count;
        const double number = std::exp(steps * share) / turbulence.size;
        const double amplitude = std::pow(number * turbulence.size, -1.0 / 3);
        const Vec3d along =
            environment::withinCone({0, 0, 1}, std::numbers::pi, random.uniform(k, 1), random.uniform(k, 2));
        const Vec3d u = geometry::perpendicularTo(along), v = cross(along, u);
        const double angle = 2 * std::numbers::pi * random.uniform(k, 3);
        // The turnover time of eddies is size / speed, proportional to number^(-2/3).
        const double frequency = std::pow(number * turbulence.size, 2.0 / 3) / turbulence.turnover;
        waves_.push_back({along * number, frequency * random.uniform(-1, 1, k, 4), random.uniform(k, 5),
                          (u * std::cos(angle) + v * std::sin(angle)) * amplitude});
        energy += 0.5 * amplitude * amplitude;
    }
    for (Wave& wave : waves_) wave.amplitude *= turbulence.speed / std::sqrt(energy);
}

Vec3d CurlNoise::at(const Vec3d& position, double time) const {
    const Vec3d p = position - drift_ * time;
    Vec3d sum;
    for (const Wave& w : waves_)
        sum += w.amplitude * cosineOfTurns(dot(w.number, p) + w.per_time * time + w.phase);
    return sum;
}

}  // namespace talus::environment
