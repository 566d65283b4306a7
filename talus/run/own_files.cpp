#include "talus/run/own_files.h"

#include <algorithm>
#include <array>
#include <regex>

#include "talus/run/lammps/lammps_script.h"

namespace talus::run {
namespace {

namespace fs = std::filesystem;

/// A folder of a run (the run's own is "") and the names of the files that Talus writes there; SCENE stands
/// for the scene's name.
struct Room {
    const char* folder;
    const char* names;
};

// The innermost first; the run's own folder, with the manifest, last.
constexpr std::array rooms{
    Room{"frames", R"([^.]+\.\d{4,}\.(vtp|vti)|[^.]+\.pvd)"},
    Room{"checkpoints", R"(checkpoint\.\d{4,}(\+\d+)?\.h5)"},
    Room{"images/.film", R"(.*\.\d{4,}\.png)"},
    Room{"images", R"(.*\.\d{4,}\.png)"},
    Room{"probes", R"([^.]+\.csv(\.bad\d*)?)"},
    Room{"plots", R"(([a-z][a-z0-9-]*|probe-[^.]+)\.png)"},
    Room{"export", R"([^.]+\.\d{4,}\.(vtp|ply|csv|xyz|tif|png|flt|hdr|prj|vti|stl|obj)(\.aux\.xml)?)"},
    Room{"export", R"((in|data)\.SCENE)"},
    Room{
        "lammps",
        R"((in|data|pull)\..+|mesh\.\d+\.stl|dump\.\d+\.txt|(near|births|state|loads)\.txt|(base|springs|state)\.restart|log\.lammps)"},
    Room{"failure", R"(report\.txt|state\.h5|[^.]+\.(vtp|vti))"},
    Room{"", R"(stats\.csv(\.bad\d*)?|log\.txt|video\.mp4(\.\d+\.partial)?|run\.toml)"},
    Room{"", R"(manifest\.json(\.bad\d*)?)"}};

std::regex namesOf(const Room& room, const std::string& scene) {
    std::string names = room.names;
    const std::string_view placeholder = "SCENE";
    if (const std::size_t at = names.find(placeholder); at != std::string::npos)
        names.replace(at, placeholder.size(), plainName(scene));
    // A file that is being written has a name that ends in "tmp".
    return std::regex("(" + names + R"()(\..*tmp)?)");
}

/// Deletes the files of a room, and the room where nothing else is in it.
Status empty(const Path& run, const Path& folder, const std::regex& own) {
    std::error_code code;
    const auto kind = fs::symlink_status(folder, code).type();
    if (kind == fs::file_type::not_found) return success();
    const auto remove = [&](const Path& path) -> Status {
        fs::remove(path, code);
        if (code) return io::storageError("delete", path, code.value());
        return success();
    };
    if (kind != fs::file_type::directory) return kind == fs::file_type::symlink ? remove(folder) : success();
    std::vector<Path> files;
    fs::directory_iterator entry(folder, code);
    for (const fs::directory_iterator end; !code && entry != end; entry.increment(code))
        if (std::regex_match(entry->path().filename().string(), own) &&
            fs::symlink_status(entry->path()).type() != fs::file_type::directory)
            files.push_back(entry->path());
    if (code) return io::storageError("read the folder", folder, code.value());
    for (const Path& file : files)
        if (Status status = remove(file); !status) return status;
    if (folder == run || !fs::is_empty(folder, code)) return success();
    return remove(folder);
}

}  // namespace

Result<std::vector<Path>> deleteOwnFiles(const Path& run, const std::string& scene) {
    std::vector<Path> left;
    std::error_code code;
    for (const Room& room : rooms) {
        const Path folder = *room.folder == '\0' ? run : run / room.folder;
        // A room within a room that is a link is not the run's.
        if (folder != run && folder.parent_path() != run && fs::is_symlink(folder.parent_path(), code))
            continue;
        if (Status status = empty(run, folder, namesOf(room, scene)); !status) return status.error();
    }
    fs::recursive_directory_iterator entry(run, code);
    for (const fs::recursive_directory_iterator end; !code && entry != end; entry.increment(code))
        if (!entry->is_directory(code) || entry->is_symlink(code)) left.push_back(entry->path());
    std::sort(left.begin(), left.end());
    return left;
}

Status deleteLammpsFiles(const Path& run) {
    for (const Room& room : rooms)
        if (room.folder == std::string_view("lammps"))
            if (Status status = empty(run, run / room.folder, namesOf(room, "")); !status) return status;
    return success();
}

}  // namespace talus::run
