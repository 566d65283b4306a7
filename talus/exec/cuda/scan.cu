#include "talus/exec/cuda/scan.h"

#include <cub/device/device_scan.cuh>

#include "talus/exec/cuda/device_array.h"
#include "talus/exec/cuda/status.h"
#include "talus/exec/device_memory.h"

namespace talus::exec::cuda {
namespace {

template <class T>
T valueAt(const T* address) {
    T value{};
    expect(cudaMemcpy(&value, address, sizeof(T), cudaMemcpyDeviceToHost), "copying from the device");
    return value;
}

template <class T>
T scan(View<const T> in, View<T> out) {
    const std::size_t count = in.size();
    if (count == 0) return T{};
    const T last = valueAt(in.data() + count - 1);  // read first: `out` may be the same memory
    std::size_t bytes = 0;
    expect(cub::DeviceScan::ExclusiveSum(nullptr, bytes, in.data(), out.data(), count), "sizing a scan");
    DeviceBuffer scratch;
    requireMemory(scratch.resize(bytes));
    expect(cub::DeviceScan::ExclusiveSum(scratch.data(), bytes, in.data(), out.data(), count),
           "starting a scan");
    return valueAt(static_cast<const T*>(out.data()) + count - 1) + last;
}

}  // namespace

std::uint32_t exclusiveScan(View<const std::uint32_t> in, View<std::uint32_t> out) { return scan(in, out); }
std::uint64_t exclusiveScan(View<const std::uint64_t> in, View<std::uint64_t> out) { return scan(in, out); }

}  // namespace talus::exec::cuda
