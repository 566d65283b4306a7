#pragma once
#include <utility>

#include <unistd.h>

namespace talus::io {

/// The descriptor of an open file or folder. The destructor closes it.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int value) : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    ~Descriptor() { close(); }

    explicit operator bool() const { return value_ >= 0; }
    int get() const { return value_; }
    /// Gives up ownership: the caller must close it.
    int release() { return std::exchange(value_, -1); }
    /// Closes it. Returns the result of close(2); 0 where nothing is open.
    int close() { return value_ >= 0 ? ::close(std::exchange(value_, -1)) : 0; }

  private:
    int value_ = -1;
};

}  // namespace talus::io
