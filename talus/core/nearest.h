#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace talus {

/// Edit distance with transpositions of neighbours (optimal string alignment; Damerau 1964). Words longer
/// than 64 characters count as 64 apart.
int editDistance(std::string_view a, std::string_view b);

/// The candidate that a user who typed `word` most likely meant; none when all are too different
/// (more than a third of the letters). Letter case does not count.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace talus
