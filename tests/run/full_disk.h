#pragma once
#include <optional>

#include <fmt/format.h>

#include "tests/run/cli.h"
#include "tests/support/paths.h"

/// A disk of its own that fills up between two frames of a run, and then has room again.
namespace talus::test {

/// A path or a script as one word of a shell.
inline std::string asWord(const std::filesystem::path& path) {
    std::string out = "'";
    for (const char c : path.string()) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// Runs a scene up to frame 2 on that disk; goes on to frame 6 with 24 KiB left, into which neither a
/// checkpoint nor a dump fits; frees the disk and goes on again. The run is then `run` in the folder.
/// @param options of run and resume, with blanks around @return what was said while the disk was full, with
/// its exit code as "code N"; nothing where such a disk cannot be mounted
inline std::optional<Outcome> runOnAFullDisk(const std::filesystem::path& folder, const std::string& scene,
                                             const std::string& options) {
    const auto at = [&](const char* name) { return asWord(folder / name); };
    std::filesystem::create_directory(folder / "disk");
    const std::string mount = "mount -t tmpfs -o size=8m none " + at("disk");
    if (runCommand("unshare -m sh -c " + asWord(mount)).first != 0) return {};
    const std::string resume =
        fmt::format("{} resume {}{}--frames 6", test::talusProgram(), at("disk/run"), options);
    const std::string script = fmt::format(
        "{0} && {1} run {2}{3}--frames 2 --out {4} >/dev/null 2>&1 || exit 90\n"
        "dd if=/dev/zero of={5} bs=4k >/dev/null 2>&1\n"
        "truncate -s -24k {5}\n"
        "{6}\n"
        "echo code $?\n"
        "rm {5}\n"
        "{6} >/dev/null 2>&1 || exit 91\n"
        "cp -r {4} {7}\n",
        mount, test::talusProgram(), at(scene.c_str()), options, at("disk/run"), at("disk/other"), resume,
        at("run"));
    const auto [code, said] = runCommand("unshare -m sh -c " + asWord(script));
    return Outcome{code, said};
}

inline constexpr const char* no_disk = "a disk to fill up needs the right to mount one (root)";

}  // namespace talus::test
