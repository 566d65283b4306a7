#include "talus/cloth/check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/cloth/crossings.h"
#include "talus/cloth/params.h"
#include "talus/cloth/sheet/build.h"
#include "talus/method/gather.h"
#include "talus/method/wall_poses.h"
#include "talus/settings/idle_keys.h"

namespace talus::cloth {
namespace {

/// As a wall, cloth has the names of walls, and nothing but itself moves it.
void checkWall(const method::Checking& checking, std::size_t index) {
    const Sheet& sheet = in(checking.scene).sheets[index];
    const environment::Environment& world = checking.scene.environment;
    if (sheet.material.empty()) {
        for (const method::Method* other : checking.scene.used())
            for (const method::Thing& thing : other->things)
                if ((thing.name == "grains" || thing.name == "particles" || thing.name == "water") &&
                    thing.in(checking.scene))
                    return checking.error(
                        "cloth", index, "material",
                        fmt::format("'material' is not set, and {} touch cloth", thing.name),
                        "name a [[material]] of the scene");
        return;
    }
    const auto& materials = world.materials;
    if (std::none_of(materials.begin(), materials.end(),
                     [&](const auto& material) { return material.name == sheet.material; }))
        checking.error("cloth", index, "material",
                       fmt::format("no [[material]] is named '{}'", sheet.material), "name one of the scene");
    const auto same = [&](const environment::Wall& wall) { return wall.name == sheet.name; };
    if (std::count_if(world.walls.begin(), world.walls.end(), same) > 1)
        checking.error("cloth", index, "name", fmt::format("a wall or body is called '{}', too", sheet.name),
                       "names of walls, bodies and cloth must differ");
    for (std::size_t m = 0; m < world.motions.size(); ++m)
        if (world.motions[m].wall == sheet.name)
            checking.error("motion", m, "wall", fmt::format("'{}' is cloth", sheet.name),
                           "hold it by a [[cloth_attachment]] to a wall that moves");
}

/// Warns of keys that have no effect beside others. Those with their defaults say nothing: the resolved scene
/// of a run gives every key.
void checkIdle(const method::Checking& checking, std::size_t index) {
    const Sheet usual, &sheet = in(checking.scene).sheets[index];
    const auto warn = [&](const char* key, const auto& value, const auto& default_value, const char* why,
                          const char* hint) {
        if (!(value == default_value))
            settings::warnIdle(checking.diagnostics, checking.root, "cloth", index, {key}, why, hint);
    };
    if (sheet.copies == 1)
        warn("copy_offset", sheet.copy_offset, usual.copy_offset, "there is one sheet",
             "set copies, or leave it out");
    if (!sheet.contact && !sheet.self_contact) {
        const char *why = "contact and self_contact are false",
                   *hint = "leave it out, or let the cloth touch something";
        warn("thickness", sheet.thickness, usual.thickness, why, hint);
        warn("friction", sheet.friction, usual.friction, why, hint);
    }
    const auto &wind = sheet.wind, &usual_wind = usual.wind;
    if (wind.velocity == Vec3d{}) {
        const char *why = "there is no wind", *hint = "set wind, or leave it out";
        warn("gusts", wind.gusts, usual_wind.gusts, why, hint);
        warn("gust_time", wind.gust_time, usual_wind.gust_time, why, hint);
    } else if (wind.gusts == 0) {
        warn("gust_time", wind.gust_time, usual_wind.gust_time, "there are no gusts",
             "set gusts, or leave it out");
    }
    const auto &eddies = sheet.turbulence, &usual_eddies = usual.turbulence;
    if (eddies.speed == 0) {
        const char *why = "there is no turbulence", *hint = "set turbulence, or leave it out";
        warn("eddy_size", eddies.size, usual_eddies.size, why, hint);
        warn("min_eddy_size", eddies.smallest, usual_eddies.smallest, why, hint);
        warn("turnover", eddies.turnover, usual_eddies.turnover, why, hint);
        warn("eddy_drift", eddies.drift, usual_eddies.drift, why, hint);
    }
}

void checkSheet(const method::Checking& checking, std::size_t index) {
    const Part& part = in(checking.scene);
    const Sheet& sheet = part.sheets[index];
    for (const char* taken : {"grains", "ground", "bodies"})
        if (sheet.name == taken)
            checking.error("cloth", index, "name", fmt::format("frames have files named '{}' already", taken),
                           "choose another name");
    checkWall(checking, index);
    checkIdle(checking, index);
    if (index == 0 && !checking.scene.environment.periodic.empty())
        checking.warn("cloth", index, "name", "cloth goes through periodic sides and does not come back",
                      "leave out world.periodic, or keep the cloth within the domain");
    if (!sheet.isGrid() && !sheet.mesh) return;
    if (sheet.mesh && sheet.mesh->triangles.empty())
        checking.error("cloth", index, "file", "the file has no triangles", "take a file with a surface");
    if (sheet.turbulence.smallest > sheet.turbulence.size)
        checking.error("cloth", index, "min_eddy_size", "'min_eddy_size' is larger than eddy_size",
                       "make it smaller, or leave it out");
    if (static_cast<double>(pointsOf(sheet)) > most_points)
        checking.error("cloth", index, "copies", fmt::format("the copies have {} points", pointsOf(sheet)),
                       "take fewer copies, or fewer points along its sides");
    const bool blown = sheet.wind.velocity != Vec3d{} || sheet.turbulence.speed > 0;
    if (blown && sheet.air_drag == 0 && sheet.air_lift == 0 && sheet.quadratic_drag == 0)
        checking.error("cloth", index, "air_drag", "'air_drag' is 0, so the wind does not act on the cloth",
                       "set air_drag = 1.2, which is that of a plate across the flow");
    if (const double spacing = spacingOf(sheet); sheet.thickness && *sheet.thickness > spacing)
        checking.warn(
            "cloth", index, "thickness",
            fmt::format(
                "'thickness' is larger than the spacing of the points, {:.3g} m: where layers lie on each "
                "other the cloth keeps less",
                spacing),
            "take a thickness of a quarter of the spacing");
}

void checkAttachment(const method::Checking& checking, std::size_t index) {
    const Part& part = in(checking.scene);
    const Attachment& attachment = part.attachments[index];
    const auto& walls = checking.scene.environment.walls;
    if (!attachment.wall.empty() && std::none_of(walls.begin(), walls.end(), [&](const auto& wall) {
            return wall.name == attachment.wall && !wall.deforms;
        }))
        checking.error("cloth_attachment", index, "wall",
                       fmt::format("there is no wall or body '{}'", attachment.wall),
                       "name one of the scene, or leave the key out");
    if (!attachment.stiffness && attachment.damping != Attachment{}.damping)
        settings::warnIdle(checking.diagnostics, checking.root, "cloth_attachment", index, {"damping"},
                           "the points are held firmly", "set stiffness, or leave it out");
    const auto at = std::find_if(part.sheets.begin(), part.sheets.end(),
                                 [&](const Sheet& sheet) { return sheet.name == attachment.sheet; });
    if (at == part.sheets.end() || attachment.where == "near" || at->isGrid()) return;
    checking.error(
        "cloth_attachment", index, "where",
        fmt::format("'{}' is for rectangles, and '{}' is read from a file", attachment.where, at->name),
        "give a place: at = [x, y, z] and within");
}

}  // namespace

void check(const method::Checking& checking) {
    if (checking.diagnostics.hasErrors()) return;
    const Part& part = in(checking.scene);
    for (std::size_t s = 0; s < part.sheets.size(); ++s) checkSheet(checking, s);
    for (std::size_t a = 0; a < part.attachments.size(); ++a) checkAttachment(checking, a);
    if (checking.diagnostics.hasErrors() || part.sheets.empty()) return;
    const Built built = buildSheets(part, checking.scene.environment);
    for (std::size_t a = 0; a < part.attachments.size(); ++a)
        if (std::none_of(built.attachments.begin(), built.attachments.end(),
                         [&](const BuiltAttachment& held) { return held.entry == a; }))
            checking.error("cloth_attachment", a, part.attachments[a].where == "near" ? "at" : "where",
                           "the attachment holds no point that is not held already",
                           "move it to a point of the cloth, or make `within` larger");
}

void checkStart(const method::Checking& checking) {
    const method::Scene& scene = checking.scene;
    const Part& part = in(scene);
    if (part.sheets.empty() || checking.diagnostics.hasErrors()) return;
    const std::shared_ptr<const Setup> setup = setupOf(part, scene);
    if (!setup->anyContact()) return;
    std::vector<environment::Pose> poses;
    for (const environment::Wall& wall : scene.environment.walls)
        poses.push_back(method::poseOf(scene, wall, 0));
    const std::vector<method::Land> lands =
        setup->ground ? method::landsOf(scene) : std::vector<method::Land>{};
    const auto heights =
        lands.empty() ? state::View<const double>{} : std::as_const(*lands.front().start).height.view();
    if (const auto fault = startFault(*setup, poses, heights))
        checking.error("cloth", fault->sheet, "position", fault->what, fault->advice);
}

}  // namespace talus::cloth
