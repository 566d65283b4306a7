#pragma once
// Only for *_simd.cpp files, as talus/math/simd.h.
#include <array>
#include <cstdint>
#include <utility>

#include "talus/math/transpose.h"
#include "talus/water/kernel/spline.h"
#include "talus/water/params.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/search/pair.h"

namespace talus::water {

using Floats = Pack<float>;

/// Decodes a pack of codes into byte offsets of rows of Quads. @param start first rows of the particle's runs
inline void decode(const std::uint16_t* codes, const std::uint32_t* start,
                   std::array<std::uint32_t, Floats::size()>& rows) {
    static_assert(sizeof(Quad<float>) == 16);
#ifdef __AVX512F__
    const __m512i code = _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(codes)));
    // Starts after those of the particle are read but not used.
    const __m512i low = _mm512_loadu_si512(start), high = _mm512_loadu_si512(start + 16);
    const __m512i run = _mm512_permutex2var_epi32(low, _mm512_srli_epi32(code, Code::index_bits), high);
    const __m512i index = _mm512_and_si512(code, _mm512_set1_epi32(Code::longest_run - 1));
    _mm512_storeu_si512(rows.data(), _mm512_slli_epi32(_mm512_add_epi32(run, index), 4));
#else
    for (std::size_t k = 0; k < Floats::size(); ++k) rows[k] = Code::row(codes[k], start) << 4;
#endif
    // Through memory: compilers extract the numbers from the register instead, which is three times as much
    // work.
    asm("" : "+m"(rows));
}

template <>
inline Floats fused<Floats>(const Floats& a, const Floats& b, const Floats& c) {
    using detail::bitsAs;
#if defined(__AVX512F__)
    return bitsAs<Floats>(_mm512_fmadd_ps(bitsAs<__m512>(a), bitsAs<__m512>(b), bitsAs<__m512>(c)));
#elif defined(__FMA__)
    return bitsAs<Floats>(_mm256_fmadd_ps(bitsAs<__m256>(a), bitsAs<__m256>(b), bitsAs<__m256>(c)));
#else
    return a * b + c;
#endif
}
template <>
inline Floats smaller<Floats>(const Floats& a, const Floats& b) {
    return std::experimental::min(a, b);
}

#ifdef __AVX__
/// One instruction instead of a comparison and a selection.
template <>
inline Floats larger<Floats>(const Floats& a, const Floats& b) {
    using detail::bitsAs;
#ifdef __AVX512F__
    return bitsAs<Floats>(_mm512_max_ps(bitsAs<__m512>(a), bitsAs<__m512>(b)));
#else
    return bitsAs<Floats>(_mm256_max_ps(bitsAs<__m256>(a), bitsAs<__m256>(b)));
#endif
}
#endif

/// Loads one row per lane. @param rows from decode()
inline Columns<float> loadQuads(const Quad<float>* quads, const std::uint32_t* rows) {
    // Makes the compiler reload `rows` from memory for each table: all of them do not fit the registers.
    asm("" : "+r"(rows) : : "memory");
    const auto row = [&](std::size_t k) {
        const void* at = reinterpret_cast<const std::byte*>(quads) + rows[k];
        return loadRow<Row<float>>(*static_cast<const Quad<float>*>(at));
    };
#ifdef __AVX512F__
    const auto pair = [&](std::size_t k) {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(row(k)), row(k + 4), 1);
    };
    const auto four = [&](std::size_t k) -> detail::Vector<float, 16> {
        return _mm512_castpd_ps(_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_castps_pd(pair(k))),
                                                   _mm256_castps_pd(pair(k + 8)), 1));
    };
    const auto columns = detail::transposed<float>(std::array{four(0), four(1), four(2), four(3)});
    return {detail::bitsAs<Floats>(columns[0]), detail::bitsAs<Floats>(columns[1]),
            detail::bitsAs<Floats>(columns[2]), detail::bitsAs<Floats>(columns[3])};
#else
    Rows<float> loaded;
    for (std::size_t k = 0; k < Floats::size(); ++k) loaded[k] = row(k);
    return columnsOf<float>(loaded);
#endif
}

/// The sums of four packs.
inline Quad<float> totals(const Floats& x, const Floats& y, const Floats& z, const Floats& w) {
#ifdef __AVX__
    const auto four = [](const Floats& v) {  // adds lanes whose indices differ by multiples of four
#ifdef __AVX512F__
        const auto wide = detail::bitsAs<__m512>(v);
        const __m256 half =
            _mm256_add_ps(_mm512_castps512_ps256(wide),
                          _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(wide), 1)));
#else
        const auto half = detail::bitsAs<__m256>(v);
#endif
        return _mm_add_ps(_mm256_castps256_ps128(half), _mm256_extractf128_ps(half, 1));
    };
    __m128 a = four(x), b = four(y), c = four(z), d = four(w);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    const __m128 sum = _mm_add_ps(_mm_add_ps(a, b), _mm_add_ps(c, d));
    return detail::bitsAs<Quad<float>>(sum);
#else
    using std::experimental::reduce;
    return {reduce(x), reduce(y), reduce(z), reduce(w)};
#endif
}
inline Vec3f totals(const Vec3<Floats>& v) { return totals(v.x, v.y, v.z, v.z).xyz(); }

/// Calls take(pair, rows) for all neighbours of a particle, a pack at a time; `rows` are for loadQuads.
/// Padding is farther away than any support.
/// @tparam repeats the domain is periodic
template <bool repeats, class Take>
inline void forNeighbours(const Neighbours& all, std::size_t i, Take take) {
    namespace stdx = std::experimental;
    const Quad<float> own = all.position_pressure[i];
    const auto part = [](const Floats& d, float period, float inverse) -> Floats {
        if constexpr (repeats)
            // Padding stays far away.
            return select<Floats>(stdx::abs(d) < Floats(far_away), d - period * stdx::round(d * inverse), d);
        else
            return d;
    };
    const std::uint32_t end = all.end_of[i];
    const std::uint32_t* const start = all.run_start + all.runs[i];
    std::array<std::uint32_t, Floats::size()> rows;
    for (std::uint32_t k = all.first[i]; k < end; k += static_cast<std::uint32_t>(Floats::size())) {
        decode(all.list + k, start, rows);
        const Columns<float> c = loadQuads(all.position_pressure, rows.data());
        const Vec3<Floats> from{part(own.x - c[0], all.period.x, all.inverse_period.x),
                                part(own.y - c[1], all.period.y, all.inverse_period.y),
                                part(own.z - c[2], all.period.z, all.inverse_period.z)};
        const Pair<Floats> pair = pairOf<Floats>(from, c[3]);
        take(pair, std::as_const(rows).data());
    }
}

/// Calls work(kernel, repeats) with the kernel of the scene, and std::true_type where the domain is
/// periodic.
template <class Work>
void withKernel(const Neighbours& all, Work work) {
    const auto pick = [&](const auto& kernel) {
        if (all.period == Vec3f{})
            work(kernel, std::false_type{});
        else
            work(kernel, std::true_type{});
    };
    if (all.kernel == Kernel::CubicSpline)
        pick(CubicSpline<float>(double{all.support}));
    else
        pick(WendlandC2<float>(double{all.support}));
}

}  // namespace talus::water
