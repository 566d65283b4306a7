#include <cstdint>
#include <string_view>

#include "talus/io/mims/mims_model.h"
#include "talus/scene/reader.h"

// Any text is a model, whose scene has the syntax and the keys of scenes, or an Error. (A scene may still be
// refused: for a step that is too long, or positions that are.)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto scene = talus::io::sceneOfMims(text, "model", 44100);
    if (!scene) return 0;
    const auto read = talus::scene::readScene(*scene, "model.toml", {}, talus::scene::Machine{});
    const std::string messages = read.diagnostics.format("model.toml", *scene);
    for (const char* of_syntax : {"unknown key", "unknown table", "Error while parsing"})
        if (messages.find(of_syntax) != std::string::npos) __builtin_trap();
    return 0;
}
