// A hostile scene file, with a hostile --set in its first line: reading it ends in a scene or in errors that
// print, and what is read survives being written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "talus/scene/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace talus::scene;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const Machine machine{.memory_bytes = 16e9};
    const auto read = [&](std::string_view text, const std::vector<std::string>& overrides) {
        ReadResult result = readScene(text, "fuzz.toml", overrides, machine);
        if (result.scene.has_value() == result.diagnostics.hasErrors()) std::abort();
        for (const char c : result.diagnostics.format("fuzz.toml", text))
            if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f) std::abort();
        return result.scene;
    };
    if (const auto scene = read(input, {})) {
        const std::string text = writeResolved(*scene);
        const auto again = read(text, {});
        if (!again || writeResolved(*again) != text) std::abort();
    }
    if (const auto end = input.find('\n'); end != std::string_view::npos)
        read(input.substr(end + 1), {std::string(input.substr(0, end))});
    return 0;
}
