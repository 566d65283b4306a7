#include "talus/run/counts_text.h"

#include <fmt/format.h>

namespace talus::run {

std::string countsText(const std::vector<method::Count>& counts) {
    std::string text;
    for (const method::Count& count : counts)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count.count, count.what);
    return text.empty() ? "no particles" : text;
}

}  // namespace talus::run
