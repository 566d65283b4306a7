#pragma once
#include <cstdint>
#include <deque>

#include "talus/state/world.h"

namespace talus::viewer {

/// Snapshots of the last frames within a memory budget, so that a session can go back.
class History {
  public:
    explicit History(std::uint64_t budget) : budget_(budget) {}

    /// Adds the state of a frame. The oldest ones are dropped beyond the budget; the newest is always kept.
    void add(state::Snapshot snapshot);
    /// The newest snapshot before a time [s]; null where there is none. Later ones are dropped.
    const state::Snapshot* before(double time);
    void clear();

    std::uint64_t bytes() const { return bytes_; }
    std::uint64_t budget() const { return budget_; }
    std::size_t frames() const { return snapshots_.size(); }

  private:
    std::uint64_t budget_;  ///< [bytes]
    std::uint64_t bytes_ = 0;
    std::deque<state::Snapshot> snapshots_;
};

/// Memory of a snapshot [bytes].
std::uint64_t bytesOf(const state::Snapshot& snapshot);

}  // namespace talus::viewer
