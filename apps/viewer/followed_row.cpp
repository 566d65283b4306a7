#include "viewer/followed_row.h"

namespace talus::viewer {
namespace {

std::size_t rowsOf(const state::FrameSet& set) {
    if (const auto* points = set.as<state::PointsView>()) return points->count;
    if (const auto* mesh = set.as<state::MeshView>()) return mesh->count;
    if (const auto* columns = set.as<state::ColumnsView>()) return columns->grid.size();
    return 0;
}

}  // namespace

const state::ArrayView* fieldOf(const state::FrameSet& set, std::string_view name) {
    if (const auto* points = set.as<state::PointsView>())
        return name == points->position.name ? &points->position : points->find(name);
    if (const auto* mesh = set.as<state::MeshView>()) return mesh->find(name);
    if (const auto* columns = set.as<state::ColumnsView>()) return columns->find(name);
    return nullptr;
}

FollowedRow::FollowedRow(const run::Frame& frame, const std::string& set, std::size_t row)
    : set_(set), row_(row) {
    const auto found = frame.sets.find(set);
    if (found == frame.sets.end()) return;
    if (const state::ArrayView* ids = fieldOf(found->second, "id")) id_ = ids->value(row);
}

std::optional<std::size_t> FollowedRow::in(const run::Frame& frame) {
    const auto set = frame.sets.find(set_);
    if (set == frame.sets.end()) return std::nullopt;
    const std::size_t rows = rowsOf(set->second);
    if (!id_) return row_ < rows ? std::optional(row_) : std::nullopt;
    const state::ArrayView* ids = fieldOf(set->second, "id");
    if (ids == nullptr) return std::nullopt;
    if (row_ < rows && ids->value(row_) == *id_) return row_;
    for (std::size_t row = 0; row < rows; ++row)
        if (ids->value(row) == *id_) {
            row_ = row;
            return row;
        }
    return std::nullopt;
}

}  // namespace talus::viewer
