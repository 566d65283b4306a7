#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace talus::step {

/// One sub-step of a method within a step of the scene.
struct Substep {
    std::size_t method = 0;   ///< its place in the order in which the methods were added
    std::uint64_t index = 0;  ///< 0 for its first sub-step
    std::uint64_t count = 1;  ///< number of its sub-steps
};

/// The order of the sub-steps of several methods within a step of the scene. Methods with the same number of
/// sub-steps take turns, if it is more than one: bodies, then grains, then cloth, then bodies again. So each
/// meets the others as they are at its own time. Otherwise each method takes all of its sub-steps, in the
/// order of the methods.
class SubstepOrder {
  public:
    /// Adds a method. @param count number of its sub-steps, >= 1
    void add(std::uint64_t count) {
        const std::size_t method = methods_++;
        for (Group& group : groups_)
            if (count > 1 && group.count == count) return group.methods.push_back(method);
        groups_.push_back({count, {method}});
    }

    /// The next sub-step; nothing after the last one.
    std::optional<Substep> next() {
        if (group_ == groups_.size()) return std::nullopt;
        const Group& group = groups_[group_];
        const Substep now{group.methods[turn_], index_, group.count};
        if (++turn_ == group.methods.size()) {
            turn_ = 0;
            ++index_;
        }
        if (index_ == group.count) {
            index_ = 0;
            ++group_;
        }
        return now;
    }

  private:
    /// Methods that take turns.
    struct Group {
        std::uint64_t count;
        std::vector<std::size_t> methods;
    };
    std::vector<Group> groups_;
    std::size_t methods_ = 0;  ///< number of methods added
    std::size_t group_ = 0, turn_ = 0;
    std::uint64_t index_ = 0;
};

}  // namespace talus::step
