#include "talus/run/compare/compare_sets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace talus::run {
namespace {

const state::ArrayView* idsOf(const state::PointsView& points) {
    const state::ArrayView* id = points.find("id");
    return id != nullptr && id->components == 1 && state::isInteger(id->scalar) ? id : nullptr;
}

/// Rows in the order of their ids, or in their present order where there are no ids.
std::vector<std::size_t> rowsOf(const state::PointsView& points, const state::ArrayView* id) {
    std::vector<std::size_t> rows(points.count);
    std::iota(rows.begin(), rows.end(), 0);
    if (id != nullptr)
        std::stable_sort(rows.begin(), rows.end(),
                         [&](std::size_t i, std::size_t j) { return id->value(i) < id->value(j); });
    return rows;
}

/// The words for the points of a set in the output.
struct Words {
    std::string before;  ///< the name of a field
    std::string many;
    std::string one;
};
Words pointsOf(const std::string& set) {
    if (set == "grains") return {"", "points", "point"};
    if (set == "bodies") return {"body ", "bodies", "body"};
    return {set + " ", "points of " + set, "point"};
}

void compareField(const state::ArrayView& a, const state::ArrayView& b,
                  const std::vector<std::size_t>& rows_a, const std::vector<std::size_t>& rows_b,
                  const state::ArrayView* id, const Words& words, std::vector<std::string>& lines) {
    if (a.components != b.components || a.scalar != b.scalar) {
        lines.push_back(fmt::format("  {}{}: different types", words.before, a.name));
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

/// Compares fields of the same name, and reports those that only one side has.
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
        lines.push_back(fmt::format("  {}: the columns have different grids", set));
        return;
    }
    const auto compare = [&](const state::ArrayView& x, const state::ArrayView& y) {
        if (x.components != y.components || x.scalar != y.scalar) {
            lines.push_back(fmt::format("  {} {}: different types", set, x.name));
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

/// Compares fields whose rows have the same order in both sets.
void compareRows(const std::vector<state::ArrayView>& a, const std::vector<state::ArrayView>& b,
                 std::size_t count, const Words& words, std::vector<std::string>& lines) {
    std::vector<std::size_t> rows(count);
    std::iota(rows.begin(), rows.end(), 0);
    compareFields(
        a, b,
        [&](const state::ArrayView& x, const state::ArrayView& y) {
            compareField(x, y, rows, rows, nullptr, words, lines);
        },
        lines);
}

void compareMeshes(const std::string& set, const state::MeshView& a, const state::MeshView& b,
                   std::vector<std::string>& lines) {
    const std::string many = a.isLines() ? "lines" : "triangles", one = a.isLines() ? "line" : "triangle";
    comparePoints(a.points, b.points, pointsOf(set), lines);
    if (a.isLines() != b.isLines())
        lines.push_back(fmt::format("  {}: triangles in one run, lines in the other", set));
    else if (a.count != b.count)
        lines.push_back(fmt::format("  number of {} of {}: {} and {}", many, set, a.count, b.count));
    else if (!std::equal(a.corners.bytes.begin(), a.corners.bytes.end(), b.corners.bytes.begin()))
        lines.push_back(fmt::format("  {}: the {} connect different points", set, many));
    else
        compareRows(a.fields, b.fields, a.count, {set + " ", many, one}, lines);
}

void compareVolumes(const std::string& set, const state::VolumeView& a, const state::VolumeView& b,
                    std::vector<std::string>& lines) {
    if (a.grid != b.grid || a.at_points != b.at_points)
        lines.push_back(fmt::format("  {}: the values have different grids", set));
    else
        compareRows(a.fields, b.fields, a.count(), {set + " ", "values", "value"}, lines);
}

}  // namespace

void compareSets(const std::string& name, const state::FrameSet& a, const state::FrameSet& b,
                 std::vector<std::string>& lines) {
    if (a.view.index() != b.view.index()) {
        lines.push_back(fmt::format("  {}: {} in one run, {} in the other", name, state::kindOf(a.view),
                                    state::kindOf(b.view)));
    } else if (const auto* points = a.as<state::PointsView>()) {
        comparePoints(*points, *b.as<state::PointsView>(), pointsOf(name), lines);
    } else if (const auto* columns = a.as<state::ColumnsView>()) {
        compareColumns(name, *columns, *b.as<state::ColumnsView>(), lines);
    } else if (const auto* mesh = a.as<state::MeshView>()) {
        compareMeshes(name, *mesh, *b.as<state::MeshView>(), lines);
    } else if (const auto* volume = a.as<state::VolumeView>()) {
        compareVolumes(name, *volume, *b.as<state::VolumeView>(), lines);
    }
}

}  // namespace talus::run
