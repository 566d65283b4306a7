#pragma once
#include <charconv>
#include <map>
#include <optional>

#include "talus/state/frame_set.h"

/// Helpers for the readers of VTK's XML files: tags, numbers, and values appended raw. Everything in a file
/// is checked before it is used.
namespace talus::io {

inline constexpr std::uint64_t max_frame_bytes = std::uint64_t{1} << 36;
inline constexpr std::size_t max_frame_arrays = 256;

/// An XML tag: its name ("/Points" for a closing tag), its attributes, and the position of the text after it.
struct VtkTag {
    std::string_view name;
    std::map<std::string_view, std::string_view> attributes;
    std::size_t end = 0;

    std::string_view get(std::string_view key) const {
        const auto it = attributes.find(key);
        return it == attributes.end() ? std::string_view() : it->second;
    }
};

/// The next tag at or after `from`. It supports only what VTK files need: no entities, no comments.
std::optional<VtkTag> nextTag(std::string_view text, std::size_t from);

/// All numbers of a text, separated by blanks; nothing where it has anything else, or more than `max_count`
/// numbers.
template <class T>
std::optional<std::vector<T>> numbersIn(std::string_view text, std::size_t max_count) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<T> numbers;
    while (true) {
        const std::size_t first = text.find_first_not_of(blanks);
        if (first == std::string_view::npos) return numbers;
        text.remove_prefix(first);
        const std::string_view word = text.substr(0, text.find_first_of(blanks));
        T value{};
        const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (code != std::errc() || end != word.data() + word.size() || numbers.size() == max_count)
            return std::nullopt;
        numbers.push_back(value);
        text.remove_prefix(word.size());
    }
}

template <class T>
std::optional<T> parseNumber(std::string_view text) {
    const auto numbers = numbersIn<T>(text, 1);
    if (!numbers || numbers->empty()) return std::nullopt;
    return numbers->front();
}

/// A file in memory: the text of its tags, and the values after them.
class VtkFile {
  public:
    /// Error (Input) where its checksum does not agree or it has no raw appended values. `bytes` and `name`
    /// must outlive the object.
    static Result<VtkFile> open(std::string_view bytes, const std::string& name);

    std::string_view head() const { return head_; }
    Error damaged(const std::string& how) const;
    /// Error where the first tag has another type, or an encoding that cannot be read.
    Status checkType(const VtkTag& tag, std::string_view type) const;
    /// Reads the time, where the tag is the array `TimeValue` of the field data.
    Status readTime(const VtkTag& tag, double& time) const;
    /// The values of an array with `count` rows.
    Result<state::Points::Array> read(const VtkTag& tag, std::uint64_t count);
    /// Reads an array with `count` rows and adds it to `fields`.
    Status addField(const VtkTag& tag, std::uint64_t count, std::vector<state::Points::Array>& fields);

    /// Reads an array of whole numbers in [0, limit), as for connectivity and offsets.
    Result<std::vector<std::uint32_t>> readIndices(const VtkTag& tag, std::uint64_t count,
                                                   std::uint64_t limit);

  private:
    /// The bytes of an array of `count` items.
    Result<std::string_view> block(const VtkTag& tag, std::uint64_t item_bytes, std::uint64_t count);
    VtkFile(std::string_view head, std::string_view data, const std::string& name)
        : head_(head), data_(data), name_(&name) {}
    std::string_view head_;
    std::string_view data_;
    std::uint64_t copied_ = 0;
    const std::string* name_;
};

/// Reads ImageData: columns or a volume.
Result<state::FrameSet> parseImage(std::string_view bytes, const std::string& name);

}  // namespace talus::io
