#include "talus/grains/leeway.h"

#include <limits>

#include "talus/exec/reduce.h"

namespace talus::grains {

LeewayRule leewayRuleNow(const exec::Exec& exec, const ContactSearch& search,
                         exec::View<const Vec3d> velocity, double dt) {
    const std::size_t moving = velocity.size();
    const double fastest =
        std::sqrt(exec::reduce(exec, moving, 0.0, leeway::SquareOfSpeed{velocity}, leeway::Larger{}));
    return leewayRule(search, moving, fastest, dt, [&](double speed) {
        return exec::sum(exec, moving, std::uint64_t{0}, leeway::IsFaster{velocity, speed * speed});
    });
}

bool restsSince(const exec::Exec& exec, const ContactSearch& search, exec::View<const Vec3d> velocity,
                exec::View<const float> leeway, double dt) {
    if (velocity.empty()) return false;
    const double shortest = exec::reduce(exec, velocity.size(), std::numeric_limits<double>::infinity(),
                                         leeway::Leeway{leeway}, leeway::Smaller{});
    return leewayRuleNow(exec, search, velocity, dt).isMuchShorterThan(shortest);
}

}  // namespace talus::grains
