#include "talus/grains/search/allowance.h"

#include <limits>

#include "talus/exec/reduce.h"

namespace talus::grains {

AllowanceRule allowanceRuleNow(const exec::Exec& exec, const ContactSearch& search,
                               exec::View<const Vec3d> velocity, double dt) {
    const std::size_t moving = velocity.size();
    const double fastest =
        std::sqrt(exec::reduce(exec, moving, 0.0, allowance::SquareOfSpeed{velocity}, exec::Larger{}));
    return allowanceRule(search, moving, fastest, dt, [&](double speed) {
        return exec::sum(exec, moving, std::uint64_t{0}, allowance::IsFaster{velocity, speed * speed});
    });
}

bool canShortenAllowances(const exec::Exec& exec, const ContactSearch& search,
                          exec::View<const Vec3d> velocity, exec::View<const float> allowance, double dt) {
    if (velocity.empty()) return false;
    const double shortest = exec::reduce(exec, velocity.size(), std::numeric_limits<double>::infinity(),
                                         allowance::Allowance{allowance}, exec::Smaller{});
    return allowanceRuleNow(exec, search, velocity, dt).isMuchShorterThan(shortest);
}

}  // namespace talus::grains
