#include "talus/environment/air/air.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace talus::environment {
namespace {

/// Frequencies of the waves whose sum are the gusts. Their ratios are irrational, so that gusts never repeat.
constexpr std::array<double, 4> gust_rates{1, 1.618033988749895, 2.414213562373095, 3.302775637731995};

}  // namespace

Air::Air(const Wind& wind, std::vector<Vortex> vortices, const Turbulence& turbulence, const Random& random)
    : wind_(wind), vortices_(std::move(vortices)), noise_(turbulence, random) {
    for (std::uint32_t k = 0; k < gust_phase_.size(); ++k) gust_phase_[k] = random.uniform(k, 6);
    for (Vortex& v : vortices_) v.axis = normalized(v.axis);
}

Vec3d Air::windAt(double time) const {
    if (!(wind_.gusts > 0)) return wind_.velocity;
    double sum = 0;
    for (std::size_t k = 0; k < gust_rates.size(); ++k)
        sum += cosineOfTurns(gust_rates[k] * time / wind_.gust_time + gust_phase_[k]);
    // Each wave has a mean square of 1/2.
    const double deviation = sum / std::sqrt(0.5 * static_cast<double>(gust_rates.size()));
    return wind_.velocity * (1 + wind_.gusts * deviation);
}

Vec3d Air::at(const Vec3d& position, double time) const {
    Vec3d velocity = windAt(time);
    for (const Vortex& s : vortices_) {
        const Vec3d from = position - s.point, across = from - s.axis * dot(from, s.axis);
        const double square = squaredLength(across), inner = square / (s.core * s.core);
        const double decay = std::exp(-inner);
        // Gamma / (2 pi r^2) (1 - exp(-r^2/c^2)) axis x r; its limit on the axis is finite.
        const double rate = inner > 1e-8 ? (1 - decay) / square : 1 / (s.core * s.core);
        velocity += cross(s.axis, across) * (s.circulation / (2 * std::numbers::pi) * rate) +
                    s.axis * (s.updraft * decay);
    }
    if (noise_.any()) velocity += noise_.at(position, time);
    return velocity;
}

}  // namespace talus::environment
