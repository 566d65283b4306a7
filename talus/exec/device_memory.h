#pragma once
#include <new>
#include <string>

#include "talus/core/result.h"

namespace talus::exec {

/// Thrown where a device has not enough free memory for an array. Code that runs steps on a device catches it
/// and reports it to the user.
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
