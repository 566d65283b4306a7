#pragma once
#include "talus/exec/buffer.h"
#include "talus/exec/cuda/device_array.h"
#include "talus/exec/device_memory.h"
#include "talus/exec/exec.h"

namespace talus::exec {

/// An array of plain values in the memory in which the loops of an Exec run: a device's, or the host's. So
/// code that is made for a device runs on the processor as well, and can be tested there. Its views are for
/// those loops; the host reads and writes by copies.
template <class T>
class PlacedArray {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    explicit PlacedArray(Device where) : where_(where) {}

    /// New contents are undefined, and growing loses the old ones. Throws DeviceMemoryFull.
    void resize(std::size_t size) {
        if (where_ == Device::Cpu) return host_.resize(size);
        requireMemory(device_.resize(size));
    }
    /// Takes the size and the values of an array of the host.
    void assign(View<const T> values) {
        resize(values.size());
        if (values.empty()) return;
        if (where_ == Device::Cuda)
            device_.copyFrom(values);
        else
            std::memcpy(host_.data(), values.data(), values.size() * sizeof(T));
    }
    /// Copies all values to the host, when the loops under way are done. @pre values.size() == size()
    void copyTo(View<T> values) const {
        TALUS_ASSERT(values.size() == size(), "a copy and its original differ in length");
        if (values.empty()) return;
        if (where_ == Device::Cuda)
            device_.copyTo(values);
        else
            std::memcpy(values.data(), host_.data(), values.size() * sizeof(T));
    }
    void swap(PlacedArray& other) noexcept {
        std::swap(device_, other.device_);
        host_.swap(other.host_);
    }
    std::size_t size() const { return where_ == Device::Cpu ? host_.size() : device_.size(); }
    View<T> view() { return where_ == Device::Cpu ? host_.view() : device_.view(); }
    View<const T> view() const { return where_ == Device::Cpu ? host_.view() : device_.view(); }

  private:
    Device where_;
    Array<T> host_;
    cuda::DeviceArray<T> device_;
};

}  // namespace talus::exec
