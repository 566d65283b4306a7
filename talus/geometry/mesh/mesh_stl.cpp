// STL: triangles without shared points. Binary: 80 bytes, a count, 50 bytes a triangle (normal, corners, two
// bytes more), little-endian; text: "vertex x y z" three times a facet.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "talus/geometry/mesh/mesh_file.h"
#include "talus/geometry/mesh/mesh_text.h"

namespace talus::geometry {
namespace {

constexpr std::size_t header = 84, record = 50;

Mesh binary(std::string_view bytes, std::uint32_t count) {
    Mesh mesh;
    mesh.points.reserve(std::size_t{3} * count);
    mesh.triangles.reserve(count);
    for (std::uint32_t t = 0; t < count; ++t) {
        std::array<float, 9> corners;
        std::memcpy(corners.data(), bytes.data() + header + t * record + 3 * sizeof(float), sizeof corners);
        for (std::size_t c = 0; c < 9; c += 3)
            mesh.points.push_back({double{corners[c]}, double{corners[c + 1]}, double{corners[c + 2]}});
        mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return mesh;
}

/// Whether a word is `wanted`, in lower or upper case: some programs write everything in capitals.
bool isWord(std::string_view word, std::string_view wanted) {
    return std::equal(word.begin(), word.end(), wanted.begin(), wanted.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

bool isText(std::string_view bytes) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && isWord(bytes.substr(first, 5), "solid");
}

Result<Mesh> text(std::string_view bytes) {
    const auto wrong = [](std::size_t line, const char* what) {
        return Error{ErrorKind::Input, fmt::format("line {} {}", line, what)};
    };
    Mesh mesh;
    MeshText in(bytes);
    bool ended = false;
    while (in.nextLine()) {
        const std::string_view word = in.word();
        ended = ended || isWord(word, "endsolid");
        if (!isWord(word, "vertex")) continue;
        const auto x = in.number<double>(), y = in.number<double>(), z = in.number<double>();
        if (!x || !y || !z) return wrong(in.lineNumber(), "must be: vertex x y z");
        if (mesh.points.size() >= ~std::uint32_t{0} - 3)
            return wrong(in.lineNumber(), "has a point too many: at most 4294967292 are possible");
        mesh.points.push_back({*x, *y, *z});
    }
    if (!ended || mesh.points.size() % 3 != 0)
        return Error{ErrorKind::Input, "it ends too early; write or copy it again"};
    for (std::uint32_t p = 0; p < mesh.points.size(); p += 3) mesh.triangles.push_back({p, p + 1, p + 2});
    return mesh;
}

}  // namespace

Result<Mesh> parseStl(std::string_view bytes) {
    std::uint32_t count = 0;
    if (bytes.size() >= header) std::memcpy(&count, bytes.data() + header - 4, 4);
    // Binary files may also begin with "solid". A file of exactly the length that it states is binary.
    if (bytes.size() >= header && bytes.size() == header + std::size_t{count} * record)
        return binary(bytes, count);
    if (isUtf16(bytes)) return Error{ErrorKind::Input, utf16_advice};
    if (isText(withoutByteOrderMark(bytes))) return text(bytes);
    if (bytes.size() < header) return Error{ErrorKind::Input, "it is too short for an STL file"};
    return Error{ErrorKind::Input,
                 fmt::format("it states {} triangles, which take {} bytes, but has {} bytes; write or "
                             "copy it again",
                             count, header + std::size_t{count} * record, bytes.size())};
}

}  // namespace talus::geometry
