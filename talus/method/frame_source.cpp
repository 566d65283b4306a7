#include "talus/method/frame_source.h"

namespace talus::method {
namespace {

template <class View>
Result<state::FrameSet> setOf(Result<View> view) {
    if (!view) return view.error();
    return state::FrameSet(std::move(*view));
}

}  // namespace

FrameSource pointSet(std::string name, std::string table, std::vector<std::string> fields) {
    return {std::move(name), [table = std::move(table), fields = std::move(fields)](
                                 const exec::Exec&, const state::World& world, double time) {
                return setOf(state::viewOf(world.table(table), fields, time));
            }};
}

FrameSource meshSet(std::string name, MeshTables tables) {
    return {
        std::move(name),
        [tables = std::move(tables)](const exec::Exec&, const state::World& world, double time) {
            return setOf(state::meshOf(world.table(tables.points), tables.point_fields,
                                       world.table(tables.elements), *tables.corners, tables.fields, time));
        }};
}

FrameSource volumeSet(std::string name, std::string table, state::VolumeGrid grid,
                      std::vector<std::string> fields, bool at_points) {
    return {std::move(name), [table = std::move(table), grid, fields = std::move(fields), at_points](
                                 const exec::Exec&, const state::World& world, double time) {
                return setOf(state::volumeOf(world.table(table), grid, fields, time, at_points));
            }};
}

}  // namespace talus::method
