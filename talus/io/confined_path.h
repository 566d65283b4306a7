#pragma once
#include <concepts>
#include <filesystem>
#include <string>
#include <string_view>

#include "talus/core/result.h"
#include "talus/io/descriptor.h"

namespace talus::io {

using Path = std::filesystem::path;

/// A path in two parts: the part that the user named, and names below it. The user's part may go through
/// symbolic links. Files below it may come from others (a run folder from an archive), so no link is followed
/// there, neither as a folder on the path nor as the last name. So nothing outside of the folder is read or
/// written.
class ConfinedPath {
  public:
    /// A file or folder that the user named.
    template <std::convertible_to<Path> T>
    ConfinedPath(const T& named) : named_(named) {}

    /// A file or folder below this folder.
    ConfinedPath operator/(std::string_view name) const;
    /// Another name in the same folder.
    ConfinedPath beside(std::string_view name) const;

    /// Both parts, for messages and for code that neither reads nor writes the file.
    Path path() const { return below_.empty() ? named_ : named_ / below_; }
    std::string string() const { return path().string(); }
    std::string filename() const { return path().filename().string(); }

    const Path& named() const { return named_; }
    const Path& below() const { return below_; }

  private:
    Path named_;
    Path below_;
};

/// An open folder and a name in it, for system calls whose names end in "at".
struct NameInFolder {
    Descriptor folder;
    std::string name;
};

/// Opens the folder of a path. Errors: Storage; Input where a part below the user's part is a link or leads
/// upwards.
/// @param doing the purpose, as for storageError
Result<NameInFolder> openParent(const ConfinedPath& path, std::string_view doing);

/// Opens a file as open(2) does, with O_CLOEXEC and mode 0666. Error (Input) where it is below the user's
/// part and is not an ordinary file (a link, pipe or device).
Result<Descriptor> openFile(const ConfinedPath& path, int flags, std::string_view doing);

/// Creates a folder and its parent folders. Errors as for openParent.
Status createFolder(const ConfinedPath& path);

/// Deletes a file, or a link itself. No error where it does not exist.
Status removeFile(const ConfinedPath& path);

/// An error (Storage) with the file, the cause (an errno value) and what to do.
/// @param doing "write", "read", "create the folder" ...
Error storageError(std::string_view doing, const ConfinedPath& path, int cause);

}  // namespace talus::io
