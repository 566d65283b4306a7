#pragma once
#include <concepts>
#include <filesystem>
#include <string>
#include <string_view>

#include "talus/core/result.h"
#include "talus/io/descriptor.h"

namespace talus::io {

using Path = std::filesystem::path;

/// A path in two parts: what the user named, and names below it. The user's own part may go through symbolic
/// links. What lies below may come from somebody else (a run folder out of an archive): there no link is
/// followed, neither in a folder on the way nor in the last name, so nothing outside is read or written.
class ConfinedPath {
  public:
    /// A file or folder that the user named.
    template <std::convertible_to<Path> T>
    ConfinedPath(const T& named) : named_(named) {}

    /// Something below this folder.
    ConfinedPath operator/(std::string_view name) const;
    /// Another name in the folder that this lies in.
    ConfinedPath beside(std::string_view name) const;

    /// Both parts, for messages and for what only looks.
    Path path() const { return below_.empty() ? named_ : named_ / below_; }
    std::string string() const { return path().string(); }
    std::string filename() const { return path().filename().string(); }

    const Path& named() const { return named_; }
    const Path& below() const { return below_; }

  private:
    Path named_;
    Path below_;
};

/// An open folder, and the name of something in it for the calls that end in "at".
struct NameInFolder {
    Descriptor folder;
    std::string name;
};

/// Opens the folder that a path lies in. Errors: Storage; Input where a part below what the user named is a
/// link or leads upwards.
/// @param doing what for, as in storageError
Result<NameInFolder> openParent(const ConfinedPath& path, std::string_view doing);

/// Opens a file as open(2) does, O_CLOEXEC added, mode 0666. Below what the user named it is an ordinary file
/// (no link, pipe or device) or an error (Input).
Result<Descriptor> openFile(const ConfinedPath& path, int flags, std::string_view doing);

/// Creates a folder and those above it. Errors as openParent.
Status createFolder(const ConfinedPath& path);

/// Deletes a file, or a link itself; that it is not there is no error.
Status removeFile(const ConfinedPath& path);

/// Storage error that names the file, the cause (an errno value) and what to do about it.
/// @param doing "write", "read", "create the folder" ...
Error storageError(std::string_view doing, const ConfinedPath& path, int cause);

}  // namespace talus::io
