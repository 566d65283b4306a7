#pragma once
#include <new>
#include <string>

#include "talus/core/result.h"

namespace talus::exec {

/// A device has no room for what a loop needs. Whoever runs the loops catches it and tells the user.
class DeviceMemoryFull : public std::bad_alloc {
  public:
    explicit DeviceMemoryFull(std::string message) : message_(std::move(message)) {}
    const char* what() const noexcept override { return message_.c_str(); }

  private:
    std::string message_;
};

/// Throws DeviceMemoryFull where an allocation failed.
inline void requireMemory(const Status& allocated) {
    if (!allocated.ok()) throw DeviceMemoryFull(allocated.error().message);
}

}  // namespace talus::exec
