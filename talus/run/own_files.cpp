#include "talus/run/own_files.h"

#include <algorithm>
#include <array>
#include <regex>

#include "talus/io/unfinished.h"
#include "talus/run/folder.h"

namespace talus::run {
namespace {

namespace fs = std::filesystem;

/// A folder of a run (the run's own is "") and the names of the files that Talus writes there; SCENE stands
/// for the scene's name.
struct FileKind {
    const char* folder;
    const char* names;
};

// In the order of deletion: the checkpoints first, a folder after the folders in it, the manifest last.
constexpr std::array file_kinds{
    FileKind{"checkpoints", R"((checkpoint|screen)\.\d{4,}(\+\d+)?\.h5)"},
    FileKind{"frames", R"([^.]+\.\d{4,}\.(vtp|vti)|[^.]+\.pvd)"},
    FileKind{"images/.film", R"(.*\.\d{4,}\.png)"},
    FileKind{"images", R"(.*\.\d{4,}\.png|engraved\.\d{4,}\.(exr|vdb))"},
    FileKind{"probes", R"([^.]+\.csv(\.bad\d*)?)"},
    FileKind{"plots", R"(([a-z][a-z0-9-]*|probe-[^.]+)\.png)"},
    FileKind{"export",
             R"([^.]+\.\d{4,}\.(vtp|ply|csv|xyz|tif|png|wld|exr|flt|hdr|prj|vti|vdb|stl|obj)(\.aux\.xml)?)"},
    FileKind{"export", R"((in|data|pull)\.SCENE)"},
    FileKind{
        "lammps",
        R"((in|data|pull)\..+|mesh\.\d+\.stl|dump\.\d+\.txt|(near|births|state|loads)\.txt|(base|springs|state)\.restart|log\.lammps)"},
    FileKind{"failure", R"(report\.txt|state\.h5|[^.]+\.(vtp|vti))"},
    FileKind{"", R"(stats\.csv(\.bad\d*)?|log\.txt|(video|engraved)\.mp4(\.\d+\.partial)?|run\.toml)"},
    FileKind{"", R"(manifest\.json(\.bad\d*)?)"}};

std::regex namesOf(const FileKind& kind, const std::string& scene) {
    std::string names = kind.names;
    const std::string_view placeholder = "SCENE";
    if (const std::size_t at = names.find(placeholder); at != std::string::npos)
        names.replace(at, placeholder.size(), plainName(scene));
    return std::regex(names);
}

bool isOwn(const std::string& name, const std::regex& own) {
    if (std::regex_match(name, own)) return true;
    const auto unfinished = io::parseUnfinished(name);
    return unfinished && std::regex_match(unfinished->name, own);
}

bool isAbandoned(const std::string& name, const std::regex& own) {
    const auto unfinished = io::parseUnfinished(name);
    return unfinished && unfinished->abandoned && std::regex_match(unfinished->name, own);
}

Path pathOf(const Path& run, const FileKind& kind) { return *kind.folder == '\0' ? run : run / kind.folder; }

/// Whether the folder of a kind exists and no part of its path is a link.
bool isThere(const Path& run, const FileKind& kind) {
    std::error_code code;
    Path path = run;
    for (const Path& part : Path(kind.folder)) {
        path /= part;
        if (fs::symlink_status(path, code).type() != fs::file_type::directory) return false;
    }
    return true;
}

using Choice = bool (*)(const std::string& name, const std::regex& own);

/// Deletes the chosen files of a kind. @pre isThere
Status deleteFiles(const Path& run, const FileKind& kind, const std::string& scene, Choice chosen) {
    const Path folder = pathOf(run, kind);
    const std::regex own = namesOf(kind, scene);
    std::vector<Path> files;
    std::error_code code;
    fs::directory_iterator entry(folder, code);
    for (const fs::directory_iterator end; !code && entry != end; entry.increment(code))
        if (chosen(entry->path().filename().string(), own) &&
            fs::symlink_status(entry->path()).type() != fs::file_type::directory)
            files.push_back(entry->path());
    if (code) return io::storageError("read the folder", folder, code.value());
    for (const Path& file : files) {
        fs::remove(file, code);
        if (code) return io::storageError("delete", file, code.value());
    }
    return success();
}

/// Deletes the files of a kind, and their folder where nothing else is in it, or where it is a link.
Status deleteOwn(const Path& run, const FileKind& kind, const std::string& scene) {
    const Path folder = pathOf(run, kind);
    std::error_code code;
    if (isThere(run, kind)) {
        if (Status status = deleteFiles(run, kind, scene, isOwn); !status) return status;
        if (folder == run || !fs::is_empty(folder, code)) return success();
    } else if (folder.parent_path() != run || !fs::is_symlink(folder, code)) {
        return success();
    }
    fs::remove(folder, code);
    if (code) return io::storageError("delete", folder, code.value());
    return success();
}

Status deleteIn(const Path& run, std::string_view folder) {
    for (const FileKind& kind : file_kinds)
        if (kind.folder == folder)
            if (Status status = deleteOwn(run, kind, ""); !status) return status;
    return success();
}

}  // namespace

Result<std::vector<Path>> deleteOwnFiles(const Path& run, const std::string& scene) {
    for (const FileKind& kind : file_kinds)
        if (Status status = deleteOwn(run, kind, scene); !status) return status.error();
    std::vector<Path> left;
    std::error_code code;
    fs::recursive_directory_iterator entry(run, code);
    for (const fs::recursive_directory_iterator end; !code && entry != end; entry.increment(code))
        if (!entry->is_directory(code) || entry->is_symlink(code)) left.push_back(entry->path());
    std::sort(left.begin(), left.end());
    return left;
}

Status deleteLammpsFiles(const Path& run) { return deleteIn(run, "lammps"); }

Status deleteFailureFiles(const Path& run) { return deleteIn(run, "failure"); }

Status deleteUnfinishedFiles(const Path& run, const std::string& scene) {
    for (const FileKind& kind : file_kinds)
        if (isThere(run, kind))
            if (Status status = deleteFiles(run, kind, scene, isAbandoned); !status) return status;
    return success();
}

}  // namespace talus::run
