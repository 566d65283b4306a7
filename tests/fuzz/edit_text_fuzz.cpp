// A hostile --set in the first line, written into the hostile text below it: the result reads as the text
// does with this option, or there is an error.
#include <cstdint>
#include <string>

#include "talus/scene/reader.h"
#include "talus/settings/text/edit_text.h"
#include "tests/fuzz/bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace talus;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto end = input.find('\n');
    if (end == std::string_view::npos) return 0;
    const std::vector<std::string> options{std::string(input.substr(0, end))};
    const std::string_view text = input.substr(end + 1);
    const auto edited = settings::withOverrides(scene::registry(), text, options);
    if (!edited) {
        test::expect(edited.error().kind == ErrorKind::Input && !edited.error().message.empty());
        return 0;
    }
    const auto resolved = [](std::string_view of, const std::vector<std::string>& with) {
        const auto read = scene::readScene(of, "fuzz.toml", with, {.memory_bytes = 16e9});
        return read.scene ? scene::writeResolved(*read.scene) : "";
    };
    test::expect(resolved(*edited, {}) == resolved(text, options));
    return 0;
}
