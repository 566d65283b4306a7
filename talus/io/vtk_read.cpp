#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "talus/io/vtk.h"

namespace talus::io {
namespace {

constexpr std::uint64_t largest_file = std::uint64_t{1} << 36;
constexpr std::size_t most_arrays = 256;

/// One XML tag: its name ("/Points" for a closing one), its attributes, and where the text after it begins.
struct Tag {
    std::string_view name;
    std::map<std::string_view, std::string_view> attributes;
    std::size_t end = 0;

    std::string_view get(std::string_view key) const {
        const auto it = attributes.find(key);
        return it == attributes.end() ? std::string_view() : it->second;
    }
};

constexpr std::string_view blanks = " \t\r\n";

/// The next tag at or after `from`. Only what VTK files need: no entities, no comments.
std::optional<Tag> nextTag(std::string_view text, std::size_t from) {
    const std::size_t open = text.find('<', from);
    const std::size_t close = open == std::string_view::npos ? open : text.find('>', open);
    if (close == std::string_view::npos) return std::nullopt;
    std::string_view inside = text.substr(open + 1, close - open - 1);
    Tag tag;
    tag.end = close + 1;
    const std::size_t name_end = inside.find_first_of(blanks);
    tag.name = inside.substr(0, name_end);
    inside.remove_prefix(std::min(inside.size(), tag.name.size()));
    while (true) {
        const std::size_t first = inside.find_first_not_of(blanks);
        if (first == std::string_view::npos) return tag;
        inside.remove_prefix(first);
        const std::size_t equals = inside.find("=\"");
        if (equals == std::string_view::npos) return tag;  // "/" or "?"
        const std::size_t quote = inside.find('"', equals + 2);
        if (quote == std::string_view::npos) return std::nullopt;
        tag.attributes[inside.substr(0, equals)] = inside.substr(equals + 2, quote - equals - 2);
        inside.remove_prefix(quote + 1);
    }
}

template <class T>
std::optional<T> number(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return std::nullopt;
    text.remove_prefix(first);
    text = text.substr(0, text.find_last_not_of(blanks) + 1);
    T value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<state::Scalar> scalarOf(std::string_view type) {
    if (type == "Float64") return state::Scalar::F64;
    if (type == "Float32") return state::Scalar::F32;
    if (type == "UInt64") return state::Scalar::U64;
    if (type == "UInt32") return state::Scalar::U32;
    if (type == "UInt16") return state::Scalar::U16;
    if (type == "UInt8") return state::Scalar::U8;
    return std::nullopt;
}

class Parser {
  public:
    Parser(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    Result<Points> parse() {
        const std::size_t marker = bytes_.find("<AppendedData");
        if (marker == std::string_view::npos) return damaged("it has no appended data");
        const auto appended = nextTag(bytes_, marker);
        const std::size_t begin = appended ? bytes_.find('_', appended->end) : std::string_view::npos;
        if (begin == std::string_view::npos || appended->get("encoding") != "raw")
            return damaged("its values are not appended raw");
        data_ = bytes_.substr(begin + 1);
        const std::string_view head = bytes_.substr(0, marker);

        Points points;
        bool has_piece = false;
        std::string_view section;
        for (auto tag = nextTag(head, 0); tag; tag = nextTag(head, tag->end)) {
            if (tag->name == "VTKFile") {
                if (tag->get("type") != "PolyData" || tag->get("byte_order") != "LittleEndian" ||
                    tag->get("header_type") != "UInt64")
                    return damaged("it is not little-endian PolyData with 64-bit lengths");
            } else if (tag->name == "Piece") {
                const auto count = number<std::uint64_t>(tag->get("NumberOfPoints"));
                if (!count || has_piece) return damaged("it has no single piece with a number of points");
                points.count = *count;
                has_piece = true;
            } else if (tag->name == "FieldData" || tag->name == "Points" || tag->name == "PointData" ||
                       tag->name == "Verts") {
                section = tag->name;
            } else if (tag->name == "DataArray") {
                if (!has_piece && section != "FieldData")
                    return damaged("an array stands outside of its piece");
                if (Status status = array(*tag, section, head, points); !status) return status.error();
            }
        }
        if (!has_piece || points.position.name.empty()) return damaged("it has no points");
        return points;
    }

  private:
    Error damaged(const std::string& how) const {
        return {ErrorKind::Input,
                fmt::format("'{}' is not a frame that can be read: {}; write it again (talus "
                            "resume), or leave it out",
                            name_, how)};
    }

    Status array(const Tag& tag, std::string_view section, std::string_view head, Points& points) {
        if (section == "FieldData") {
            if (tag.get("Name") != "TimeValue") return success();
            const auto time = number<double>(head.substr(tag.end, head.find('<', tag.end) - tag.end));
            if (!time || !std::isfinite(*time)) return damaged("its time is not a number");
            points.time = *time;
            return success();
        }
        if (section != "Points" && section != "PointData") return success();
        auto values = read(tag, points.count);
        if (!values) return values.error();
        if (section == "PointData") {
            if (points.fields.size() >= most_arrays) return damaged("it has too many arrays");
            points.fields.push_back(std::move(*values));
            return success();
        }
        if (values->components != 3 || bytesOf(values->scalar) < 4 || values->scalar == state::Scalar::U32 ||
            values->scalar == state::Scalar::U64 || !points.position.name.empty())
            return damaged("its points are not one array of three real numbers each");
        points.position = std::move(*values);
        return success();
    }

    Result<Points::Array> read(const Tag& tag, std::uint64_t count) {
        Points::Array array;
        array.name = std::string(tag.get("Name"));
        const auto scalar = scalarOf(tag.get("type"));
        const auto components =
            number<int>(tag.get("NumberOfComponents").empty() ? "1" : tag.get("NumberOfComponents"));
        const auto offset = number<std::uint64_t>(tag.get("offset"));
        if (array.name.empty() || array.name.size() > 256 || !scalar || !components || *components < 1 ||
            *components > 9 || !offset || tag.get("format") != "appended")
            return damaged("an array's description is not complete");
        array.scalar = *scalar;
        array.components = *components;
        const std::uint64_t point_bytes = bytesOf(*scalar) * static_cast<std::uint64_t>(*components);
        std::uint64_t length = 0;
        if (*offset > data_.size() || data_.size() - *offset < sizeof length)
            return damaged(fmt::format("array '{}' lies past its end", array.name));
        std::memcpy(&length, data_.data() + *offset, sizeof length);
        // Divided, not multiplied: a count from a hostile file must not wrap around.
        if (length > data_.size() - *offset - sizeof length || length % point_bytes != 0 ||
            length / point_bytes != count)
            return damaged(
                fmt::format("array '{}' is cut off or has another length than the points", array.name));
        // Many descriptions of one stretch of the file would ask for more memory than the file has bytes.
        copied_ += length;
        if (copied_ > data_.size()) return damaged("its arrays overlap");
        array.bytes.resize(length);
        if (length > 0) std::memcpy(array.bytes.data(), data_.data() + *offset + sizeof length, length);
        return array;
    }

    std::string_view bytes_;
    std::string_view data_;
    std::uint64_t copied_ = 0;
    const std::string& name_;
};

}  // namespace

Result<Points> parseVtp(std::string_view bytes, const std::string& name) {
    return Parser(bytes, name).parse();
}

Result<Points> readVtp(const Path& path) {
    auto bytes = readFile(path, largest_file);
    if (!bytes) return bytes.error();
    return parseVtp(*bytes, path.string());
}

}  // namespace talus::io
