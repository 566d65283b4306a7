#include "talus/run/input_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>

#include <fmt/format.h>

#include "talus/core/hash.h"
#include "talus/io/raster/raster.h"
#include "talus/run/runner.h"

namespace talus::run {
namespace {

/// The paths of the input files, and for each whether it is a raster, which may have files beside it.
std::map<std::string, bool> inputsOf(const scene::Scene& scene) {
    std::map<std::string, bool> inputs;
    const auto add = [&](const std::string& path, bool raster) {
        if (!path.empty()) inputs.emplace(path, raster);
    };
    for (const environment::Wall& wall : scene.environment.walls) add(wall.file, false);
    for (const method::Method& method : *scene.methods)
        if (method.inputs)
            for (const method::Input& input : method.inputs(scene)) add(input.path, input.raster);
    return inputs;
}

/// Hashes a file. It is read in pieces, since it may be larger than the memory.
Result<io::InputFile> inputFile(const std::string& path) {
    const auto file = io::openFile(path, O_RDONLY | O_NONBLOCK, "read");
    if (!file) return file.error();
    Hasher hasher;
    std::vector<char> piece(std::size_t{1} << 20);
    for (;;) {
        const ssize_t count = ::read(file->get(), piece.data(), piece.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return io::storageError("read", io::ConfinedPath(path), errno);
        if (count == 0) return io::InputFile{path, hasher.value()};
        hasher.add(piece.data(), static_cast<std::size_t>(count));
    }
}

/// Adds the changes of a file, and of the files that are read with it.
void compare(const io::InputFile& then, const io::InputFile& now, std::vector<std::string>& changes) {
    if (then.hash != now.hash)
        changes.push_back(fmt::format("'{}' was changed since the run began", now.path));
    if (!then.beside || !now.beside) return;
    const auto find = [](const std::vector<io::InputFile>& files, const std::string& path) {
        const auto it = std::find_if(files.begin(), files.end(),
                                     [&](const io::InputFile& file) { return file.path == path; });
        return it == files.end() ? nullptr : &*it;
    };
    for (const io::InputFile& other : *then.beside)
        if (const io::InputFile* same = find(*now.beside, other.path))
            compare(other, *same, changes);
        else
            changes.push_back(fmt::format("'{}' was read with '{}' when the run began, and is missing now",
                                          other.path, now.path));
    for (const io::InputFile& other : *now.beside)
        if (find(*then.beside, other.path) == nullptr)
            changes.push_back(fmt::format("'{}' is read with '{}' and did not exist when the run began",
                                          other.path, now.path));
}

}  // namespace

Result<std::vector<io::InputFile>> inputFilesOf(const scene::Scene& scene) {
    std::vector<io::InputFile> files;
    for (const auto& [path, raster] : inputsOf(scene)) {
        auto file = inputFile(path);
        if (!file) return file.error();
        files.push_back(std::move(*file));
        if (!raster) continue;
        const auto beside = io::filesBeside(path);
        if (!beside) return beside.error();
        files.back().beside.emplace();
        for (const io::Path& other : *beside) {
            auto read = inputFile(other.string());
            if (!read) return read.error();
            files.back().beside->push_back(std::move(*read));
        }
    }
    return files;
}

Result<std::vector<std::string>> changedInputs(const scene::Scene& scene, const io::Manifest& manifest) {
    const auto files = inputFilesOf(scene);
    if (!files) return files.error();
    std::vector<std::string> changes;
    for (const io::InputFile& now : *files)
        for (const io::InputFile& then : manifest.inputs)
            if (then.path == now.path) compare(then, now, changes);
    return changes;
}

}  // namespace talus::run
