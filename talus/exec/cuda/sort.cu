#include "talus/exec/cuda/sort.h"

#include <bit>

#include <cub/device/device_radix_sort.cuh>

#include "talus/exec/cuda/device_array.h"
#include "talus/exec/cuda/reduce.cuh"
#include "talus/exec/device_memory.h"

namespace talus::exec::cuda {
namespace {

struct Scratch {
    DeviceArray<std::uint64_t> keys;
    DeviceArray<std::uint32_t> values;
    DeviceBuffer work;
};

struct DifferenceToFirst {
    View<const std::uint64_t> keys;
    TALUS_HD std::uint64_t operator()(std::size_t i) const { return keys[i] ^ keys[0]; }
};
struct BitwiseOr {
    static constexpr bool in_any_order = true;
    TALUS_HD std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return a | b; }
};

template <class T>
void copyBack(cub::DoubleBuffer<T> buffer, View<T> target) {
    if (buffer.Current() == target.data()) return;
    expect(
        cudaMemcpyAsync(target.data(), buffer.Current(), target.size() * sizeof(T), cudaMemcpyDeviceToDevice),
        "copying sorted items");
}

}  // namespace

void sortByKey(View<std::uint64_t> keys, View<std::uint32_t> values, std::shared_ptr<void>& kept) {
    if (kept == nullptr) kept = std::make_shared<Scratch>();
    Scratch& scratch = *static_cast<Scratch*>(kept.get());
    const std::size_t count = keys.size();
    requireMemory(scratch.keys.resize(count));
    requireMemory(scratch.values.resize(count));

    // Only the bits in which keys differ are sorted.
    const auto differing = reduce<2048>(count, std::uint64_t{0}, DifferenceToFirst{keys}, BitwiseOr{});
    if (differing == 0) return;
    const int first_bit = std::countr_zero(differing);
    const int last_bit = 64 - std::countl_zero(differing);

    cub::DoubleBuffer<std::uint64_t> both_keys(keys.data(), scratch.keys.view().data());
    cub::DoubleBuffer<std::uint32_t> both_values(values.data(), scratch.values.view().data());
    std::size_t bytes = 0;
    expect(
        cub::DeviceRadixSort::SortPairs(nullptr, bytes, both_keys, both_values, count, first_bit, last_bit),
        "sizing a sort");
    if (bytes > scratch.work.size()) requireMemory(scratch.work.resize(bytes));
    expect(cub::DeviceRadixSort::SortPairs(scratch.work.data(), bytes, both_keys, both_values, count,
                                           first_bit, last_bit),
           "starting a sort");
    copyBack(both_keys, keys);
    copyBack(both_values, values);
}

}  // namespace talus::exec::cuda
