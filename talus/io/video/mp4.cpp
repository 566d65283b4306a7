#include "talus/io/video/mp4.h"

#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace talus::io {
namespace {

constexpr std::uint64_t max_file_bytes = std::uint64_t{1} << 36;

/// An unsigned number of `count` bytes, most significant byte first; nothing where it is past the end.
std::optional<std::uint64_t> number(std::string_view bytes, std::size_t at, std::size_t count) {
    if (at > bytes.size() || count > bytes.size() - at) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : bytes.substr(at, count)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

struct Box {
    std::string_view type;
    std::string_view content;
};

/// A sequence of boxes; nothing where the last one does not end at the end of the bytes.
std::optional<std::vector<Box>> boxesIn(std::string_view bytes) {
    std::vector<Box> boxes;
    while (!bytes.empty()) {
        const auto small = number(bytes, 0, 4);
        const auto large = number(bytes, 8, 8);
        const bool is_large = small == 1;  // its size is a 64-bit number after its type
        const std::uint64_t head = is_large ? 16 : 8;
        const auto size = is_large ? large : small;
        if (!size || *size < head || *size > bytes.size()) return std::nullopt;
        boxes.push_back({bytes.substr(4, 4), bytes.substr(head, *size - head)});
        bytes.remove_prefix(*size);
    }
    return boxes;
}

/// The content of a box within boxes: {"moov", "trak"} is the first track.
std::optional<std::string_view> find(std::string_view bytes, std::initializer_list<std::string_view> path) {
    for (const std::string_view type : path) {
        const auto boxes = boxesIn(bytes);
        bool found = false;
        if (!boxes) return std::nullopt;
        for (const Box& box : *boxes) {
            if (box.type != type || found) continue;
            bytes = box.content;
            found = true;
        }
        if (!found) return std::nullopt;
    }
    return bytes;
}

/// The duration of a track [s], from its media header.
std::optional<double> secondsOf(std::string_view header) {
    const auto version = number(header, 0, 1);
    if (!version || *version > 1) return std::nullopt;
    const bool long_times = *version == 1;  // of 64 bits
    const auto scale = number(header, long_times ? 20 : 12, 4);
    const auto duration = number(header, long_times ? 24 : 16, long_times ? 8 : 4);
    if (!scale || *scale == 0 || !duration) return std::nullopt;
    return static_cast<double>(*duration) / static_cast<double>(*scale);
}

struct Samples {
    std::uint64_t count = 0, bytes = 0;
};

/// The number of pictures of a track, and their size [bytes].
std::optional<Samples> samplesOf(std::string_view table) {
    const auto same_size = number(table, 4, 4), count = number(table, 8, 4);
    if (!count) return std::nullopt;
    if (*same_size != 0) return Samples{*count, *count * *same_size};
    Samples samples{*count, 0};
    for (std::uint64_t i = 0; i < *count; ++i) {
        const auto size = number(table, 12 + 4 * i, 4);
        if (!size) return std::nullopt;
        samples.bytes += *size;
    }
    return samples;
}

}  // namespace

Result<Mp4Facts> inspectMp4(const Path& path) {
    const auto bytes = readFile(path, max_file_bytes);
    if (!bytes) return bytes.error();
    const auto incomplete = [](const char* how) { return Error{ErrorKind::Storage, how}; };
    const auto boxes = boxesIn(*bytes);
    if (!boxes || boxes->empty()) return incomplete("the file is cut off");
    std::uint64_t data_bytes = 0;
    for (const Box& box : *boxes)
        if (box.type == "mdat") data_bytes += box.content.size();
    const auto header = find(*bytes, {"moov", "trak", "mdia", "mdhd"});
    const auto table = find(*bytes, {"moov", "trak", "mdia", "minf", "stbl", "stsz"});
    if (!header || !table) return incomplete("it has no index");
    const auto seconds = secondsOf(*header);
    const auto samples = samplesOf(*table);
    if (!seconds || !samples) return incomplete("its index is not complete");
    if (samples->bytes > data_bytes) return incomplete("pictures are missing from it");
    return Mp4Facts{samples->count, *seconds};
}

}  // namespace talus::io
