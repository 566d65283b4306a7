#pragma once
#include "talus/exec/buffer.h"
#include "talus/exec/cuda/device_array.h"
#include "talus/exec/device_memory.h"
#include "talus/exec/exec.h"

namespace talus::exec {

/// An array of trivially copyable values in the memory of a device or of the host. With it, code made for a
/// device also runs on the processor and can be tested there. Only loops on that device may use its views;
/// the host reads and writes by copies.
template <class T>
class DeviceOrHostArray {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    explicit DeviceOrHostArray(Device location) : location_(location) {}

    /// New values are undefined, and growing loses the old ones. Throws DeviceMemoryFull.
    void resize(std::size_t size) {
        if (location_ == Device::Cpu) return host_.resize(size);
        requireMemory(device_.resize(size));
    }
    /// Takes the size and the values of an array in the memory of the host.
    void assign(View<const T> values) {
        resize(values.size());
        if (values.empty()) return;
        if (location_ == Device::Cuda)
            device_.copyFrom(values);
        else
            std::memcpy(host_.data(), values.data(), values.size() * sizeof(T));
    }
    /// Waits for running loops, then copies all values to the host. @pre values.size() == size()
    void copyTo(View<T> values) const {
        TALUS_ASSERT(values.size() == size(), "a copy and its original differ in length");
        if (values.empty()) return;
        if (location_ == Device::Cuda)
            device_.copyTo(values);
        else
            std::memcpy(values.data(), host_.data(), values.size() * sizeof(T));
    }
    void swap(DeviceOrHostArray& other) noexcept {
        std::swap(device_, other.device_);
        host_.swap(other.host_);
    }
    std::size_t size() const { return location_ == Device::Cpu ? host_.size() : device_.size(); }
    View<T> view() { return location_ == Device::Cpu ? host_.view() : device_.view(); }
    View<const T> view() const { return location_ == Device::Cpu ? host_.view() : device_.view(); }

  private:
    Device location_;
    Array<T> host_;
    cuda::DeviceArray<T> device_;
};

}  // namespace talus::exec
