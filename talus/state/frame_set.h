#pragma once
#include <memory>
#include <variant>

#include "talus/state/columns.h"
#include "talus/state/mesh.h"
#include "talus/state/volume.h"

namespace talus::state {

using SetView = std::variant<PointsView, ColumnsView, MeshView, VolumeView>;

/// A named set of a frame: a view of values that the world owns, or that this object owns.
struct FrameSet {
    SetView view;
    std::shared_ptr<const void> kept{};  ///< the owner of the values, where the world is not

    FrameSet() = default;
    FrameSet(SetView viewed) : view(std::move(viewed)) {}
    FrameSet(PointsView points) : view(std::move(points)) {}
    FrameSet(ColumnsView columns) : view(std::move(columns)) {}
    FrameSet(MeshView mesh) : view(std::move(mesh)) {}
    FrameSet(VolumeView volume) : view(std::move(volume)) {}
    FrameSet(Points points) : FrameSet(keep(std::move(points))) {}
    FrameSet(Columns columns) : FrameSet(keep(std::move(columns))) {}
    FrameSet(Mesh mesh) : FrameSet(keep(std::move(mesh))) {}
    FrameSet(Volume volume) : FrameSet(keep(std::move(volume))) {}

    /// The view, or null where the set is of another kind.
    template <class View>
    const View* as() const {
        return std::get_if<View>(&view);
    }

  private:
    template <class Owner>
    static FrameSet keep(Owner owner) {
        auto kept = std::make_shared<const Owner>(std::move(owner));
        FrameSet set(kept->view());
        set.kept = std::move(kept);
        return set;
    }
};

/// Simulated time of a set [s].
double timeOf(const SetView& set);
/// "points", "columns", "mesh", "lines" or "volume".
const char* kindOf(const SetView& set);

}  // namespace talus::state
