#include "talus/couple/hybrid/movers.h"

namespace talus::couple {
namespace {

/// Places on the ways of free flight; what stops a grain only makes its way shorter.
std::vector<Vec3d> placesOnWays(const std::vector<Movers::Mover>& movers, const Vec3d& gravity, double until,
                                double apart) {
    std::vector<Vec3d> places;
    places.reserve(2 * movers.size());
    for (const auto& [position, velocity] : movers) {
        const double way = (length(velocity) + 0.5 * length(gravity) * until) * until;
        constexpr double most =
            1000;  // of one grain; so far it does not fly between two rounds of the exchange
        const auto parts = static_cast<int>(std::min(std::ceil(way / apart), most));
        places.push_back(position);
        for (int k = 1; k <= parts; ++k) {
            const double t = until * k / parts;
            places.push_back(position + velocity * t + gravity * (0.5 * t * t));
        }
    }
    return places;
}

}  // namespace

Movers::Movers(const exec::Exec& exec, const std::vector<Mover>& movers, const Vec3d& gravity, double until,
               double reach)
    : reach_square_(reach * reach),
      ways_(placesOnWays(movers, gravity, until, 0.5 * reach)),
      stacks_(exec, {ways_.data(), ways_.size()}, reach) {}

}  // namespace talus::couple
