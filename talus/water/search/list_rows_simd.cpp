#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "talus/math/simd.h"
#include "talus/water/search/codes.h"
#include "talus/water/search/list_rows.h"
#include "talus/water/search/rows_near.h"

namespace talus::water {
namespace {

namespace stdx = std::experimental;
using Floats = Pack<float>;
constexpr std::uint32_t lanes = Floats::size();

template <bool repeats>
Floats nearest(const Floats& d, float period, float inverse) {
    if constexpr (repeats)
        return d - period * stdx::round(d * inverse);
    else
        return d;
}

/// A run of consecutive rows.
struct Run {
    std::uint32_t low, high;
};

/// The runs around one cell. Run 0 is reserved for padding.
struct Runs {
    std::array<Run, Code::runs> run;
    std::uint32_t count = 1;
    std::size_t rows = 0;  ///< of all runs
    bool fits = true;      ///< there are no more runs than codes have

    void add(std::uint32_t low, std::uint32_t high) {
        rows += high - low;
        for (; low < high; low += Code::longest_run) {
            if (count == Code::runs) {
                fits = false;
                return;
            }
            run[count++] = {low, std::min(high, low + Code::longest_run)};
        }
    }
};

void findRuns(const SearchPositions& all, const std::array<std::int32_t, 3>& cell, Runs& runs) {
    runs.count = 1;
    runs.rows = 0;
    runs.fits = true;
    forRowsNear(all.cells, all.start, cell,
                [&](std::uint32_t low, std::uint32_t high) { runs.add(low, high); });
}

#if defined(__AVX2__) && !defined(__AVX512F__)
/// For each set of eight lanes, the indices of its members.
constexpr auto members = [] {
    std::array<std::array<std::uint8_t, 8>, 256> all{};
    for (std::size_t set = 0; set < all.size(); ++set)
        for (std::uint8_t lane = 0, next = 0; lane < 8; ++lane)
            if (set >> lane & 1) all[set][next++] = lane;
    return all;
}();
#endif

/// Writes the codes of those rows of a pack, from `base` on, that are below `end`, nearer than the limit and
/// not `self`. Up to a pack of values after them is overwritten. @return the number of codes
std::uint32_t writeNear(const Floats& square, float limit, std::uint32_t base, std::uint32_t end,
                        std::uint32_t self, std::uint32_t code, std::uint16_t* out) {
#if defined(__AVX512F__)
    __m512 wide;
    std::memcpy(&wide, &square, sizeof wide);
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i row = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(base)), lane);
    __mmask16 near = _mm512_cmplt_epu32_mask(row, _mm512_set1_epi32(static_cast<int>(end)));
    near = _mm512_mask_cmpneq_epi32_mask(near, row, _mm512_set1_epi32(static_cast<int>(self)));
    near = _mm512_mask_cmp_ps_mask(near, wide, _mm512_set1_ps(limit), _CMP_LT_OQ);
    const __m512i codes = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(code)), lane);
    // Compressed in a register first: some processors take a hundred cycles to compress into memory.
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(near, codes)));
    return static_cast<std::uint32_t>(std::popcount(static_cast<unsigned>(near)));
#elif defined(__AVX2__)
    __m256 wide;
    std::memcpy(&wide, &square, sizeof wide);
    auto near =
        static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(wide, _mm256_set1_ps(limit), _CMP_LT_OQ)));
    if (end - base < lanes) near &= (1u << (end - base)) - 1;
    if (self - base < lanes) near &= ~(1u << (self - base));
    const __m128i lane = _mm_cvtepu8_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&members[near])));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_add_epi16(_mm_set1_epi16(static_cast<short>(code)), lane));
    return static_cast<std::uint32_t>(std::popcount(near));
#else
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < std::min(lanes, end - base); ++k) {
        out[count] = static_cast<std::uint16_t>(code + k);
        count += float{square[k]} < limit && base + k != self;
    }
    return count;
#endif
}

/// Writes the codes of the rows of one run near a particle to `found`. @return their number
template <bool repeats>
std::uint32_t nearIn(const SearchPositions& all, std::uint32_t self, const Vec3f& inverse, const Run& run,
                     std::uint32_t code, std::uint16_t* found) {
    const Floats x = all.x[self], y = all.y[self], z = all.z[self];
    const float limit = all.support * all.support;
    std::uint32_t count = 0;
    for (std::uint32_t j = run.low; j < run.high; j += lanes) {
        // Rows after the end of the run are of other cells, or padding. writeNear() skips them.
        const Floats dx = nearest<repeats>(Floats(all.x + j, stdx::element_aligned) - x, all.period.x,
                                           inverse.x),
                     dy = nearest<repeats>(Floats(all.y + j, stdx::element_aligned) - y, all.period.y,
                                           inverse.y),
                     dz = nearest<repeats>(Floats(all.z + j, stdx::element_aligned) - z, all.period.z,
                                           inverse.z);
        count += writeNear(dx * dx + dy * dy + dz * dz, limit, j, run.high, self, code + (j - run.low),
                           found + count);
    }
    return count;
}

template <bool repeats>
void listRows(const SearchPositions& all, const Vec3d* position, std::uint32_t begin, std::uint32_t end,
              Lists& lists, const ListOffsets& offsets) {
    const auto inverseOf = [](float period) { return period > 0 ? 1 / period : 0; };
    const Vec3f inverse{inverseOf(all.period.x), inverseOf(all.period.y), inverseOf(all.period.z)};
    Runs runs;
    std::uint32_t cell_end = begin;
    std::size_t starts = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
        if (i >= cell_end) {
            const std::array<std::int32_t, 3> cell = all.cells.cellOf(position[i]);
            cell_end = all.start[all.cells.index(cell) + 1];
            findRuns(all, cell, runs);
            lists.crowded |= !runs.fits;
            starts = lists.starts.used;
            std::uint32_t* start = lists.starts.extend(runs.count);
            start[0] = all.count;
            for (std::uint32_t r = 1; r < runs.count; ++r) start[r] = runs.run[r].low;
            lists.starts.used += runs.count;
        }
        // The last pack of each run, and padding, may be written after the codes that were found.
        std::uint16_t* const codes = lists.codes.extend(runs.rows + 2 * lanes);
        std::uint32_t found = 0;
        for (std::uint32_t r = 1; r < runs.count; ++r)
            found += nearIn<repeats>(all, i, inverse, runs.run[r], Code::of(r, 0), codes + found);
        std::fill_n(codes + found, lanes, static_cast<std::uint16_t>(Code::of(0, 0)));
        offsets.first[i] = static_cast<std::uint32_t>(lists.codes.used);
        lists.codes.used += (found + lanes - 1) / lanes * lanes;
        offsets.end[i] = static_cast<std::uint32_t>(lists.codes.used);
        offsets.runs[i] = static_cast<std::uint32_t>(starts);
    }
}

}  // namespace

void listNeighbours(const SearchPositions& all, const Vec3d* position, std::uint32_t begin, std::uint32_t end,
                    Lists& lists, const ListOffsets& offsets) {
    if (all.period == Vec3f{})
        listRows<false>(all, position, begin, end, lists, offsets);
    else
        listRows<true>(all, position, begin, end, lists, offsets);
}

}  // namespace talus::water
