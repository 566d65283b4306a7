#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace talus::test {

/// What a fuzzer gives, byte by byte; zeros behind its end.
struct Bytes {
    const std::uint8_t* data;
    std::size_t size;

    std::uint8_t next() {
        if (size == 0) return 0;
        --size;
        return *data++;
    }
};

/// Stops the fuzzer, which keeps the input.
inline void expect(bool fine) {
    if (!fine) std::abort();
}

}  // namespace talus::test
