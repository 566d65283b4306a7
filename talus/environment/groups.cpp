#include "talus/environment/groups.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/core/printable.h"
#include "talus/settings/findings.h"

namespace talus::environment {
namespace {

using settings::quoted;

/// Limits: a hostile scene could ask for a thousand motions of each of a thousand walls, or for long keyframe
/// lists.
constexpr std::size_t max_copies = 1 << 14, max_keys = 1 << 20;
constexpr std::size_t max_name_length = 64;

class Groups {
  public:
    Groups(const Environment& environment, const settings::Entries& root, Diagnostics& diagnostics)
        : walls_(environment.walls), root_(root), diagnostics_(diagnostics) {
        for (std::size_t w = 0; w < walls_.size(); ++w) {
            wall_of_.emplace(walls_[w].name, w);
            if (!walls_[w].group.empty()) groups_.insert(walls_[w].group);
            first_made_ += walls_[w].made ? 0 : 1;
        }
        for (std::size_t m = 0; m < environment.motions.size(); ++m)
            motions_of_[environment.motions[m].wall].push_back(m);
    }

    void check() {
        std::set<std::string> checked;
        for (std::size_t w = 0; w < walls_.size() && !settings::full(diagnostics_); ++w) {
            if (!walls_[w].group.empty() && checked.insert(walls_[w].group).second) checkGroup(w);
            if (!walls_[w].parent.empty()) checkParent(w);
        }
        if (diagnostics_.hasErrors()) return;
        for (std::size_t w = 0; w < walls_.size() && !settings::full(diagnostics_); ++w) checkParents(w);
    }

    /// Indices of the scene's motions that carry a wall along after its own motions, in the order in which
    /// they act. @pre check() reported no error
    std::vector<std::size_t> carriersOf(std::size_t wall) const {
        std::vector<std::size_t> motions;
        const auto add = [&](const std::string& name) {
            const auto it = motions_of_.find(name);
            if (it != motions_of_.end()) motions.insert(motions.end(), it->second.begin(), it->second.end());
        };
        for (std::optional<std::size_t> w = wall; w; w = parentOf(*w)) {
            if (*w != wall) add(walls_[*w].name);
            if (!walls_[*w].group.empty()) add(walls_[*w].group);
            if (groups_.contains(walls_[*w].parent)) add(walls_[*w].parent);
        }
        return motions;
    }

    void refuse(std::size_t wall, const char* key, std::string message, std::string hint) {
        const bool body = walls_[wall].made;
        diagnostics_.error(
            settings::spanOf(root_, body ? "body" : "wall", body ? wall - first_made_ : wall, key),
            std::move(message), std::move(hint));
    }

  private:
    std::optional<std::size_t> parentOf(std::size_t wall) const {
        const auto it = wall_of_.find(walls_[wall].parent);
        if (it == wall_of_.end()) return {};
        return it->second;
    }

    void checkGroup(std::size_t wall) {
        const std::string& group = walls_[wall].group;
        if (!isPlainName(group, max_name_length))
            refuse(wall, "group", fmt::format("'group' must be a name, not {}", quoted(group)),
                   fmt::format("1 to {} letters, digits, '-' and '_'", max_name_length));
        else if (const auto it = wall_of_.find(group); it != wall_of_.end())
            refuse(wall, "group",
                   fmt::format("a {} is called '{}', too", walls_[it->second].made ? "body" : "wall", group),
                   fmt::format("names of groups, walls and bodies must differ; to move along with that one: "
                               "parent = \"{}\"",
                               group));
    }

    void checkParent(std::size_t wall) {
        const std::string& parent = walls_[wall].parent;
        const auto it = wall_of_.find(parent);
        if (it != wall_of_.end() && walls_[it->second].free)
            return refuse(wall, "parent",
                          fmt::format("[[body]] '{}' is free, and cannot carry others", parent),
                          "give it motion = \"prescribed\"; only motions of a parent are passed on");
        if (it != wall_of_.end() || groups_.contains(parent)) return;
        std::vector<std::string> names;
        for (const auto& known : wall_of_) names.push_back(known.first);
        names.insert(names.end(), groups_.begin(), groups_.end());
        const auto meant = nearest(parent, names);
        refuse(wall, "parent", fmt::format("no [[wall]], [[body]] or group is named {}", quoted(parent)),
               meant ? fmt::format("did you mean '{}'?", *meant) : "it is the name of what carries it along");
    }

    /// Follows the parents of a wall upwards: reports a circle, and a group that is met twice.
    void checkParents(std::size_t start) {
        std::set<std::string> met;
        const auto twice = [&](const std::string& group) {
            if (group.empty() || met.insert(group).second) return false;
            refuse(start, "parent",
                   fmt::format("'{}' would move with group '{}' twice", walls_[start].name, group),
                   "once by its own group and once by its parent, or by two of its parents: take one out");
            return true;
        };
        std::size_t steps = 0;
        for (std::optional<std::size_t> w = start; w; w = parentOf(*w)) {
            if (*w == start && steps > 0) {
                refuse(start, "parent", fmt::format("'{}' is its own parent", walls_[start].name),
                       steps == 1 ? "the parent is what carries it along"
                                  : "its parents carry each other along in a circle");
                return;
            }
            // A circle further up that does not contain `start` is reported for its own members.
            if (++steps > walls_.size()) return;
            if (twice(walls_[*w].group)) return;
            if (groups_.contains(walls_[*w].parent) && twice(walls_[*w].parent)) return;
        }
    }

    const std::vector<Wall>& walls_;
    const settings::Entries& root_;
    Diagnostics& diagnostics_;
    std::map<std::string, std::size_t> wall_of_;
    std::set<std::string> groups_;
    std::map<std::string, std::vector<std::size_t>> motions_of_;
    std::size_t first_made_ = 0;
};

}  // namespace

void joinMotions(Environment& environment, const settings::Entries& root, Diagnostics& diagnostics) {
    Groups groups(environment, root, diagnostics);
    groups.check();
    if (diagnostics.hasErrors()) return;
    std::vector<Motion> copies;
    std::size_t keys = 0;
    for (std::size_t w = 0; w < environment.walls.size(); ++w) {
        const std::vector<std::size_t> carriers = groups.carriersOf(w);
        for (const std::size_t m : carriers) keys += environment.motions[m].keyframes.times.size();
        if (copies.size() + carriers.size() > max_copies || keys > max_keys)
            return groups.refuse(w, environment.walls[w].parent.empty() ? "group" : "parent",
                                 fmt::format("groups and parents make more than {} motions, or {} keyframes",
                                             max_copies, max_keys),
                                 "fewer [[motion]]s, or fewer walls and bodies that they carry");
        for (const std::size_t m : carriers) {
            copies.push_back(environment.motions[m]);
            copies.back().wall = environment.walls[w].name;
            copies.back().copy_of = m;
        }
    }
    environment.motions.insert(environment.motions.end(), copies.begin(), copies.end());
}

}  // namespace talus::environment
