#include "talus/io/vtk/vtk_parts.h"

#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "talus/core/printable.h"
#include "talus/io/vtk/vtk_checksum.h"

namespace talus::io {
namespace {

constexpr std::string_view blanks = " \t\r\n";

/// A field of the ground may be named after a material, whose name has at most 64 characters.
constexpr std::size_t max_array_name = 128;

std::optional<state::Scalar> scalarOf(std::string_view type) {
    if (type == "Float64") return state::Scalar::F64;
    if (type == "Float32") return state::Scalar::F32;
    if (type == "UInt64") return state::Scalar::U64;
    if (type == "UInt32") return state::Scalar::U32;
    if (type == "UInt16") return state::Scalar::U16;
    if (type == "UInt8") return state::Scalar::U8;
    return std::nullopt;
}

}  // namespace

std::optional<VtkTag> nextTag(std::string_view text, std::size_t from) {
    const std::size_t open = text.find('<', from);
    const std::size_t close = open == std::string_view::npos ? open : text.find('>', open);
    if (close == std::string_view::npos) return std::nullopt;
    std::string_view inside = text.substr(open + 1, close - open - 1);
    VtkTag tag;
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

Result<VtkFile> VtkFile::open(std::string_view bytes, const std::string& name) {
    const std::size_t marker = bytes.find("<AppendedData");
    VtkFile file(bytes.substr(0, marker), {}, name);
    if (!checksumFits(bytes)) return file.damaged("its checksum does not agree with its bytes");
    if (marker == std::string_view::npos) return file.damaged("it has no appended data");
    const auto appended = nextTag(bytes, marker);
    const std::size_t begin = appended ? bytes.find('_', appended->end) : std::string_view::npos;
    if (begin == std::string_view::npos || appended->get("encoding") != "raw")
        return file.damaged("its values are not appended raw");
    file.data_ = bytes.substr(begin + 1);
    return file;
}

Error VtkFile::damaged(const std::string& how) const {
    return {ErrorKind::Input, fmt::format("'{}' is not a frame that can be read: {}; write it again (talus "
                                          "resume), or leave it out",
                                          *name_, how)};
}

Status VtkFile::checkType(const VtkTag& tag, std::string_view type) const {
    if (tag.get("type") != type || tag.get("byte_order") != "LittleEndian" ||
        tag.get("header_type") != "UInt64")
        return damaged(fmt::format("it is not little-endian {} with 64-bit lengths", type));
    return success();
}

Status VtkFile::readTime(const VtkTag& tag, double& time) const {
    if (tag.get("Name") != "TimeValue") return success();
    const auto value = parseNumber<double>(head_.substr(tag.end, head_.find('<', tag.end) - tag.end));
    if (!value || !std::isfinite(*value)) return damaged("its time is not a number");
    time = *value;
    return success();
}

Result<state::Points::Array> VtkFile::read(const VtkTag& tag, std::uint64_t count) {
    state::Points::Array array;
    array.name = std::string(tag.get("Name"));
    const auto scalar = scalarOf(tag.get("type"));
    const auto components =
        parseNumber<int>(tag.get("NumberOfComponents").empty() ? "1" : tag.get("NumberOfComponents"));
    // It is used in headings, paths of other programs and on the terminal.
    if (!isPlainName(array.name, max_array_name))
        return damaged(fmt::format("the name of an array, '{}', is not 1 to {} letters, digits, '-' and '_'",
                                   printableStart(array.name, max_array_name).text, max_array_name));
    if (!scalar || !components || *components < 1 || *components > 9)
        return damaged("an array's description is not complete");
    array.scalar = *scalar;
    array.components = *components;
    const auto bytes = block(tag, bytesOf(*scalar) * static_cast<std::uint64_t>(*components), count);
    if (!bytes) return bytes.error();
    array.bytes.resize(bytes->size());
    if (!bytes->empty()) std::memcpy(array.bytes.data(), bytes->data(), bytes->size());
    return array;
}

Result<std::vector<std::uint32_t>> VtkFile::readIndices(const VtkTag& tag, std::uint64_t count,
                                                        std::uint64_t limit) {
    if (tag.get("type") != "Int32") return damaged("the indices of its elements are not 32-bit integers");
    const auto bytes = block(tag, sizeof(std::uint32_t), count);
    if (!bytes) return bytes.error();
    std::vector<std::uint32_t> indices(count);
    if (!bytes->empty()) std::memcpy(indices.data(), bytes->data(), bytes->size());
    // A negative index is a large unsigned number, and so too large.
    for (const std::uint32_t index : indices)
        if (index >= limit) return damaged("its elements refer to points that do not exist");
    return indices;
}

Result<std::string_view> VtkFile::block(const VtkTag& tag, std::uint64_t item_bytes, std::uint64_t count) {
    const auto offset = parseNumber<std::uint64_t>(tag.get("offset"));
    if (!offset || tag.get("format") != "appended") return damaged("an array's description is not complete");
    const std::string name = printableStart(tag.get("Name"), max_array_name).text;
    std::uint64_t length = 0;
    if (*offset > data_.size() || data_.size() - *offset < sizeof length)
        return damaged(fmt::format("array '{}' is beyond the end of the file", name));
    std::memcpy(&length, data_.data() + *offset, sizeof length);
    // Divided, not multiplied: a count from a hostile file must not wrap around.
    if (length > data_.size() - *offset - sizeof length || length % item_bytes != 0 ||
        length / item_bytes != count)
        return damaged(fmt::format("array '{}' is cut off or has the wrong length", name));
    // Several arrays with the same part of the file could need more memory than the file has bytes.
    copied_ += length;
    if (copied_ > data_.size()) return damaged("its arrays overlap");
    return data_.substr(*offset + sizeof length, length);
}

Status VtkFile::addField(const VtkTag& tag, std::uint64_t count, std::vector<state::Points::Array>& fields) {
    auto values = read(tag, count);
    if (!values) return values.error();
    if (fields.size() >= max_frame_arrays) return damaged("it has too many arrays");
    fields.push_back(std::move(*values));
    return success();
}

}  // namespace talus::io
