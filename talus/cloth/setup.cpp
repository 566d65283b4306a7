#include "talus/cloth/setup.h"

#include <algorithm>
#include <cmath>

#include "talus/core/hash.h"
#include "talus/environment/contact/barriers.h"
#include "talus/environment/wall_shape.h"

namespace talus::cloth {

bool Setup::anyContact() const {
    return std::any_of(sheets.begin(), sheets.end(),
                       [](const Sheet& sheet) { return sheet.contact || sheet.self_contact; });
}

bool Setup::anyAir() const {
    return std::any_of(sheets.begin(), sheets.end(), [](const Sheet& sheet) {
        return sheet.air_drag > 0 || sheet.air_lift > 0 || sheet.quadratic_drag > 0;
    });
}

bool Setup::anyTears() const {
    return std::any_of(sheets.begin(), sheets.end(),
                       [](const Sheet& sheet) { return sheet.tear_strain.has_value(); });
}

namespace {

/// All copies of the sheets that are grids and touch themselves.
std::vector<GridOfCells> gridsOf(const std::vector<Sheet>& sheets, const Built& built) {
    std::vector<GridOfCells> grids;
    for (std::size_t s = 0; s < sheets.size(); ++s) {
        const Sheet& sheet = sheets[s];
        if (!sheet.isGrid() || !sheet.self_contact) continue;
        const auto cells_x = static_cast<std::uint32_t>(sheet.points_x - 1),
                   cells_y = static_cast<std::uint32_t>(sheet.points_y - 1);
        for (std::uint32_t copy = 0; copy < static_cast<std::uint32_t>(sheet.copies); ++copy)
            grids.push_back(
                {static_cast<std::uint32_t>(built.first_point[s]) + copy * (cells_x + 1) * (cells_y + 1),
                 static_cast<std::uint32_t>(built.first_triangle[s]) + copy * 2 * cells_x * cells_y, cells_x,
                 cells_y, sheet.width / cells_x, sheet.height / cells_y, thicknessOf(sheet)});
    }
    return grids;
}

}  // namespace

std::shared_ptr<const Setup> setupOf(const Part& part, const method::Common& common) {
    const environment::Environment& world = common.environment;
    auto setup = std::make_shared<Setup>();
    setup->sheets = part.sheets;
    setup->attachments = part.attachments;
    setup->solver = part.solver;
    setup->gravity = world.gravity;
    setup->walls = environment::rigidWallsOf(world);
    for (const environment::Wall& wall : world.walls) {
        setup->wall_names.push_back(wall.name);
        setup->wall_references.push_back(environment::referenceOf(wall));
    }
    for (const Attachment& attachment : part.attachments)
        setup->holder.push_back(attachment.wall.empty() ? Setup::no_holder
                                                        : environment::wallIndex(world, attachment.wall));
    for (const Sheet& sheet : part.sheets) {
        Hasher hash;
        const std::string name = "cloth/" + sheet.name + "/air";
        hash.add(name.data(), name.size());
        setup->air.emplace_back(sheet.wind, std::vector<environment::Vortex>{}, sheet.turbulence,
                                Random{common.seed, static_cast<std::uint32_t>(hash.value())});
    }
    setup->obstacles = shapesOf(world);
    setup->ground = world.ground;
    setup->built = buildSheets(part, world);
    std::vector<Vec3d> middles;
    for (const auto& [a, b, c] : setup->built.corners)
        middles.push_back((setup->built.position[a] + setup->built.position[b] + setup->built.position[c]) /
                          3.0);
    setup->tree = BoxTree(middles);
    setup->flat = FlatBlocks(gridsOf(setup->sheets, setup->built), middles.size(), setup->tree);
    return setup;
}

}  // namespace talus::cloth
