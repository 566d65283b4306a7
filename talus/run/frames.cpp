#include "talus/run/frames.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace talus::run {
namespace {

constexpr std::string_view prefix = "grains.";
constexpr std::string_view suffix = ".vtp";

std::optional<std::uint64_t> count(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::uint64_t> frameOf(const std::string& name) {
    if (name.size() <= prefix.size() + suffix.size() || name.compare(0, prefix.size(), prefix) != 0 ||
        name.compare(name.size() - suffix.size(), suffix.size(), suffix) != 0)
        return std::nullopt;
    return count(std::string_view(name).substr(prefix.size(), name.size() - prefix.size() - suffix.size()));
}

std::string fileName(std::uint64_t frame) { return numbered("grains", frame) + std::string(suffix); }

}  // namespace

std::string numbered(const std::string& name, std::uint64_t frame) {
    return fmt::format("{}.{:04}", name, frame);
}

Result<FrameRange> parseFrameRange(const std::string& text) {
    const Error wrong{
        ErrorKind::Input,
        fmt::format("'{}' is not a range of frames; write FIRST:LAST:STRIDE with whole numbers, as in "
                    "10:50:5, 10: or ::5, or one frame",
                    text)};
    std::vector<std::string> parts{""};
    for (const char c : text)
        if (c == ':')
            parts.emplace_back();
        else
            parts.back() += c;
    FrameRange range;
    std::uint64_t* const into[] = {&range.first, &range.last, &range.stride};
    if (parts.size() > 3 || text.empty()) return wrong;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].empty() && parts.size() > 1) continue;
        const auto value = count(parts[i]);
        if (!value) return wrong;
        *into[i] = *value;
    }
    if (parts.size() == 1) range.last = range.first;
    if (range.stride == 0 || range.last < range.first) return wrong;
    return range;
}

std::vector<FrameFile> listFrames(const Path& run) {
    std::vector<FrameFile> found;
    std::error_code code;
    for (const auto& entry : std::filesystem::directory_iterator(layout::frames(run), code))
        if (const auto frame = frameOf(entry.path().filename().string()))
            found.push_back({*frame, entry.path()});
    std::sort(found.begin(), found.end(),
              [](const FrameFile& a, const FrameFile& b) { return a.frame < b.frame; });
    return found;
}

Result<FrameWriter> FrameWriter::open(const Path& run, const step::Clock& clock,
                                      std::optional<std::uint64_t> after) {
    FrameWriter writer(layout::frames(run), clock);
    if (Status status = io::createFolder(writer.folder_); !status) return status.error();
    std::error_code code;
    for (const FrameFile& file : listFrames(run)) {
        if (after && file.frame <= *after) {
            writer.series_.push_back({clock.time(file.frame * clock.steps_per_frame), fileName(file.frame)});
            continue;
        }
        std::filesystem::remove(file.path, code);
        if (code) return io::storageError("delete", file.path, code.value());
    }
    if (after)
        if (Status status = io::writePvd(writer.folder_ / "grains.pvd", writer.series_); !status)
            return status.error();
    return writer;
}

Status FrameWriter::write(std::uint64_t frame, const io::PointsView& points) {
    if (Status status = io::writeVtp(folder_ / fileName(frame), points); !status) return status;
    series_.push_back({clock_.time(frame * clock_.steps_per_frame), fileName(frame)});
    return io::writePvd(folder_ / "grains.pvd", series_);
}

}  // namespace talus::run
