#include "talus/run/diff.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "talus/core/hash.h"
#include "talus/run/checkpoints.h"
#include "talus/run/frames.h"

namespace talus::run {
namespace {

constexpr std::uint64_t largest_frame = std::uint64_t{1} << 36;

const state::ArrayView* idsOf(const state::PointsView& points) {
    const state::ArrayView* id = points.find("id");
    return id != nullptr && id->components == 1 && state::isInteger(id->scalar) ? id : nullptr;
}

/// Rows in the order of their ids, or as they stand.
std::vector<std::size_t> rowsOf(const state::PointsView& points, const state::ArrayView* id) {
    std::vector<std::size_t> rows(points.count);
    std::iota(rows.begin(), rows.end(), 0);
    if (id != nullptr)
        std::stable_sort(rows.begin(), rows.end(),
                         [&](std::size_t i, std::size_t j) { return id->value(i) < id->value(j); });
    return rows;
}

/// What a report calls the points of a set.
struct Words {
    std::string before;  ///< the name of a field
    std::string many;
    std::string one;
};
Words wordsOf(const std::string& set) {
    if (set == "grains") return {"", "points", "point"};
    if (set == "bodies") return {"body ", "bodies", "body"};
    return {set + " ", "points of " + set, "point"};
}

void compareField(const state::ArrayView& a, const state::ArrayView& b,
                  const std::vector<std::size_t>& rows_a, const std::vector<std::size_t>& rows_b,
                  const state::ArrayView* id, const Words& words, std::vector<std::string>& lines) {
    if (a.components != b.components || a.scalar != b.scalar) {
        lines.push_back(fmt::format("  {}{}: of another type", words.before, a.name));
        return;
    }
    double largest = 0;
    std::size_t where = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows_a.size(); ++i) {
        double difference = 0;
        for (int c = 0; c < a.components; ++c) {
            const double d = std::abs(a.value(rows_a[i], c) - b.value(rows_b[i], c));
            difference = std::isnan(d) ? INFINITY : std::max(difference, d);
        }
        if (difference == 0) continue;
        ++count;
        if (difference <= largest) continue;
        largest = difference;
        where = rows_a[i];
    }
    if (count == 0) return;
    lines.push_back(fmt::format("  {}{}: {} of {} {} differ, by {:.6g} at most ({} {})", words.before, a.name,
                                count, rows_a.size(), words.many, largest, id != nullptr ? "id" : words.one,
                                id != nullptr ? id->text(where) : fmt::format("{}", where)));
}

/// Compares fields of one name, and tells of those that one side alone has.
template <class Compare>
void compareFields(const std::vector<state::ArrayView>& a, const std::vector<state::ArrayView>& b,
                   Compare compare, std::vector<std::string>& lines) {
    const auto has = [](const std::vector<state::ArrayView>& fields, const std::string& name) {
        return std::find_if(fields.begin(), fields.end(),
                            [&](const state::ArrayView& field) { return field.name == name; });
    };
    for (const state::ArrayView& field : a)
        if (const auto other = has(b, field.name); other != b.end())
            compare(field, *other);
        else
            lines.push_back(fmt::format("  {}: only in the first", field.name));
    for (const state::ArrayView& field : b)
        if (has(a, field.name) == a.end())
            lines.push_back(fmt::format("  {}: only in the second", field.name));
}

void compareColumns(const std::string& set, const state::ColumnsView& a, const state::ColumnsView& b,
                    std::vector<std::string>& lines) {
    if (a.grid != b.grid) {
        lines.push_back(fmt::format("  {}: the columns stand on other grids", set));
        return;
    }
    const auto compare = [&](const state::ArrayView& x, const state::ArrayView& y) {
        if (x.components != y.components || x.scalar != y.scalar) {
            lines.push_back(fmt::format("  {} {}: of another type", set, x.name));
            return;
        }
        double largest = 0;
        std::size_t where = 0, count = 0;
        for (std::size_t k = 0; k < a.grid.size(); ++k)
            for (int c = 0; c < x.components; ++c) {
                const double d = std::abs(x.value(k, c) - y.value(k, c));
                if (d == 0) continue;
                ++count;
                if (!std::isnan(d) && d <= largest) continue;
                largest = std::isnan(d) ? INFINITY : d;
                where = k;
            }
        if (count > 0)
            lines.push_back(fmt::format("  {} {}: {} of {} columns differ, by {:.6g} at most (column {}, {})",
                                        set, x.name, count, a.grid.size(), largest, where % a.grid.columns,
                                        where / a.grid.columns));
    };
    compareFields(a.fields, b.fields, compare, lines);
}

void comparePoints(const state::PointsView& a, const state::PointsView& b, const Words& words,
                   std::vector<std::string>& lines) {
    if (a.count != b.count) {
        lines.push_back(fmt::format("  number of {}: {} and {}", words.many, a.count, b.count));
        return;
    }
    const state::ArrayView* id_a = idsOf(a);
    const state::ArrayView* id_b = idsOf(b);
    if (id_a == nullptr || id_b == nullptr) id_a = id_b = nullptr;
    const auto rows_a = rowsOf(a, id_a);
    const auto rows_b = rowsOf(b, id_b);
    compareField(a.position, b.position, rows_a, rows_b, id_a, words, lines);
    compareFields(
        a.fields, b.fields,
        [&](const state::ArrayView& x, const state::ArrayView& y) {
            compareField(x, y, rows_a, rows_b, id_a, words, lines);
        },
        lines);
}

/// Calls both(name, a, b) for the sets that two frames share.
template <class Sets, class Both>
void forEach(const Sets& a, const Sets& b, Both both) {
    for (const auto& [name, set] : a)
        if (const auto other = b.find(name); other != b.end()) both(name, set, other->second);
}

/// Tells of files that one of two frames lacks.
void tellMissing(const std::map<std::string, ConfinedPath>& a, const std::map<std::string, ConfinedPath>& b,
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
    tellMissing(a.points, b.points, lines);
    tellMissing(a.columns, b.columns, lines);
    if (lines.size() > before) return;
    const auto read_a = readFrame(a);
    const auto read_b = readFrame(b);
    if (!read_a || !read_b) {
        lines.push_back("  " + (read_a ? read_b.error().message : read_a.error().message));
        return;
    }
    if (read_a->time != read_b->time)
        lines.push_back(fmt::format("  time: {} and {} s", read_a->time, read_b->time));
    forEach(read_a->columns, read_b->columns,
            [&](const std::string& set, const state::Columns& x, const state::Columns& y) {
                compareColumns(set, x.view(), y.view(), lines);
            });
    forEach(read_a->points, read_b->points,
            [&](const std::string& set, const state::PointsView& x, const state::PointsView& y) {
                comparePoints(x, y, wordsOf(set), lines);
            });
    if (lines.size() == before) lines.push_back("  the same values in another order or layout");
}

bool sameBytes(const ConfinedPath& a, const ConfinedPath& b) {
    std::error_code code;
    if (std::filesystem::file_size(a.path(), code) != std::filesystem::file_size(b.path(), code))
        return false;
    const auto text_a = io::readFile(a, largest_frame);
    const auto text_b = io::readFile(b, largest_frame);
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

/// Calls both(i, j) for what two ordered lists share, and tells of the rest; with must_match that makes the
/// runs different. (Which checkpoints are there depends on when a run was stopped.)
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
            if (sameBytes(x.points, y.points) && sameBytes(x.columns, y.columns)) {
                ++result.same_frames;
                return;
            }
            result.same = false;
            if (different++ > 0) return;
            result.lines.push_back(fmt::format("frame {} is the first that differs:", x.frame));
            compareFrames(x, y, result.lines);
        },
        result);
    if (different > 1) result.lines.push_back(fmt::format("{} frames differ in all", different));
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
