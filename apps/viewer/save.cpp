#include "viewer/save.h"

#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "talus/core/text_file.h"
#include "talus/io/file.h"
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "talus/settings/text/edit_text.h"

namespace talus::viewer {
namespace {

namespace fs = std::filesystem;

std::string withoutEnd(std::string text, const std::string& end) {
    if (!end.empty() && text.ends_with(end)) text.resize(text.size() - end.size());
    return text;
}

Status mayWrite(const fs::path& from, const fs::path& to) {
    std::error_code code;
    if (!fs::exists(fs::symlink_status(to, code))) return success();
    if (!fs::equivalent(from, to, code))
        return Error{ErrorKind::Input,
                     fmt::format("'{}' exists; save under another name, or delete it first", to.string())};
    if (::access(to.c_str(), W_OK) != 0)
        return Error{ErrorKind::Input, fmt::format("'{}' is write-protected; save under another name, as in "
                                                   "save my-scene.toml",
                                                   to.string())};
    return success();
}

}  // namespace

Status saveScene(const std::string& from, const std::string& to, std::span<const std::string> options,
                 const SavedObjects& objects) {
    if (Status allowed = mayWrite(from, to); !allowed) return allowed;
    const auto text = readTextFile(from);
    if (!text) return text.error();
    auto edited = settings::withOverrides(scene::registry(), withoutEnd(*text, objects.saved), options);
    if (!edited) return edited.error();
    *edited += objects.now;
    // Names of files in a scene are relative to its folder, so the new folder counts.
    const scene::ReadResult read =
        scene::readScene(*edited, to, {}, scene::thisMachine(), run::readRasterGround);
    if (!read.scene)
        return Error{ErrorKind::Input, fmt::format("not saved, since these settings make no right scene:\n{}",
                                                   read.diagnostics.format(to, *edited))};
    // The file itself is written, not a link to it, and it stays readable by the same users.
    std::error_code missing, ignored;
    const fs::path existing = fs::canonical(to, missing);
    const fs::path target = missing ? fs::absolute(to) : existing;
    const fs::perms permissions = fs::status(target, ignored).permissions();
    const io::ConfinedPath file = io::ConfinedPath(target.parent_path()) / target.filename().string();
    if (Status written = io::writeFile(file, *edited, true); !written) return written;
    if (!missing) fs::permissions(target, permissions, ignored);
    return success();
}

}  // namespace talus::viewer
