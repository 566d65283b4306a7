#include "talus/picture/screen/profile.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/formula.h"

namespace talus::picture::engraved {

Result<Profile> Profile::parse(const std::string& formula) {
    const auto parsed = Formula::parse(formula, {"r"});
    if (!parsed) return parsed.error();
    Formula::Evaluator evaluate(*parsed);
    Profile profile;
    for (std::size_t k = 0; k <= intervals; ++k) {
        const double r = static_cast<double>(k) / intervals;
        const double value = evaluate({r});
        profile.value_[k] = static_cast<float>(value);
        if (!std::isfinite(profile.value_[k]))
            return Error{ErrorKind::Input, fmt::format("'{}' has no value at r = {:.4g}", formula, r)};
    }
    profile.value_[intervals + 1] = profile.value_[intervals];
    profile.is_dome_ = formula == standard_profile;
    return profile;
}

void Profile::addTo(float* __restrict row, int first, int last, float middle, float aside, float radius,
                    float push) const {
    const float inverse = 1 / radius;
    const auto squareAt = [=](int x) {
        const float dx = static_cast<float>(x) + 0.5f - middle;
        return dx * dx + aside;
    };
    if (is_dome_) {
        const float scale = inverse * inverse;
        for (int x = first; x <= last; ++x) row[x] += push * std::max(0.0f, 1 - scale * squareAt(x));
        return;
    }
    for (int x = first; x <= last; ++x) {
        const float r = std::sqrt(squareAt(x)) * inverse;
        row[x] += push * (*this)(r < 1 ? r : 1);  // above 1 by round-off only
    }
}

}  // namespace talus::picture::engraved
