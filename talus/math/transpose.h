#pragma once
// Only for *_simd.cpp files, as talus/math/simd.h.
#include <algorithm>
#include <array>
#include <cstring>

#include "talus/math/quad.h"
#include "talus/math/simd.h"

// Rows wider than the processor's registers never leave a translation unit.
#pragma GCC diagnostic ignored "-Wpsabi"

// Between rows of four numbers, as they lie in memory, and packs, as formulas want them: eight loads and a
// dozen shuffles where loads lane by lane would be thirty-two loads and as many inserts.
namespace talus {

/// Four doubles in one register (or two, as the processor has them).
using Row4 = double __attribute__((vector_size(32)));
using Row8 = double __attribute__((vector_size(64)));

inline Row4 loadRow(const Quad& from) {
    Row4 row;
    std::memcpy(&row, __builtin_assume_aligned(&from, alignof(Quad)), sizeof row);
    return row;
}
inline void storeRow(Quad& to, const Row4& row) {
    std::memcpy(__builtin_assume_aligned(&to, alignof(Quad)), &row, sizeof row);
}

/// Column c of the rows, one lane a row.
template <std::size_t width>
using Rows = std::array<Row4, width>;
using Columns = std::array<Pack, 4>;

namespace detail {

/// The same bits as another type. The widths that a processor does not have are compiled as well, up to here.
template <class To, class From>
To bitsAs(const From& from) {
    static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
    To to;
    std::memcpy(static_cast<void*>(&to), &from, std::min(sizeof to, sizeof from));
    return to;
}

inline Row8 join(const Row4& a, const Row4& b) {
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline Row4 lowHalf(const Row8& a) { return __builtin_shufflevector(a, a, 0, 1, 2, 3); }
inline Row4 highHalf(const Row8& a) { return __builtin_shufflevector(a, a, 4, 5, 6, 7); }

/// 4x4 transposition; of eight numbers a row, both halves at once.
inline std::array<Row4, 4> transposed(const std::array<Row4, 4>& r) {
    const Row4 a = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6);
    const Row4 b = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7);
    const Row4 c = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6);
    const Row4 d = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
    return {__builtin_shufflevector(a, c, 0, 1, 4, 5), __builtin_shufflevector(b, d, 0, 1, 4, 5),
            __builtin_shufflevector(a, c, 2, 3, 6, 7), __builtin_shufflevector(b, d, 2, 3, 6, 7)};
}
inline std::array<Row8, 4> transposed(const std::array<Row8, 4>& r) {
    const Row8 a = __builtin_shufflevector(r[0], r[1], 0, 8, 2, 10, 4, 12, 6, 14);
    const Row8 b = __builtin_shufflevector(r[0], r[1], 1, 9, 3, 11, 5, 13, 7, 15);
    const Row8 c = __builtin_shufflevector(r[2], r[3], 0, 8, 2, 10, 4, 12, 6, 14);
    const Row8 d = __builtin_shufflevector(r[2], r[3], 1, 9, 3, 11, 5, 13, 7, 15);
    return {__builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13),
            __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13),
            __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15),
            __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15)};
}

}  // namespace detail

template <std::size_t width>
Columns columnsOf(const Rows<width>& rows) {
    if constexpr (width == 8) {
        const auto c = detail::transposed(
            std::array<Row8, 4>{detail::join(rows[0], rows[4]), detail::join(rows[1], rows[5]),
                                detail::join(rows[2], rows[6]), detail::join(rows[3], rows[7])});
        return {detail::bitsAs<Pack>(c[0]), detail::bitsAs<Pack>(c[1]), detail::bitsAs<Pack>(c[2]),
                detail::bitsAs<Pack>(c[3])};
    } else if constexpr (width == 4) {
        const auto c = detail::transposed(rows);
        return {detail::bitsAs<Pack>(c[0]), detail::bitsAs<Pack>(c[1]), detail::bitsAs<Pack>(c[2]),
                detail::bitsAs<Pack>(c[3])};
    } else {
        const auto column = [&](int c) { return Pack([&](auto k) { return rows[k][c]; }); };
        return {column(0), column(1), column(2), column(3)};
    }
}

template <std::size_t width>
Rows<width> rowsOf(const Columns& columns) {
    if constexpr (width == 8) {
        const auto r = detail::transposed(
            std::array<Row8, 4>{detail::bitsAs<Row8>(columns[0]), detail::bitsAs<Row8>(columns[1]),
                                detail::bitsAs<Row8>(columns[2]), detail::bitsAs<Row8>(columns[3])});
        return {detail::lowHalf(r[0]),  detail::lowHalf(r[1]),  detail::lowHalf(r[2]),
                detail::lowHalf(r[3]),  detail::highHalf(r[0]), detail::highHalf(r[1]),
                detail::highHalf(r[2]), detail::highHalf(r[3])};
    } else if constexpr (width == 4) {
        return detail::transposed(
            std::array<Row4, 4>{detail::bitsAs<Row4>(columns[0]), detail::bitsAs<Row4>(columns[1]),
                                detail::bitsAs<Row4>(columns[2]), detail::bitsAs<Row4>(columns[3])});
    } else {
        Rows<width> rows;
        for (std::size_t k = 0; k < width; ++k)
            rows[k] = Row4{columns[0][k], columns[1][k], columns[2][k], columns[3][k]};
        return rows;
    }
}

/// As many vectors in a row of memory as a pack has lanes.
inline Vec3<Pack> loadVectors(const Vec3d* from) {
    constexpr std::size_t width = Pack::size();
    const double* data = &from->x;
    Rows<width> rows;
    for (std::size_t k = 0; k + 1 < width; ++k) std::memcpy(&rows[k], data + 3 * k, sizeof(Row4));
    // The last one ends the memory: it is read with the number before it.
    Row4 last;
    std::memcpy(&last, data + 3 * (width - 1) - 1, sizeof last);
    rows[width - 1] = __builtin_shufflevector(last, last, 1, 2, 3, 3);
    const Columns c = columnsOf<width>(rows);
    return {c[0], c[1], c[2]};
}

inline void storeVectors(Vec3d* to, const Vec3<Pack>& v) {
    constexpr std::size_t width = Pack::size();
    const Rows<width> rows = rowsOf<width>({v.x, v.y, v.z, v.z});
    double* data = &to->x;
    // Each store spills one number into the next vector, whose own store then puts it right.
    for (std::size_t k = 0; k + 1 < width; ++k) std::memcpy(data + 3 * k, &rows[k], sizeof(Row4));
    std::memcpy(data + 3 * (width - 1), &rows[width - 1], 3 * sizeof(double));
}

}  // namespace talus
