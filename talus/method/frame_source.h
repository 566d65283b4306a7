#pragma once
#include <functional>
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "talus/exec/exec.h"
#include "talus/state/frame_set.h"
#include "talus/state/world.h"

namespace talus::method {

/// A set that each frame shows: files NAME.NNNN.vtp, or .vti of columns and volumes.
struct FrameSource {
    std::string name;  ///< of the files
    /// As it is now, between two steps. A view on the world's tables is looked at in place; what is made for
    /// the frame goes in as an owner (state::Columns, Mesh, Volume, Points). Error (Input) where a field that
    /// a scene chose is unknown.
    std::function<Result<state::FrameSet>(const exec::Exec& exec, const state::World& world, double time)>
        now;
};

/// The rows of a table as points, with these fields beside `position`.
FrameSource pointSet(std::string name, std::string table, std::vector<std::string> fields);

/// Rows of a table as triangles or lines between those of a table of points. `corners` is a field of them of
/// three or two indices: state::Field<std::array<std::uint32_t, 3>>, a constant.
struct MeshTables {
    std::string points;
    std::vector<std::string> point_fields;  ///< beside `position`
    std::string elements;
    const state::FieldInfo* corners;
    std::vector<std::string> fields;  ///< of the elements
};
FrameSource meshSet(std::string name, MeshTables tables);

/// The rows of a table as the cells of a grid, or as the points between them.
FrameSource volumeSet(std::string name, std::string table, state::VolumeGrid grid,
                      std::vector<std::string> fields, bool at_points = false);

}  // namespace talus::method
