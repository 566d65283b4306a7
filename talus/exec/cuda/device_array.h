#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include "talus/core/result.h"
#include "talus/exec/view.h"

namespace talus::exec::cuda {

/// Raw bytes in the memory of the device. Owns them; can be moved, not copied.
class DeviceBuffer {
  public:
    DeviceBuffer() = default;
    DeviceBuffer(DeviceBuffer&& other) noexcept;
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;
    ~DeviceBuffer();

    /// Changes the size [bytes]. Growing beyond the capacity loses the contents. Error where the device is
    /// full.
    Status resize(std::size_t bytes);
    /// Waits for running loops, then copies the first `bytes`. @pre bytes <= size()
    void copyFrom(const void* host, std::size_t bytes);
    void copyTo(void* host, std::size_t bytes) const;

    void* data() const { return data_; }
    std::size_t size() const { return size_; }

  private:
    void* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// An array of trivially copyable values in the memory of the device. Only kernels may use its views, not the
/// host.
template <class T>
class DeviceArray {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    /// New contents are undefined until written.
    Status resize(std::size_t size) { return buffer_.resize(size * sizeof(T)); }
    /// Takes the size and the values of an array in the memory of the host.
    Status assign(View<const T> host) {
        Status resized = resize(host.size());
        if (resized) copyFrom(host);
        return resized;
    }
    /// @pre host.size() <= size()
    void copyFrom(View<const T> host) { buffer_.copyFrom(host.data(), host.size() * sizeof(T)); }
    /// @pre host.size() == size()
    void copyTo(View<T> host) const {
        TALUS_ASSERT(host.size() == size(), "host and device arrays differ in length");
        buffer_.copyTo(host.data(), host.size() * sizeof(T));
    }
    std::size_t size() const { return buffer_.size() / sizeof(T); }
    View<T> view() { return {static_cast<T*>(buffer_.data()), size()}; }
    View<const T> view() const { return {static_cast<const T*>(buffer_.data()), size()}; }

  private:
    DeviceBuffer buffer_;
};

}  // namespace talus::exec::cuda
