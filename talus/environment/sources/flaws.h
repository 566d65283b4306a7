#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"

namespace talus::environment {

/// An error that follows from several keys together. `key` is where it is reported.
struct Flaw {
    std::string key, what, hint;
};

std::vector<Flaw> regionFlaws(const Region& region);
/// @param rates_key name of the key of the keyframes' rates
std::vector<Flaw> scheduleFlaws(const Schedule& schedule, std::string_view rates_key = "rates");

}  // namespace talus::environment
