#pragma once
#include <algorithm>

#include "talus/grains/search/block_grains.h"

// Prefetching of memory that the loop over contacts reads later. It changes no result.
namespace talus::grains::fetch_ahead {

inline constexpr int for_reading = 0, for_writing = 1;
inline constexpr int second_level = 2;   ///< prefetch into the second-level cache: the first level is full
inline constexpr std::size_t line = 64;  ///< cache line [bytes]

/// With fewer grains than this, the columns stay in the cache from step to step and are not prefetched.
/// Measured: no gain at 40,000 grains, 10% at 390,000 (bench/results/grains-2026-11.md), at about 200 bytes
/// per grain.
inline constexpr std::size_t too_many_for_cache = 100'000;

/// Prefetches `count` values from *first on. Always inlined: GCC removes calls of functions that do nothing
/// else.
template <int purpose, class T>
[[gnu::always_inline]] inline void fetch(const T* first, std::size_t count) {
    const char* bytes = reinterpret_cast<const char*>(first);
    for (std::size_t k = 0; k < count * sizeof(T); k += line)
        __builtin_prefetch(bytes + k, purpose, second_level);
}

/// Prefetches the pack of contacts that comes eight packs after the one at `row`.
/// @param count contacts in a pack
template <class Real>
[[gnu::always_inline]] inline void rowsAhead(const ContactViews<Real>& v, std::size_t row,
                                             std::size_t count) {
    const std::size_t later = row + 8 * count;
    if (later + count > v.spring.size()) return;
    fetch<for_writing>(&v.spring[later], count);
    fetch<for_writing>(&v.touching[later], count);
    fetch<for_reading>(&v.list.first[later], count);
    fetch<for_reading>(&v.list.second[later], count);
}

/// Prefetches the grains of the block that the same thread packs next. After each part of the rows it
/// prefetches an equal share of them.
template <class Real>
class NextBlockGrains {
  public:
    /// @param rows number of rows of the current block @param part number of rows in a part
    NextBlockGrains(const ContactViews<Real>& views, const Block& next, std::size_t rows, std::size_t part)
        : views_(views),
          next_(next.first_grain),
          end_(next.last_grain),
          share_(1 + next.grains() * part / std::max<std::size_t>(1, rows)) {}

    void operator()() {
        const std::size_t count = std::min(share_, end_ - next_);
        if (count == 0) return;
        for (const auto& each : {views_.position, views_.velocity, views_.spin})
            fetch<for_reading>(&each[next_], count);
        for (const auto& each : {views_.radius, views_.mass}) fetch<for_reading>(&each[next_], count);
        next_ += count;
    }

  private:
    const ContactViews<Real>& views_;
    std::size_t next_, end_, share_;
};

}  // namespace talus::grains::fetch_ahead
