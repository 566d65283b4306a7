#include "talus/core/nearest.h"

#include <algorithm>
#include <array>

namespace talus {
namespace {

constexpr std::size_t max_length = 64;

std::string lowerCase(std::string_view word) {
    std::string out(word);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

}  // namespace

int editDistance(std::string_view a, std::string_view b) {
    if (a.size() > max_length || b.size() > max_length) return static_cast<int>(max_length);
    std::array<std::array<int, max_length + 1>, 3>
        rows;  // the last three rows of the table, reused cyclically
    for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto& row = rows[i % 3];
        const auto& above = rows[(i + 2) % 3];
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], rows[(i + 1) % 3][j - 2] + 1);
        }
    }
    return rows[a.size() % 3][b.size()];
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
    const std::string typed = lowerCase(word);
    std::optional<std::string> best;
    int best_distance = 0;
    for (const std::string& candidate : candidates) {
        const int distance = editDistance(typed, lowerCase(candidate));
        const auto length = std::max(typed.size(), candidate.size());
        if (distance > std::max(1, static_cast<int>(length) / 3)) continue;
        if (!best || distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace talus
