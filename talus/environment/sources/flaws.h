#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"

namespace talus::environment {

/// What a single key cannot tell is wrong, by the key at which it is said.
struct Flaw {
    std::string key, what, hint;
};

std::vector<Flaw> regionFlaws(const Region& region);
/// @param rates_key of the rates of keyframes
std::vector<Flaw> scheduleFlaws(const Schedule& schedule, std::string_view rates_key = "rates");

}  // namespace talus::environment
