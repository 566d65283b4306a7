#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "talus/cloth/contact/close_pairs.h"
#include "talus/cloth/fields.h"
#include "talus/cloth/params.h"
#include "talus/cloth/sheet/build.h"
#include "talus/environment/air/air.h"
#include "talus/method/common.h"

namespace talus::cloth {

/// All that the stages are made from: settings, what follows from them, and what of the scene acts on cloth.
/// Nothing in here changes during a run.
struct Setup {
    std::vector<Sheet> sheets;
    std::vector<Attachment> attachments;
    Solver solver;
    Vec3d gravity;  ///< [m/s^2]
    std::shared_ptr<const environment::Walls> walls;
    std::vector<std::string> wall_names;
    std::vector<Vec3d> wall_references;  ///< about which the torque on a wall is given [m]
    std::vector<std::size_t> holder;     ///< wall of each attachment; none: no_holder
    std::vector<environment::Air> air;   ///< of each sheet
    ObstacleShapes obstacles;
    std::optional<environment::GroundSurface> ground{};
    BoxTree tree;     ///< over the triangles of the cloth
    FlatBlocks flat;  ///< of the sheets that are grids and touch themselves
    Built built;      ///< the state before the first step

    static constexpr std::size_t no_holder = ~std::size_t{0};

    bool meets_water = false;  ///< water gives its points impulses (environment/deforming/point_impulses.h)

    bool anyContact() const;
    bool anyAir() const;
    bool anyTears() const;
};

std::shared_ptr<const Setup> setupOf(const Part& part, const method::Common& common);

}  // namespace talus::cloth
