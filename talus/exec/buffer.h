#pragma once
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "talus/exec/view.h"

namespace talus::exec {

/// Raw bytes, aligned to a cache line, that grow like a std::vector. Growing keeps the contents; new bytes
/// are zero. Owns its memory; copies are deep.
class Buffer {
  public:
    Buffer() = default;
    Buffer(const Buffer& other);
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer other) noexcept;
    ~Buffer();

    /// Changes the size [bytes]. Growing beyond the capacity moves the contents.
    void resize(std::size_t bytes);
    void reserve(std::size_t bytes);
    /// Frees the memory.
    void release();

    std::byte* data() { return data_; }
    const std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }

  private:
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// An array of values of a trivially copyable type in a Buffer.
template <class T>
class Array {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    Array() = default;
    explicit Array(std::size_t size) { resize(size); }
    /// New elements are zero.
    void resize(std::size_t size) { buffer_.resize(size * sizeof(T)); }
    void reserve(std::size_t size) { buffer_.reserve(size * sizeof(T)); }
    void clear() { buffer_.resize(0); }
    void release() { buffer_.release(); }
    std::size_t size() const { return buffer_.size() / sizeof(T); }
    bool empty() const { return size() == 0; }
    std::size_t capacityBytes() const { return buffer_.capacity(); }

    T* data() { return reinterpret_cast<T*>(buffer_.data()); }
    const T* data() const { return reinterpret_cast<const T*>(buffer_.data()); }
    T& operator[](std::size_t i) { return view()[i]; }
    const T& operator[](std::size_t i) const { return view()[i]; }
    View<T> view() { return {data(), size()}; }
    View<const T> view() const { return {data(), size()}; }
    void swap(Array& other) noexcept { std::swap(buffer_, other.buffer_); }

  private:
    Buffer buffer_;
};

}  // namespace talus::exec
