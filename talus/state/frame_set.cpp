#include "talus/state/frame_set.h"

namespace talus::state {
namespace {

struct Time {
    double operator()(const MeshView& mesh) const { return mesh.points.time; }
    template <class View>
    double operator()(const View& view) const {
        return view.time;
    }
};

struct Kind {
    const char* operator()(const PointsView&) const { return "points"; }
    const char* operator()(const ColumnsView&) const { return "columns"; }
    const char* operator()(const MeshView& mesh) const { return mesh.isLines() ? "lines" : "mesh"; }
    const char* operator()(const VolumeView&) const { return "volume"; }
};

}  // namespace

double timeOf(const SetView& set) { return std::visit(Time{}, set); }
const char* kindOf(const SetView& set) { return std::visit(Kind{}, set); }

}  // namespace talus::state
