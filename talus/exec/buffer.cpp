#include "talus/exec/buffer.h"

#include <algorithm>
#include <new>

namespace talus::exec {
namespace {
constexpr std::align_val_t cache_line{64};
}

Buffer::Buffer(const Buffer& other) {
    resize(other.size_);
    if (other.size_ > 0) std::memcpy(data_, other.data_, other.size_);
}

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

Buffer& Buffer::operator=(Buffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
}

Buffer::~Buffer() { release(); }

void Buffer::release() {
    if (data_ != nullptr) ::operator delete(data_, cache_line);
    data_ = nullptr;
    size_ = capacity_ = 0;
}

void Buffer::reserve(std::size_t bytes) {
    if (bytes <= capacity_) return;
    auto* grown = static_cast<std::byte*>(::operator new(bytes, cache_line));
    if (size_ > 0) std::memcpy(grown, data_, size_);
    if (data_ != nullptr) ::operator delete(data_, cache_line);
    data_ = grown;
    capacity_ = bytes;
}

void Buffer::resize(std::size_t bytes) {
    if (bytes > capacity_) reserve(size_ == 0 ? bytes : std::max(bytes, capacity_ + capacity_ / 4));
    if (bytes > size_) std::memset(data_ + size_, 0, bytes - size_);
    size_ = bytes;
}

}  // namespace talus::exec
