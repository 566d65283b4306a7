#pragma once
#include <cstdint>
#include <vector>

#include "talus/exec/for_each.h"
#include "talus/exec/view.h"

#ifdef __CUDACC__
#include "talus/exec/cuda/reduce.cuh"
#include "talus/exec/cuda/scan.h"
#endif

namespace talus::exec {
#ifdef __CUDACC__
inline namespace either_device {  // as in for_each.h
#endif

/// Combines value(i) over [0, count) in a fixed order: within chunks of `default_grain` items from left to
/// right, then the chunks from left to right. The result has the same bits for any number of threads.
/// @param identity combine(identity, v) == v
template <class T, class Value, class Combine>
T reduce(const Exec& exec, std::size_t count, T identity, Value value, Combine combine) {
#ifdef __CUDACC__
    if (exec.device() == Device::Cuda) return cuda::reduce<default_grain>(count, identity, value, combine);
#endif
    const std::size_t chunks = (count + default_grain - 1) / default_grain;
    struct Partial {  // a std::vector<bool> would pack the values of several threads into one word
        T sum;
    };
    std::vector<Partial> partials(chunks, Partial{identity});
    for_each_range(exec, count, [&](std::size_t begin, std::size_t end) {
        T sum = identity;
        for (std::size_t i = begin; i < end; ++i) sum = combine(sum, value(i));
        partials[begin / default_grain].sum = sum;
    });
    T total = identity;
    for (const Partial& partial : partials) total = combine(total, partial.sum);
    return total;
}

struct Plus {
    template <class T>
    TALUS_HD T operator()(const T& a, const T& b) const {
        return a + b;
    }
};

// These give the same bits in any order, so a device combines values in a tree, which is faster.
struct Larger {
    static constexpr bool in_any_order = true;
    template <class T>
    TALUS_HD T operator()(const T& a, const T& b) const {
        return a < b ? b : a;
    }
};
struct Smaller {
    static constexpr bool in_any_order = true;
    template <class T>
    TALUS_HD T operator()(const T& a, const T& b) const {
        return b < a ? b : a;
    }
};
/// Bitwise or.
struct Either {
    static constexpr bool in_any_order = true;
    TALUS_HD std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a | b; }
};

/// Sums value(i) over [0, count), in reduce's fixed order.
template <class T, class Value>
T sum(const Exec& exec, std::size_t count, T zero, Value value) {
    return reduce(exec, count, zero, value, Plus{});
}

/// out[i] = in[0] + ... + in[i-1]; returns the sum of all. `in` and `out` may be the same memory. On the
/// device T is an unsigned integer of 32 or 64 bits.
template <class T>
T exclusive_scan(const Exec& exec, View<const T> in, View<T> out) {
#ifdef __CUDACC__
    if (exec.device() == Device::Cuda) return cuda::exclusiveScan(in, out);
#endif
    const std::size_t count = in.size();
    std::vector<T> offset((count + default_grain - 1) / default_grain);
    for_each_range(exec, count, [&](std::size_t begin, std::size_t end) {
        T total{};
        for (std::size_t i = begin; i < end; ++i) total += in[i];
        offset[begin / default_grain] = total;
    });
    T total{};
    for (T& chunk : offset) {
        const T own = chunk;
        chunk = total;
        total += own;
    }
    for_each_range(exec, count, [&](std::size_t begin, std::size_t end) {
        T running = offset[begin / default_grain];
        for (std::size_t i = begin; i < end; ++i) {
            const T own = in[i];
            out[i] = running;
            running += own;
        }
    });
    return total;
}

#ifdef __CUDACC__
}  // namespace either_device
#endif
}  // namespace talus::exec
