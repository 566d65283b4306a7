#include "talus/picture/screen/profile.h"

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
    return profile;
}

}  // namespace talus::picture::engraved
