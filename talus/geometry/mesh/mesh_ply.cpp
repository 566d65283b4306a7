// PLY: a header that lists elements and their properties, then their values as text or binary of either byte
// order. Only x, y, z of the vertices and the list of corners of the faces are kept.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "talus/core/whole_number.h"
#include "talus/geometry/mesh/mesh_file.h"
#include "talus/geometry/mesh/mesh_text.h"
#include "talus/geometry/polygon.h"

namespace talus::geometry {
namespace {

enum class Type { I8, U8, I16, U16, I32, U32, F32, F64 };

std::optional<Type> typeOf(std::string_view name) {
    constexpr std::pair<std::string_view, Type> names[] = {
        {"char", Type::I8},   {"int8", Type::I8},     {"uchar", Type::U8},   {"uint8", Type::U8},
        {"short", Type::I16}, {"int16", Type::I16},   {"ushort", Type::U16}, {"uint16", Type::U16},
        {"int", Type::I32},   {"int32", Type::I32},   {"uint", Type::U32},   {"uint32", Type::U32},
        {"float", Type::F32}, {"float32", Type::F32}, {"double", Type::F64}, {"float64", Type::F64}};
    for (const auto& [word, type] : names)
        if (word == name) return type;
    return std::nullopt;
}

struct Property {
    std::string_view name;
    Type type = Type::F32;
    std::optional<Type> count;  ///< of a list: the type of its length
};

struct Element {
    std::string_view name;
    std::uint64_t count = 0;
    std::vector<Property> properties;
};

/// Reads the values after the header one after another, in any of the encodings.
class Values {
  public:
    enum class Encoding { Text, Little, Big };
    Values(std::string_view bytes, Encoding encoding) : bytes_(bytes), text_(bytes), encoding_(encoding) {}

    std::optional<double> next(Type type) {
        if (encoding_ == Encoding::Text) {
            for (;;) {
                const std::string_view word = text_.word();
                if (!word.empty()) return MeshText::parseNumber<double>(word);
                if (!text_.nextLine()) return std::nullopt;
            }
        }
        switch (type) {
            case Type::I8: return binary<std::int8_t>();
            case Type::U8: return binary<std::uint8_t>();
            case Type::I16: return binary<std::int16_t>();
            case Type::U16: return binary<std::uint16_t>();
            case Type::I32: return binary<std::int32_t>();
            case Type::U32: return binary<std::uint32_t>();
            case Type::F32: return binary<float>();
            case Type::F64: return binary<double>();
        }
        return std::nullopt;
    }

  private:
    template <class T>
    std::optional<double> binary() {
        std::array<char, sizeof(T)> raw;
        if (bytes_.size() < raw.size()) return std::nullopt;
        std::copy_n(bytes_.begin(), raw.size(), raw.begin());
        bytes_.remove_prefix(raw.size());
        if (encoding_ == Encoding::Big) std::reverse(raw.begin(), raw.end());
        T value;
        std::memcpy(&value, raw.data(), sizeof(T));
        return static_cast<double>(value);
    }

    std::string_view bytes_;
    MeshText text_;
    Encoding encoding_;
};

Error wrong(std::string message) { return {ErrorKind::Input, std::move(message)}; }

struct Header {
    Values::Encoding encoding = Values::Encoding::Text;
    std::vector<Element> elements;
};

Result<Header> readHeader(MeshText& in) {
    Header header;
    const auto bad = [&](const char* what) {
        return wrong(fmt::format("line {} of its header {}", in.lineNumber(), what));
    };
    if (!in.nextLine() || in.word() != "ply") return wrong("it does not begin with 'ply'");
    bool has_format = false;
    while (in.nextLine()) {
        const std::string_view word = in.word();
        if (word == "end_header") {
            if (!has_format) return wrong("its header does not give the format");
            return header;
        }
        if (word == "format") {
            const std::string_view format = in.word();
            has_format =
                format == "ascii" || format == "binary_little_endian" || format == "binary_big_endian";
            if (!has_format) return bad("names an unknown format");
            header.encoding = format == "ascii"               ? Values::Encoding::Text
                              : format == "binary_big_endian" ? Values::Encoding::Big
                                                              : Values::Encoding::Little;
        } else if (word == "element") {
            const std::string_view name = in.word();
            const auto count = in.number<std::uint64_t>();
            if (!count) return bad("does not give the number of elements");
            header.elements.push_back({name, *count, {}});
        } else if (word == "property") {
            if (header.elements.empty()) return bad("is a property without an element");
            Property property;
            std::string_view type = in.word();
            if (type == "list") {
                property.count = typeOf(in.word());
                if (!property.count) return bad("has a list whose length has an unknown type");
                type = in.word();
            }
            const auto known = typeOf(type);
            if (!known) return bad("has an unknown type");
            property.type = *known;
            property.name = in.word();
            header.elements.back().properties.push_back(property);
        }
    }
    return wrong("its header has no end");
}

/// Reads a list of an element into `corners`; null skips it. Error `cut` at the end of the file.
Status readList(Values& values, const Property& property, std::vector<double>* corners, const Error& cut) {
    const auto given = values.next(*property.count);
    if (!given) return cut;
    const auto length = wholeNumber<std::uint64_t>(*given);
    if (!length) return wrong(fmt::format("one of its lists has the length {}", *given));
    for (std::uint64_t k = 0; k < *length; ++k) {
        const auto value = values.next(property.type);
        if (!value) return cut;
        if (corners) corners->push_back(*value);
    }
    return success();
}

}  // namespace

Result<Mesh> parsePly(std::string_view bytes) {
    MeshText in(bytes);
    const Result<Header> header = readHeader(in);
    if (!header) return header.error();
    Values values(in.rest(), header->encoding);
    const Error cut = wrong("it is shorter than its header says; write or copy it again");
    Mesh mesh;
    std::vector<double> corners;
    // Faces may come before the points, so they are kept until all points are read.
    std::vector<std::uint32_t> all_corners;
    std::vector<std::size_t> ends;
    for (const Element& element : header->elements) {
        const bool vertices = element.name == "vertex", faces = element.name == "face";
        if (element.properties.empty() && element.count > 0)
            return wrong(fmt::format("its element '{}' has no properties", element.name.substr(0, 40)));
        for (std::uint64_t k = 0; k < element.count; ++k) {
            Vec3d point;
            corners.clear();
            for (const Property& property : element.properties) {
                const bool wanted = faces && property.name.starts_with("vertex_ind");
                if (property.count) {
                    if (Status status = readList(values, property, wanted ? &corners : nullptr, cut); !status)
                        return status.error();
                    continue;
                }
                const auto value = values.next(property.type);
                if (!value) return cut;
                if (property.name == "x") point.x = *value;
                if (property.name == "y") point.y = *value;
                if (property.name == "z") point.z = *value;
            }
            if (vertices) mesh.points.push_back(point);
            for (const double corner : corners) {
                const auto index = wholeNumber<std::uint32_t>(corner);
                if (!index) return wrong(fmt::format("its face {} refers to point {}", k + 1, corner));
                all_corners.push_back(*index);
            }
            if (faces) ends.push_back(all_corners.size());
        }
    }
    for (std::size_t f = 0, begin = 0; f < ends.size(); begin = ends[f++])
        if (!triangulate(mesh.points, std::span(all_corners).subspan(begin, ends[f] - begin), mesh.triangles))
            return wrong(fmt::format("its face {} {}", f + 1, cannot_triangulate));
    return mesh;
}

}  // namespace talus::geometry
