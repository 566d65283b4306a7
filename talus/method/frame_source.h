#pragma once
#include <functional>
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "talus/exec/exec.h"
#include "talus/state/frame_set.h"
#include "talus/state/world.h"

namespace talus::method {

/// A set of each frame, written as NAME.NNNN.vtp, or .vti for columns and volumes.
struct FrameSource {
    std::string name;  ///< of the set and its files
    /// The set as it is now, between two steps: a view of the world's tables, or an object that owns its
    /// values (state::Columns, Mesh, Volume, Points). Error (Input) where a field that the scene chose is
    /// unknown.
    std::function<Result<state::FrameSet>(const exec::Exec& exec, const state::World& world, double time)>
        now;
};

/// The rows of a table as points, with these fields beside `position`.
FrameSource pointSet(std::string name, std::string table, std::vector<std::string> fields);

/// A table of points, and a table of elements: triangles or lines between these points. `corners` is the
/// field of the elements that holds their three or two indices; a constant
/// state::Field<std::array<std::uint32_t, 3>>.
struct MeshTables {
    std::string points;
    std::vector<std::string> point_fields;  ///< beside `position`
    std::string elements;
    const state::FieldInfo* corners;
    std::vector<std::string> fields;  ///< of the elements
};
FrameSource meshSet(std::string name, MeshTables tables);

/// The rows of a table as the cells of a grid or, with `at_points`, as the corners of its cells.
FrameSource volumeSet(std::string name, std::string table, state::VolumeGrid grid,
                      std::vector<std::string> fields, bool at_points = false);

}  // namespace talus::method
