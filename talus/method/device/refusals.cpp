#include "talus/method/device/refusals.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::method {

void Refusals::add(const std::string& reason, const std::string& name) {
    const auto found =
        std::find_if(all_.begin(), all_.end(), [&](const Refusal& one) { return one.reason == reason; });
    if (found == all_.end())
        all_.push_back({reason, {name}});
    else
        found->names.push_back(name);
}

std::vector<std::string> Refusals::texts() const {
    // A chain of many links would fill the page.
    constexpr std::size_t most = 6;
    std::vector<std::string> texts;
    for (const auto& [reason, names] : all_) {
        std::string text = reason;
        const std::size_t shown = names.size() > most + 1 ? most : names.size();
        for (std::size_t k = 0; k < shown; ++k) text += fmt::format("{}'{}'", k == 0 ? ": " : ", ", names[k]);
        if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
        texts.push_back(std::move(text));
    }
    return texts;
}

}  // namespace talus::method
