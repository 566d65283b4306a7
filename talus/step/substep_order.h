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

/// The order of the sub-steps of several methods within a step of the scene. Each method takes all of its
/// sub-steps, in the order of the methods, but methods that follow each other and have the same number of
/// sub-steps take turns: bodies, then grains, then bodies again.
class SubstepOrder {
  public:
    /// Adds a method. @param count number of its sub-steps, >= 1
    void add(std::uint64_t count) { counts_.push_back(count); }

    /// The next sub-step; nothing after the last one.
    std::optional<Substep> next() {
        if (first_ == counts_.size()) return std::nullopt;
        const Substep now{method_, index_, counts_[method_]};
        advance();
        return now;
    }

  private:
    void advance() {
        const std::uint64_t count = counts_[first_];
        if (++method_ < counts_.size() && counts_[method_] == count) return;
        if (++index_ < count) {
            method_ = first_;
        } else {
            first_ = method_;
            index_ = 0;
        }
    }

    std::vector<std::uint64_t> counts_;
    std::size_t first_ = 0;  ///< of the methods that take turns now
    std::size_t method_ = 0;
    std::uint64_t index_ = 0;
};

}  // namespace talus::step
