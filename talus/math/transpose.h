#pragma once
// Only for *_simd.cpp files, as talus/math/simd.h.
#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#ifdef __FMA__
#include <immintrin.h>
#endif

#include "talus/math/quad.h"
#include "talus/math/simd.h"

// The warning is about passing vectors wider than the processor's registers between translation units; these
// stay within one.
#pragma GCC diagnostic ignored "-Wpsabi"

// Converts between rows of four numbers, as they are in memory, and packs, as formulas use them. It takes one
// load for each row and a dozen shuffles; loads lane by lane would be four times as many, and as many
// inserts.
namespace talus {

namespace detail {

/// `n` numbers in one register, or in several where the processor's registers are smaller.
template <class Real, std::size_t n>
struct VectorOf {
    typedef Real Type __attribute__((vector_size(n * sizeof(Real))));
};
template <class Real, std::size_t n>
using Vector = typename VectorOf<Real, n>::Type;

}  // namespace detail

/// The four numbers of a Quad.
template <class Real>
using Row = detail::Vector<Real, 4>;
/// The eight numbers of an Octet.
template <class Real>
using Row8 = detail::Vector<Real, 8>;

/// Loads a whole Quad or Octet at once.
template <class RowType, class From>
RowType loadRow(const From& from) {
    static_assert(sizeof(From) == sizeof(RowType));
    RowType row;
    std::memcpy(&row, __builtin_assume_aligned(&from, alignof(From)), sizeof row);
    return row;
}
template <class RowType, class To>
void storeRow(To& to, const RowType& row) {
    static_assert(sizeof(To) == sizeof(RowType));
    std::memcpy(__builtin_assume_aligned(&to, alignof(To)), &row, sizeof row);
}

/// a + signs b, where the signs are 1 or -1. The product is exact, so a fused multiply-add gives the same
/// bits as a product and a sum.
template <class Real, class RowType>
RowType plusSigned(const RowType& a, const RowType& signs, const RowType& b) {
#ifdef __FMA__
    if constexpr (std::is_same_v<RowType, Row<double>>) return _mm256_fmadd_pd(signs, b, a);
    if constexpr (std::is_same_v<RowType, Row8<float>>) return _mm256_fmadd_ps(signs, b, a);
#endif
#ifdef __AVX512F__
    if constexpr (std::is_same_v<RowType, Row8<double>>) return _mm512_fmadd_pd(signs, b, a);
#endif
    return a + signs * b;
}

/// One row for each lane.
template <class Real>
using Rows = std::array<Row<Real>, Pack<Real>::size()>;
template <class Real>
using Rows8 = std::array<Row8<Real>, Pack<Real>::size()>;
/// Pack k holds number k of every row.
template <class Real>
using Columns = std::array<Pack<Real>, 4>;
template <class Real>
struct Columns8 {
    Columns<Real> low, high;
};

namespace detail {

/// The same bits as another type. The sizes may differ: branches for widths that this processor does not have
/// are compiled too, but never run.
template <class To, class From>
To bitsAs(const From& from) {
    static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
    To to;
    std::memcpy(static_cast<void*>(&to), &from, std::min(sizeof to, sizeof from));
    return to;
}

/// Element k of the result is element From::at(k) of a and b; those of b are numbered after those of a.
template <class From, class V, std::size_t... k>
auto shuffled(const V& a, const V& b, std::index_sequence<k...>) {
    return __builtin_shufflevector(a, b, From::at(static_cast<int>(k))...);
}
template <class From, std::size_t count, class V>
auto shuffle(const V& a, const V& b) {
    return shuffled<From>(a, b, std::make_index_sequence<count>{});
}
template <class V>
constexpr int lengthOf = sizeof(V) / sizeof(std::declval<V>()[0]);

struct Consecutive {
    static constexpr int at(int k) { return k; }
};
template <class V>
auto join(const V& a, const V& b) {
    return shuffle<Consecutive, 2 * lengthOf<V>>(a, b);
}
template <int part, int length>
struct Part {
    static constexpr int at(int k) { return part * length + k; }
};
/// The numbers from part * length on.
template <int part, int length, class V>
auto partOf(const V& a) {
    return shuffle<Part<part, length>, length>(a, a);
}

// Shuffles within each group of four, each a single instruction of the processor. Where 128 bits hold four
// numbers: neighbouring numbers alternate (a0 b0 a1 b1 from the low half). Where they hold two: every other
// number (a0 b0 a2 b2).
template <class Real, int half, int length>
struct Interleaved {
    static constexpr int at(int k) {
        const int group = k / 4 * 4, position = k % 4;
        const int number = sizeof(Real) == 4 ? 2 * half + position / 2 : position / 2 * 2 + half;
        return group + number + (position % 2) * length;
    }
};
template <int half, int length>
struct Halves {
    static constexpr int at(int k) {
        const int group = k / 4 * 4, position = k % 4;
        return group + 2 * half + position % 2 + position / 2 * length;
    }
};

/// Transposes 4 x 4 blocks, one for each group of four.
template <class Real, class V>
std::array<V, 4> transposed(const std::array<V, 4>& r) {
    constexpr int n = lengthOf<V>;
    const V a = shuffle<Interleaved<Real, 0, n>, n>(r[0], r[1]);
    const V b = shuffle<Interleaved<Real, 1, n>, n>(r[0], r[1]);
    const V c = shuffle<Interleaved<Real, 0, n>, n>(r[2], r[3]);
    const V d = shuffle<Interleaved<Real, 1, n>, n>(r[2], r[3]);
    const V ac0 = shuffle<Halves<0, n>, n>(a, c), ac1 = shuffle<Halves<1, n>, n>(a, c);
    const V bd0 = shuffle<Halves<0, n>, n>(b, d), bd1 = shuffle<Halves<1, n>, n>(b, d);
    // a holds numbers 0 and 1 of rows 0 and 1 for single precision, numbers 0 and 2 for double precision.
    if constexpr (sizeof(Real) == 4)
        return {ac0, ac1, bd0, bd1};
    else
        return {ac0, bd0, ac1, bd1};
}

/// The groups of four with even (odd) index: first those of a, then those of b.
template <int odd, int length>
struct EveryOther {
    static constexpr int at(int k) { return (k / 4 * 2 + odd) * 4 + k % 4; }
};
/// Groups of four, alternately of a and b, from the first (second) half of both.
template <int half, int length>
struct GroupsAlternating {
    static constexpr int at(int k) {
        const int group = k / 4;
        return (half * length / 8 + group / 2) * 4 + k % 4 + (group % 2) * length;
    }
};

/// Rows of one pack in a register as wide as the pack: row r and, where two fit, row r + 4.
template <class Real>
auto wideRow(const Rows8<Real>& rows, std::size_t r) {
    if constexpr (Pack<Real>::size() == 8)
        return rows[r];
    else
        return join(rows[r], rows[r + 4]);
}

}  // namespace detail

template <class Real>
Columns<Real> columnsOf(const Rows<Real>& rows) {
    using P = Pack<Real>;
    const auto columns = [](const auto& c) -> Columns<Real> {
        using detail::bitsAs;
        return {bitsAs<P>(c[0]), bitsAs<P>(c[1]), bitsAs<P>(c[2]), bitsAs<P>(c[3])};
    };
    const auto transposed = [&](auto wide) {
        return columns(detail::transposed<Real>(std::array{wide(0), wide(1), wide(2), wide(3)}));
    };
    if constexpr (P::size() == 16)
        return transposed([&](std::size_t r) {
            return detail::join(detail::join(rows[r], rows[r + 4]), detail::join(rows[r + 8], rows[r + 12]));
        });
    else if constexpr (P::size() == 8)
        return transposed([&](std::size_t r) { return detail::join(rows[r], rows[r + 4]); });
    else if constexpr (P::size() == 4)
        return transposed([&](std::size_t r) { return rows[r]; });
    else {
        const auto column = [&](int c) { return P([&](auto k) { return rows[k][c]; }); };
        return {column(0), column(1), column(2), column(3)};
    }
}

template <class Real>
Rows<Real> rowsOf(const Columns<Real>& columns) {
    constexpr std::size_t width = Pack<Real>::size();
    Rows<Real> rows;
    if constexpr (width >= 4) {
        using Wide = detail::Vector<Real, width>;
        const auto wide = [&](std::size_t c) { return detail::bitsAs<Wide>(columns[c]); };
        const auto r = detail::transposed<Real>(std::array{wide(0), wide(1), wide(2), wide(3)});
        const auto split = [&]<int... group>(std::integer_sequence<int, group...>) {
            for (std::size_t k = 0; k < 4; ++k) ((rows[4 * group + k] = detail::partOf<group, 4>(r[k])), ...);
        };
        split(std::make_integer_sequence<int, width / 4>{});
    } else {
        for (std::size_t k = 0; k < width; ++k)
            rows[k] = Row<Real>{columns[0][k], columns[1][k], columns[2][k], columns[3][k]};
    }
    return rows;
}

template <class Real>
Columns8<Real> columnsOf(const Rows8<Real>& rows) {
    constexpr int width = Pack<Real>::size();
    Columns8<Real> out;
    if constexpr (width >= 8) {
        const auto wide = [&](std::size_t r) { return detail::wideRow<Real>(rows, r); };
        const auto a = detail::transposed<Real>(std::array{wide(0), wide(1), wide(2), wide(3)});
        constexpr std::size_t next = width / 2;
        const auto b =
            detail::transposed<Real>(std::array{wide(next), wide(next + 1), wide(next + 2), wide(next + 3)});
        using detail::EveryOther, detail::shuffle, detail::bitsAs;
        for (std::size_t c = 0; c < 4; ++c) {
            out.low[c] = bitsAs<Pack<Real>>(shuffle<EveryOther<0, width>, width>(a[c], b[c]));
            out.high[c] = bitsAs<Pack<Real>>(shuffle<EveryOther<1, width>, width>(a[c], b[c]));
        }
    } else {
        Rows<Real> low, high;
        for (std::size_t k = 0; k < width; ++k) {
            low[k] = detail::partOf<0, 4>(rows[k]);
            high[k] = detail::partOf<1, 4>(rows[k]);
        }
        out = {columnsOf<Real>(low), columnsOf<Real>(high)};
    }
    return out;
}

template <class Real>
Rows8<Real> rowsOf(const Columns8<Real>& columns) {
    constexpr int width = Pack<Real>::size();
    Rows8<Real> rows;
    if constexpr (width >= 8) {
        using Wide = detail::Vector<Real, width>;
        using detail::GroupsAlternating, detail::shuffle, detail::bitsAs;
        const auto half = [&]<int which>(std::integral_constant<int, which>) {
            const auto wide = [&](std::size_t c) {
                return shuffle<GroupsAlternating<which, width>, width>(bitsAs<Wide>(columns.low[c]),
                                                                       bitsAs<Wide>(columns.high[c]));
            };
            const auto r = detail::transposed<Real>(std::array{wide(0), wide(1), wide(2), wide(3)});
            for (std::size_t k = 0; k < 4; ++k)
                if constexpr (width == 8) {
                    rows[4 * which + k] = r[k];
                } else {
                    rows[8 * which + k] = detail::partOf<0, 8>(r[k]);
                    rows[8 * which + 4 + k] = detail::partOf<1, 8>(r[k]);
                }
        };
        half(std::integral_constant<int, 0>{});
        half(std::integral_constant<int, 1>{});
    } else {
        const Rows<Real> low = rowsOf<Real>(columns.low), high = rowsOf<Real>(columns.high);
        for (std::size_t k = 0; k < width; ++k) rows[k] = detail::join(low[k], high[k]);
    }
    return rows;
}

/// Loads as many consecutive vectors as a pack has lanes.
template <class Real>
Vec3<Pack<Real>> loadVectors(const Vec3<Real>* from) {
    constexpr std::size_t width = Pack<Real>::size();
    const Real* data = &from->x;
    Rows<Real> rows;
    for (std::size_t k = 0; k + 1 < width; ++k) std::memcpy(&rows[k], data + 3 * k, sizeof(Row<Real>));
    // Nothing may be read after the last vector, so it is loaded with the number before it.
    Row<Real> last;
    std::memcpy(&last, data + 3 * (width - 1) - 1, sizeof last);
    rows[width - 1] = __builtin_shufflevector(last, last, 1, 2, 3, 3);
    const Columns<Real> c = columnsOf<Real>(rows);
    return {c[0], c[1], c[2]};
}

template <class Real>
void storeVectors(Vec3<Real>* to, const Vec3<Pack<Real>>& v) {
    constexpr std::size_t width = Pack<Real>::size();
    const Rows<Real> rows = rowsOf<Real>(Columns<Real>{v.x, v.y, v.z, v.z});
    Real* data = &to->x;
    // Each store writes one number into the next vector; the store of that vector then overwrites it.
    for (std::size_t k = 0; k + 1 < width; ++k) std::memcpy(data + 3 * k, &rows[k], sizeof(Row<Real>));
    std::memcpy(data + 3 * (width - 1), &rows[width - 1], 3 * sizeof(Real));
}

}  // namespace talus
