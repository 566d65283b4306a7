// Findings about a hostile file: any text and any span must print, and stay free of control characters.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "talus/core/diagnostics.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    talus::SourceSpan span;
    if (size < sizeof(span)) return 0;
    std::memcpy(&span, data, sizeof(span));
    // Places come from a parser: never negative, and as far as a file is long.
    span.line = span.line & 0xffff;
    span.column = span.column & 0xffffff;
    span.length = span.length & 0xffffff;
    span.source = 0;
    const std::string text(reinterpret_cast<const char*>(data) + sizeof(span), size - sizeof(span));
    talus::Diagnostics findings;
    findings.error(span, "message", "hint");
    findings.warning({}, "elsewhere");
    findings.sortByPosition();
    for (const char c : findings.format("file", text)) {
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f) std::abort();
    }
    return 0;
}
