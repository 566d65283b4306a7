#include "talus/exec/sort.h"

#include <array>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"

#ifdef TALUS_CUDA
#include "talus/exec/cuda/sort.h"
#endif

namespace talus::exec {
namespace {

constexpr int digit_bits = 8;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
constexpr std::size_t chunk_size = 16384;

}  // namespace

void sort_by_key(const Exec& exec, View<std::uint64_t> keys, View<std::uint32_t> values,
                 SortScratch& scratch) {
    TALUS_ASSERT(keys.size() == values.size(), "keys and values differ in length");
    const std::size_t count = keys.size();
    if (count < 2) return;
#ifdef TALUS_CUDA
    if (exec.device() == Device::Cuda) return cuda::sortByKey(keys, values, scratch.device);
#endif
    scratch.keys.resize(count);
    scratch.values.resize(count);
    const std::size_t chunks = (count + chunk_size - 1) / chunk_size;
    scratch.counts.resize(digits * chunks);

    const std::uint64_t first = keys[0];
    const std::uint64_t differing = reduce(
        exec, count, std::uint64_t{0}, [&](std::size_t i) { return keys[i] ^ first; },
        [](std::uint64_t a, std::uint64_t b) { return a | b; });

    View<std::uint64_t> from_keys = keys, to_keys = scratch.keys.view();
    View<std::uint32_t> from_values = values, to_values = scratch.values.view();
    const View<std::uint32_t> counts = scratch.counts.view();
    for (int shift = 0; shift < 64; shift += digit_bits) {
        if (((differing >> shift) & (digits - 1)) == 0) continue;
        const auto digitOf = [shift](std::uint64_t key) { return (key >> shift) & (digits - 1); };
        // The scan over counts[digit * chunks + chunk] gives each chunk the positions of its keys of each
        // digit. So the chunks scatter in parallel, and equal keys keep their order.
        for_each_range(
            exec, count,
            [&](std::size_t begin, std::size_t end) {
                std::array<std::uint32_t, digits> own{};
                for (std::size_t i = begin; i < end; ++i) ++own[digitOf(from_keys[i])];
                for (std::size_t d = 0; d < digits; ++d) counts[d * chunks + begin / chunk_size] = own[d];
            },
            chunk_size);
        exclusive_scan<std::uint32_t>(exec, counts, counts);
        for_each_range(
            exec, count,
            [&](std::size_t begin, std::size_t end) {
                std::array<std::uint32_t, digits> next;
                for (std::size_t d = 0; d < digits; ++d) next[d] = counts[d * chunks + begin / chunk_size];
                for (std::size_t i = begin; i < end; ++i) {
                    const std::uint32_t position = next[digitOf(from_keys[i])]++;
                    to_keys[position] = from_keys[i];
                    to_values[position] = from_values[i];
                }
            },
            chunk_size);
        std::swap(from_keys, to_keys);
        std::swap(from_values, to_values);
    }
    if (from_keys.data() != keys.data())
        for_each(exec, count, [&](std::size_t i) {
            keys[i] = from_keys[i];
            values[i] = from_values[i];
        });
}

}  // namespace talus::exec
