#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/exec/buffer.h"
#include "talus/geometry/volume/block_grid.h"

/// Settings of a scene for ground as a volume. Nothing here changes during a run.
namespace talus::volume {

/// Heights of a raster file, as in [ground].
struct Heights {
    std::string file;            ///< empty: none; relative to the scene's folder; absolute once it is read
    Vec3d corner;                ///< corner of lowest x and y; z is added to all heights [m]
    std::optional<double> cell;  ///< side of a cell, where the file does not contain it [m], > 0
    double scale = 1;            ///< factor on all lengths, including heights, > 0
    double vertical_scale = 1;   ///< factor on the heights only
};

/// The cells at the start.
struct Start {
    geometry::BlockGrid grid;            ///< of whole blocks that contain the box
    std::array<std::uint32_t, 3> box{};  ///< cells of the box alone, along x, y and z
    std::vector<std::uint32_t> slot;     ///< of each block (geometry::VolumeCells)
    exec::Array<double> firm;            ///< of the cells of blocks that are neither empty nor full

    geometry::VolumeCells cells(exec::View<const double> loose) const {
        return {grid, {slot.data(), slot.size()}, firm.view(), loose};
    }
};

struct Volume {
    std::string material;
    Vec3d min, max{1, 1, 1};      ///< of the box that the ground can be in [m]
    double cell = 0.02;           ///< [m], > 0
    std::optional<double> level;  ///< all below it is ground [m]
    Heights heights;
    double cohesion = 0;  ///< of overhanging ground [Pa], >= 0
    bool visible = true;
    std::shared_ptr<const Start> start{};  ///< set by load()
};

/// A body in which ground is added or removed.
struct Shape : environment::Region {
    Shape() { shape = Region::Shape::Box; }

    std::string name;
    bool remove = false;
};

struct Part {
    std::optional<Volume> volume;
    std::vector<Shape> shapes;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::volume
