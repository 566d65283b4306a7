#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace talus {

/// A running 64-bit hash (XXH3) of bytes, in the order in which they are added.
class Hasher {
  public:
    Hasher();
    ~Hasher();
    Hasher(const Hasher&) = delete;
    Hasher& operator=(const Hasher&) = delete;

    void add(const void* bytes, std::size_t count);
    std::uint64_t value() const;

  private:
    void* state_;
};

/// Sixteen lower-case hexadecimal digits.
std::string hexadecimal(std::uint64_t value);

}  // namespace talus
