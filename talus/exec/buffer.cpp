#include "talus/exec/buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace talus::exec {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21;

std::align_val_t alignmentFor(std::size_t bytes) {
    return std::align_val_t{bytes >= huge_page ? huge_page : cache_line};
}

std::byte* allocate(std::size_t bytes) {
    auto* data = static_cast<std::byte*>(::operator new(bytes, alignmentFor(bytes)));
    // Neighbouring grains are spread over many columns. With pages of 4 KiB most of a step's time would go
    // into address translation. The kernel may ignore the advice; only the speed depends on it.
    if (bytes >= huge_page) madvise(data, bytes, MADV_HUGEPAGE);
    return data;
}

void deallocate(std::byte* data, std::size_t bytes) {
    if (data != nullptr) ::operator delete(data, alignmentFor(bytes));
}

}  // namespace

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
    deallocate(data_, capacity_);
    data_ = nullptr;
    size_ = capacity_ = 0;
}

void Buffer::reserve(std::size_t bytes) {
    if (bytes <= capacity_) return;
    std::byte* grown = allocate(bytes);
    if (size_ > 0) std::memcpy(grown, data_, size_);
    deallocate(data_, capacity_);
    data_ = grown;
    capacity_ = bytes;
}

void Buffer::resize(std::size_t bytes) {
    if (bytes > capacity_) reserve(size_ == 0 ? bytes : std::max(bytes, capacity_ + capacity_ / 4));
    if (bytes > size_) std::memset(data_ + size_, 0, bytes - size_);
    size_ = bytes;
}

}  // namespace talus::exec
