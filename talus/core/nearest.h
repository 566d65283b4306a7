#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace talus {

/// Edit distance with transpositions of neighbouring characters (optimal string alignment; Damerau 1964). 64
/// where one of the words is longer than 64 characters.
int editDistance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, for "did you mean" hints; none where all differ in more than a third of
/// the letters. Upper and lower case are the same.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace talus
