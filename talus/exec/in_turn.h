#pragma once
#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "talus/exec/for_each.h"

namespace talus::exec {

/// Tasks of two halves that are begun in order. The second half of a task may begin as soon as the first
/// halves of it and of all tasks before it are done.
class Turns {
  public:
    explicit Turns(std::size_t tasks) : first_done_(tasks, 0) {}

    /// The task to begin; not less than their number when all are.
    std::size_t begin() { return next_.fetch_add(1, std::memory_order_relaxed); }
    void firstIsDone(std::size_t task) {
        const std::scoped_lock lock(mutex_);
        first_done_[task] = 1;
        while (ready_ < first_done_.size() && first_done_[ready_] != 0) ++ready_;
    }
    /// A task whose second half may begin: it is the caller's to do.
    std::optional<std::size_t> beginSecond() {
        const std::scoped_lock lock(mutex_);
        if (begun_ == ready_) return std::nullopt;
        return begun_++;
    }

  private:
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;
    std::vector<std::uint8_t> first_done_;
    std::size_t ready_ = 0, begun_ = 0;
};

/// Calls first(i, next) and, later, second(i) once for every i in [0, count): a second(i) not before first(0)
/// to first(i) have returned, but soon after, so that it finds in the cache what they left there. Otherwise
/// in any order and at the same time. For tasks of a good size; on the processor only.
///
/// `next` is what this thread begins after i, so that first may fetch it ahead; none when it is >= count.
template <class First, class Second>
void for_each_in_turn(const Exec& exec, std::size_t count, First first, Second second) {
    Turns turns(count);
    const auto threads = static_cast<std::size_t>(exec.threads());
    for_each(
        exec, std::min(threads, count),
        [&](std::size_t) {
            for (std::size_t i = turns.begin(); i < count;) {
                const std::size_t next = turns.begin();
                first(i, next);
                turns.firstIsDone(i);
                // Two, so that what piles up behind a slow task is soon done; not all, so that threads share
                // it.
                for (int k = 0; k < 2; ++k)
                    if (const auto ready = turns.beginSecond()) second(*ready);
                i = next;
            }
            // Whoever is done with the last first half finds all seconds ready that are left.
            while (const auto ready = turns.beginSecond()) second(*ready);
        },
        1);
}

}  // namespace talus::exec
