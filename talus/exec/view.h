#pragma once
#include <cstddef>
#include <type_traits>

#include "talus/core/check.h"
#include "talus/core/host_device.h"

namespace talus::exec {

/// A view of `size` elements that another object owns. `View<const T>` reads, `View<T>` also writes.
template <class T>
class View {
  public:
    TALUS_HD constexpr View() = default;
    TALUS_HD constexpr View(T* data, std::size_t size) : data_(data), size_(size) {}
    /// A writable view converts to a read-only view.
    TALUS_HD constexpr operator View<const T>() const requires(!std::is_const_v<T>) { return {data_, size_}; }

    TALUS_HD constexpr T& operator[](std::size_t i) const {
#if defined(TALUS_VALIDATE) && !defined(__CUDA_ARCH__)
        TALUS_ASSERT(i < size_, "a view was read past its end");
#endif
        return data_[i];
    }
    TALUS_HD constexpr T* data() const { return data_; }
    TALUS_HD constexpr std::size_t size() const { return size_; }
    TALUS_HD constexpr bool empty() const { return size_ == 0; }
    TALUS_HD constexpr T* begin() const { return data_; }
    TALUS_HD constexpr T* end() const { return data_ + size_; }
    TALUS_HD constexpr View sub(std::size_t first, std::size_t count) const { return {data_ + first, count}; }

  private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace talus::exec
