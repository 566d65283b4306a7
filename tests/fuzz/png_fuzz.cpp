#include "talus/io/image.h"
#include "tests/fuzz/memory_file.h"

// Any bytes give a value or an Error, never a crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const talus::fuzz::MemoryFile file(data, size);
    (void)talus::io::readPng(file.path()).ok();
    return 0;
}
