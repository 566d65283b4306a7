#pragma once
#include <array>

#include "talus/grains/contact_forces.h"
#include "talus/grains/pair_force.h"

namespace talus::grains {

/// Contacts of one block that touch and have one law, gathered so that the law's loop has work in every
/// lane.
struct TouchingRows {
    static constexpr std::size_t capacity = 1024;
    std::array<std::uint32_t, capacity> grain;
    std::array<std::uint32_t, capacity> row;
    std::size_t count = 0;
};

/// Goes through the rows of the grains [first, last) in order; springs of pairs that do not touch are
/// reset, and `flush(rows)` gets those that touch, a buffer at a time.
template <class Flush>
void forTouchingRows(const ContactViews& v, std::size_t first, std::size_t last, Flush flush) {
    TouchingRows rows;
    Vec3d ignored;
    std::size_t row = first == 0 ? 0 : v.contacts_end[first - 1];
    for (std::size_t i = first; i < last; ++i) {
        const Vec3d x = v.position[i];
        const double a = v.radius[i];
        const std::size_t end = v.contacts_end[i];
        while (row < end) {
            const std::size_t stop = std::min(end, row + TouchingRows::capacity - rows.count);
            for (; row < stop; ++row) {
                const std::size_t j = v.partner[row];
                const double reach = a + v.radius[j];
                const bool touches = squaredLength(x - v.position[j]) < reach * reach;
                rows.grain[rows.count] = static_cast<std::uint32_t>(i);
                rows.row[rows.count] = static_cast<std::uint32_t>(row);
                rows.count += touches;
                // No branch: whether a listed pair touches is as good as random to the processor.
                Vec3d* const reset = touches ? &ignored : &v.spring[row];
                *reset = {};
            }
            if (rows.count == TouchingRows::capacity) {
                flush(rows);
                rows.count = 0;
            }
        }
    }
    if (rows.count > 0) flush(rows);
}

/// Two touching grains in the terms of the law. @param inverse_mass_sum 1/(m_i + m_j)
template <class V>
Touch<V> touchOf(const Vec3<V>& x, const Vec3<V>& u, const Vec3<V>& w_i, const Vec3<V>& w_j, const V& a_i,
                 const V& a_j, const V& m_i, const V& m_j, bool spin) {
    using std::sqrt;
    const V distance = sqrt(squaredLength(x));
    Touch<V> touch;
    touch.overlap = a_i + a_j - distance;
    touch.normal = x * (V(1) / distance);
    touch.effective_mass = m_i * m_j / (m_i + m_j);
    touch.velocity = spin ? u - cross(w_i * a_i + w_j * a_j, touch.normal) : u;
    return touch;
}

/// Calls loop(Law{}) for the law, so that it is known when the loop is compiled.
template <class Loop>
void withLaw(Law law, Loop loop) {
    switch (law) {
        case Law::LeeHerrmann: return loop(LeeHerrmann{});
        case Law::Linear: return loop(Linear{});
    }
}

}  // namespace talus::grains
