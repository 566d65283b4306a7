#include <algorithm>
#include <array>
#include <cstring>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "talus/math/simd.h"
#include "talus/water/search/list_rows.h"

namespace talus::water {
namespace {

namespace stdx = std::experimental;
using Floats = Pack<float>;
constexpr std::uint32_t lanes = Floats::size();

/// Runs of cells along one axis: two where the domain's end lies between them.
struct Runs {
    std::array<std::array<std::int32_t, 2>, 2> range{};  ///< first and last cell
    int count = 0;
};
Runs runsAround(std::int32_t cell, std::int32_t reach, std::int32_t cells, bool wraps) {
    Runs runs;
    const auto add = [&](std::int32_t low, std::int32_t high) {
        runs.range[static_cast<std::size_t>(runs.count++)] = {low, high};
    };
    const std::int32_t low = cell - reach, high = cell + reach;
    if (!wraps) {
        add(std::max(low, 0), std::min(high, cells - 1));
    } else if (high - low + 1 >= cells) {
        add(0, cells - 1);
    } else if (low < 0) {
        add(0, high);
        add(cells + low, cells - 1);
    } else if (high >= cells) {
        add(0, high - cells);
        add(low, cells - 1);
    } else {
        add(low, high);
    }
    return runs;
}

template <bool repeats>
Floats nearest(const Floats& d, float period, float inverse) {
    if constexpr (repeats)
        return d - period * stdx::round(d * inverse);
    else
        return d;
}

/// Writes base + k to `out` for each lane k below `lanes_here` whose square is below the limit. Up to a pack
/// of numbers behind these is written over. @return how many
std::uint32_t writeNear(const Floats& square, float limit, std::uint32_t base, std::uint32_t lanes_here,
                        std::uint32_t* out) {
#ifdef __AVX512F__
    __m512 wide;
    std::memcpy(&wide, &square, sizeof wide);
    const auto here = static_cast<__mmask16>((1u << lanes_here) - 1);
    const __mmask16 near = _mm512_mask_cmp_ps_mask(here, wide, _mm512_set1_ps(limit), _CMP_LT_OQ);
    const __m512i rows =
        _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(base)),
                         _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    // Packed in a register first: some processors take a hundred cycles to pack into memory.
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(near, rows));
    return static_cast<std::uint32_t>(__builtin_popcount(near));
#else
    alignas(64) std::array<float, lanes> each;
    square.copy_to(each.data(), stdx::vector_aligned);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < lanes_here; ++k) {
        out[count] = base + k;
        count += each[k] < limit;
    }
    return count;
#endif
}

/// The rows of one run that are near a place. @return how many were written to `found`
template <bool repeats>
std::uint32_t nearIn(const Placed& placed, const Vec3f& p, const Vec3f& inverse, std::uint32_t begin,
                     std::uint32_t end, std::uint32_t* found) {
    const Floats x = p.x, y = p.y, z = p.z;
    const float limit = placed.support * placed.support;
    std::uint32_t count = 0;
    for (std::uint32_t j = begin; j < end; j += lanes) {
        // Beyond the end there are rows of other cells, or padding: they are left out below.
        const Floats dx = nearest<repeats>(Floats(placed.x + j, stdx::element_aligned) - x, placed.period.x,
                                           inverse.x),
                     dy = nearest<repeats>(Floats(placed.y + j, stdx::element_aligned) - y, placed.period.y,
                                           inverse.y),
                     dz = nearest<repeats>(Floats(placed.z + j, stdx::element_aligned) - z, placed.period.z,
                                           inverse.z);
        count += writeNear(dx * dx + dy * dy + dz * dz, limit, j, std::min(lanes, end - j), found + count);
    }
    return count;
}

template <bool repeats>
void list(const Placed& placed, const Vec3d* position, std::uint32_t begin, std::uint32_t end, RowList& out,
          std::uint32_t* first, std::uint32_t* end_of) {
    const Cells& cells = placed.cells;
    const auto inverseOf = [](float period) { return period > 0 ? 1 / period : 0; };
    const Vec3f inverse{inverseOf(placed.period.x), inverseOf(placed.period.y), inverseOf(placed.period.z)};
    for (std::uint32_t i = begin; i < end; ++i) {
        const std::array<std::int32_t, 3> own = cells.cellOf(position[i]);
        std::array<Runs, 3> runs;
        for (std::size_t a = 0; a < 3; ++a)
            runs[a] = runsAround(own[a], Cells::reach[a], cells.count[a], cells.wraps[a]);
        const Vec3f p{placed.x[i], placed.y[i], placed.z[i]};
        const std::size_t start = out.used;
        for (int kz = 0; kz < runs[2].count; ++kz)
            for (std::int32_t z = runs[2].range[kz][0]; z <= runs[2].range[kz][1]; ++z)
                for (int ky = 0; ky < runs[1].count; ++ky)
                    for (std::int32_t y = runs[1].range[ky][0]; y <= runs[1].range[ky][1]; ++y)
                        for (int kx = 0; kx < runs[0].count; ++kx) {
                            const std::uint32_t* row = placed.start + cells.index({0, y, z});
                            const std::uint32_t low = row[runs[0].range[kx][0]],
                                                high = row[runs[0].range[kx][1] + 1];
                            if (low < high)
                                out.used += nearIn<repeats>(placed, p, inverse, low, high,
                                                            out.room(high - low + lanes));
                        }
        // Itself is in its own cell.
        const auto from = out.rows.begin() + static_cast<std::ptrdiff_t>(start),
                   to = out.rows.begin() + static_cast<std::ptrdiff_t>(out.used);
        const auto self = std::find(from, to, i);
        if (self != to) {
            std::copy(self + 1, to, self);
            --out.used;
        }
        std::uint32_t* padding = out.room(lanes);
        while ((out.used - start) % lanes != 0) {
            *padding++ = placed.count;
            ++out.used;
        }
        first[i] = static_cast<std::uint32_t>(start);
        end_of[i] = static_cast<std::uint32_t>(out.used);
    }
}

}  // namespace

void listNeighbours(const Placed& placed, const Vec3d* position, std::uint32_t begin, std::uint32_t end,
                    RowList& out, std::uint32_t* first, std::uint32_t* end_of) {
    if (placed.period == Vec3f{})
        list<false>(placed, position, begin, end, out, first, end_of);
    else
        list<true>(placed, position, begin, end, out, first, end_of);
}

}  // namespace talus::water
