#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "talus/core/result.h"

namespace talus::viewer {

/// A scene file or a run folder that was opened.
struct RecentFile {
    std::string path;      ///< absolute
    bool missing = false;  ///< when refresh() was called
};

/// What was opened last, the newest first, kept in a file.
class RecentFiles {
  public:
    static constexpr std::size_t most = 10;

    /// @param file JSON; empty: they are kept in memory only
    explicit RecentFiles(std::filesystem::path file) : file_(std::move(file)) {}

    /// Reads the file. Errors: Storage; Input where it is damaged, after which it is not written any more.
    Status load();
    /// Puts a path in front. Error (Storage) where the file cannot be written.
    Status add(const std::filesystem::path& path);
    const std::vector<RecentFile>& all() const { return all_; }
    /// Looks which ones are missing.
    void refresh();

  private:
    std::filesystem::path file_;
    std::vector<RecentFile> all_;
};

}  // namespace talus::viewer
