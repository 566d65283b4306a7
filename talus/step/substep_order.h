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

/// The order of the sub-steps of several methods within a step of the scene: by the time at which they end.
/// Those that end together come in the order of the methods. So methods with equal steps take turns, and a
/// method with one long step makes it after the shorter steps of the others.
class SubstepOrder {
  public:
    /// Adds a method. @param count number of its sub-steps, >= 1
    void add(std::uint64_t count) { left_.push_back({left_.size(), 0, count}); }

    /// The next sub-step; nothing after the last one.
    std::optional<Substep> next() {
        Substep* first = nullptr;
        for (Substep& each : left_)
            if (each.index < each.count && (first == nullptr || endsBefore(each, *first))) first = &each;
        if (first == nullptr) return std::nullopt;
        const Substep now = *first;
        ++first->index;
        return now;
    }

  private:
    /// Whether a ends before b. In whole numbers, so that equal times compare as equal: no step has anything
    /// near 2^32 sub-steps, so the products do not overflow.
    static bool endsBefore(const Substep& a, const Substep& b) {
        return (a.index + 1) * b.count < (b.index + 1) * a.count;
    }

    std::vector<Substep> left_;
};

}  // namespace talus::step
