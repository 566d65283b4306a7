#pragma once
#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "talus/exec/for_each.h"

namespace talus::exec {

/// Hands out tasks that have two passes each. First passes begin in order. The second pass of a task may
/// begin once the first passes of it and of all tasks before it are done.
class TwoPassTasks {
  public:
    explicit TwoPassTasks(std::size_t tasks) : first_done_(tasks, 0) {}

    /// The next task whose first pass is to begin; >= the number of tasks where all have begun.
    std::size_t begin() { return next_.fetch_add(1, std::memory_order_relaxed); }
    void firstIsDone(std::size_t task) {
        const std::scoped_lock lock(mutex_);
        first_done_[task] = 1;
        while (ready_ < first_done_.size() && first_done_[ready_] != 0) ++ready_;
    }
    /// A task whose second pass may begin, for the caller to run; nothing where there is none now.
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

/// Calls first(i, next) and later second(i), once for every i in [0, count). second(i) begins after first(0)
/// to first(i) have returned, but soon after, while their results are still in the cache. Otherwise the calls
/// are in any order and in parallel. For tasks long enough that handing them out costs little; on the
/// processor only.
///
/// `next` is the task that this thread runs after i, so that first() can prefetch its data; none where it is
/// >= count.
template <class First, class Second>
void for_each_two_pass(const Exec& exec, std::size_t count, First first, Second second) {
    TwoPassTasks tasks(count);
    const auto threads = static_cast<std::size_t>(exec.threads());
    for_each(
        exec, std::min(threads, count),
        [&](std::size_t) {
            for (std::size_t i = tasks.begin(); i < count;) {
                const std::size_t next = tasks.begin();
                first(i, next);
                tasks.firstIsDone(i);
                // At most two: more than one, so that second passes that waited for a slow task are soon
                // done; not all, so that the threads share them.
                for (int k = 0; k < 2; ++k)
                    if (const auto ready = tasks.beginSecond()) second(*ready);
                i = next;
            }
            // When all first passes are done, all second passes that are left are ready.
            while (const auto ready = tasks.beginSecond()) second(*ready);
        },
        1);
}

}  // namespace talus::exec
