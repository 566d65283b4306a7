#pragma once
#include <algorithm>

#include "talus/grains/search/block_grains.h"

// The loop over contacts asks for the memory that it comes to later, so that it does not wait there. Nothing
// here changes a number.
namespace talus::grains::fetch_ahead {

inline constexpr int for_reading = 0, for_writing = 1;
inline constexpr int second_level = 2;   ///< of the caches: the first has enough to hold
inline constexpr std::size_t line = 64;  ///< of memory [bytes]

/// Fewer grains than this stay in the cache from step to step, and their columns are not asked for. Measured
/// between 40,000 (nothing gained) and 390,000 (a tenth; bench/results/grains-2026-11.md), at some 200 bytes
/// a grain.
inline constexpr std::size_t too_many_for_cache = 100'000;

/// `count` values from *first on. Always inlined: GCC drops calls of functions that do nothing else.
template <int purpose, class T>
[[gnu::always_inline]] inline void fetch(const T* first, std::size_t count) {
    const char* bytes = reinterpret_cast<const char*>(first);
    for (std::size_t k = 0; k < count * sizeof(T); k += line)
        __builtin_prefetch(bytes + k, purpose, second_level);
}

/// A pack of contacts eight packs behind the one that begins at `row`.
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

/// The grains of the block that the same thread packs next: so many after every part of the rows that all
/// have been asked for at the last one.
template <class Real>
class NextBlockGrains {
  public:
    /// @param rows in all, and in a part
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
