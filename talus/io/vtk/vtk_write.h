#pragma once
#include <memory>

#include "talus/core/hash.h"
#include "talus/io/file.h"
#include "talus/state/points.h"

/// Helpers for the writers of VTK's XML files: the text of the tags, and the values appended after it.
namespace talus::io {

/// Makes the declarations of appended arrays, with the offset of each.
class VtkLayout {
  public:
    std::string declare(const char* type, const std::string& name, int components, std::uint64_t bytes);
    std::string declare(const state::ArrayView& array);
    std::string declare(const std::vector<state::ArrayView>& arrays);

  private:
    std::uint64_t offset_ = 0;
};

/// The beginning of a file. @param type "PolyData" or "ImageData"
std::string vtkHead(const char* type);
/// The simulated time, as field data.
std::string vtkTime(double time);
/// Comes between the text and the values.
inline constexpr std::string_view appended_begin = "<AppendedData encoding=\"raw\">\n_";

/// A file that ends with the checksum of what was written to it.
class CheckedFile {
  public:
    static Result<CheckedFile> create(const ConfinedPath& path);

    void write(const void* bytes, std::size_t count) {
        hasher_->add(bytes, count);
        file_.write(bytes, count);
    }
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Writes an array, with its length before it.
    void block(const void* bytes, std::uint64_t count) {
        write(&count, sizeof count);
        write(bytes, count);
    }
    void block(const std::vector<state::ArrayView>& arrays) {
        for (const state::ArrayView& array : arrays) block(array.bytes.data(), array.bytes.size());
    }
    /// Writes the end that all these files have, and gives the file its name.
    Status commit();

  private:
    explicit CheckedFile(OutputFile file) : file_(std::move(file)) {}
    OutputFile file_;
    std::unique_ptr<Hasher> hasher_ = std::make_unique<Hasher>();
};

}  // namespace talus::io
