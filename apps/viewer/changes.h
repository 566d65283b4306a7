#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "talus/run/session/scene_source.h"

namespace talus::viewer {

/// Settings that the user changed and did not save.
class Changes {
  public:
    void add(const std::string& key, const std::string& value) { all_.emplace_back(key, value); }
    /// Forgets a value that the simulation did not take; the value before it counts again.
    void refuse(const std::pair<std::string, std::string>& change) {
        const auto newest = std::find(all_.rbegin(), all_.rend(), change);
        if (newest != all_.rend()) all_.erase(std::prev(newest.base()));
    }
    void clear() { all_.clear(); }
    bool any() const { return !all_.empty(); }

    /// The last value of each key, as "key=value".
    std::vector<std::string> options() const {
        std::vector<std::string> options;
        for (const auto& [key, value] : all_) run::setOverride(options, key, value);
        return options;
    }

  private:
    std::vector<std::pair<std::string, std::string>> all_;  ///< in the order in which they were made
};

}  // namespace talus::viewer
