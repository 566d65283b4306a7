#include "talus/run/compare/diff.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "talus/core/hash.h"
#include "talus/run/checkpoints.h"
#include "talus/run/compare/compare_sets.h"
#include "talus/run/frames.h"

namespace talus::run {
namespace {

constexpr std::uint64_t max_file_bytes = std::uint64_t{1} << 36;

/// Reports files that only one of two frames has.
void reportMissing(const std::map<std::string, ConfinedPath>& a, const std::map<std::string, ConfinedPath>& b,
                   std::vector<std::string>& lines) {
    const auto has = [](const std::map<std::string, ConfinedPath>& files, const std::string& set) {
        std::error_code code;
        const auto found = files.find(set);
        return found != files.end() && std::filesystem::exists(found->second.path(), code);
    };
    for (const auto& [set, path] : a)
        if (has(a, set) && !has(b, set)) lines.push_back(fmt::format("  {}: only in the first", set));
    for (const auto& [set, path] : b)
        if (has(b, set) && !has(a, set)) lines.push_back(fmt::format("  {}: only in the second", set));
}

void compareFrames(const FrameFile& a, const FrameFile& b, std::vector<std::string>& lines) {
    const std::size_t before = lines.size();
    reportMissing(a.sets, b.sets, lines);
    if (lines.size() > before) return;
    const auto read_a = readFrame(a);
    const auto read_b = readFrame(b);
    if (!read_a || !read_b) {
        lines.push_back("  " + (read_a ? read_b.error().message : read_a.error().message));
        return;
    }
    if (read_a->time != read_b->time)
        lines.push_back(fmt::format("  time: {} and {} s", read_a->time, read_b->time));
    for (const auto& [name, set] : read_a->sets)
        if (const auto other = read_b->sets.find(name); other != read_b->sets.end())
            compareSets(name, set, other->second, lines);
    if (lines.size() == before) lines.push_back("  the same values in another order or layout");
}

bool sameBytes(const ConfinedPath& a, const ConfinedPath& b) {
    std::error_code code;
    if (std::filesystem::file_size(a.path(), code) != std::filesystem::file_size(b.path(), code))
        return false;
    const auto text_a = io::readFile(a, max_file_bytes);
    const auto text_b = io::readFile(b, max_file_bytes);
    return text_a && text_b && *text_a == *text_b;
}

bool sameBytes(const std::map<std::string, ConfinedPath>& a, const std::map<std::string, ConfinedPath>& b) {
    return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const auto& set) {
               const auto other = b.find(set.first);
               return other != b.end() && sameBytes(set.second, other->second);
           });
}

std::string onlyIn(const char* what, const std::vector<std::string>& names, const char* which) {
    if (names.size() <= 1) return fmt::format("{} {} is only in the {} run", what, names.front(), which);
    return fmt::format("{}s {} to {} ({} of them) are only in the {} run", what, names.front(), names.back(),
                       names.size(), which);
}

/// Calls both(i, j) for the common entries of two ordered lists, and reports the others. With must_match
/// these make the runs different. (Checkpoints need not match: they depend on when a run was stopped.)
template <class File, class Key, class Name, class Both>
void matched(const char* what, bool must_match, const std::vector<File>& a, const std::vector<File>& b,
             Key key, Name name, Both both, Comparison& result) {
    std::vector<std::string> only_a;
    std::vector<std::string> only_b;
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
        if (j == b.end() || (i != a.end() && key(*i) < key(*j)))
            only_a.push_back(name(*i++));
        else if (i == a.end() || key(*j) < key(*i))
            only_b.push_back(name(*j++));
        else
            both(*i++, *j++);
    }
    if (!only_a.empty()) result.lines.push_back(onlyIn(what, only_a, "first"));
    if (!only_b.empty()) result.lines.push_back(onlyIn(what, only_b, "second"));
    if (must_match && !(only_a.empty() && only_b.empty())) result.same = false;
}

}  // namespace

Result<Comparison> compareRuns(const Path& a, const Path& b) {
    for (const Path& path : {a, b})
        if (auto manifest = inspectRun(path); !manifest) return manifest.error();
    Comparison result;
    result.same = true;
    std::uint64_t different = 0;
    matched(
        "frame", true, listFrames(a), listFrames(b), [](const FrameFile& f) { return f.frame; },
        [](const FrameFile& f) { return fmt::format("{}", f.frame); },
        [&](const FrameFile& x, const FrameFile& y) {
            if (sameBytes(x.sets, y.sets)) {
                ++result.same_frames;
                return;
            }
            result.same = false;
            if (different++ > 0) return;
            result.lines.push_back(fmt::format("frame {} is the first that differs:", x.frame));
            compareFrames(x, y, result.lines);
        },
        result);
    if (different > 1) result.lines.push_back(fmt::format("{} frames differ in total", different));
    const auto of_a = listCheckpoints(a), of_b = listCheckpoints(b);
    for (const auto* checkpoints : {&of_a, &of_b})
        if (!*checkpoints) return checkpoints->error();
    matched(
        "checkpoint", false, *of_a, *of_b,
        [](const CheckpointFile& f) { return std::make_pair(f.frame, f.steps); },
        [](const CheckpointFile& f) {
            return f.steps == 0 ? fmt::format("{}", f.frame) : fmt::format("{}+{}", f.frame, f.steps);
        },
        [&](const CheckpointFile& x, const CheckpointFile& y) {
            const auto info_a = io::inspectCheckpoint(x.path);
            const auto info_b = io::inspectCheckpoint(y.path);
            if (!info_a || !info_b) {
                result.same = false;
                result.lines.push_back(info_a ? info_b.error().message : info_a.error().message);
            } else if (info_a->state_hash != info_b->state_hash) {
                result.same = false;
                result.lines.push_back(fmt::format("the states in {} differ: {} and {}", x.path.filename(),
                                                   hexadecimal(info_a->state_hash),
                                                   hexadecimal(info_b->state_hash)));
            }
        },
        result);
    return result;
}

}  // namespace talus::run
