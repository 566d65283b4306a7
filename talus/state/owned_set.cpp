#include "talus/state/owned_set.h"

namespace talus::state {
namespace {

Points::Array copyOf(const ArrayView& view) {
    return {view.name, view.scalar, view.components, {view.bytes.begin(), view.bytes.end()}};
}

std::vector<Points::Array> copyOf(const std::vector<ArrayView>& views) {
    std::vector<Points::Array> arrays;
    for (const ArrayView& view : views) arrays.push_back(copyOf(view));
    return arrays;
}

Points copyOf(const PointsView& view) {
    return {view.time, view.count, copyOf(view.position), copyOf(view.fields)};
}

Columns copyOf(const ColumnsView& view) { return {view.time, view.grid, copyOf(view.fields)}; }

Mesh copyOf(const MeshView& view) {
    return {copyOf(view.points), view.count, copyOf(view.corners), copyOf(view.fields)};
}

Volume copyOf(const VolumeView& view) { return {view.time, view.grid, view.at_points, copyOf(view.fields)}; }

}  // namespace

FrameSet ownedCopy(const SetView& view) {
    return std::visit([](const auto& of_kind) { return FrameSet(copyOf(of_kind)); }, view);
}

}  // namespace talus::state
