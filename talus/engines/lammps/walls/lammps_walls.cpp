#include "talus/engines/lammps/walls/lammps_walls.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_shape.h"
#include "talus/engines/lammps/walls/lammps_motion.h"

namespace talus::engines {
namespace {

using environment::WallFace;

void addOnce(std::vector<std::string>& lines, std::string line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
}

/// The region outside of several solids, as an `intersect` of their outsides. With the outside of a `union`
/// LAMMPS does not set the distance of a contact (29 Sep 2021, region_union.cpp).
std::vector<std::string> outsideOfAll(const std::string& name, const std::vector<std::string>& solids) {
    std::vector<std::string> commands;
    std::string all = fmt::format("region {} intersect {}", name, solids.size());
    for (std::size_t k = 0; k < solids.size(); ++k) {
        const std::string one = fmt::format("{}of{}", name, k);
        commands.push_back(fmt::format("region {} {} side out units box", one, solids[k]));
        all += " " + one;
    }
    commands.push_back(all);
    return commands;
}

/// The commands that define a region; empty where LAMMPS cannot do its motion.
std::optional<std::vector<std::string>> regionCommands(const std::string& name, const LammpsShape& shape,
                                                       const std::vector<environment::Motion>& motions) {
    if (shape.solids.size() > 1) {
        if (!motions.empty()) return std::nullopt;
        return outsideOfAll(name, shape.solids);
    }
    const auto motion = lammpsMotion(name, shape.rotation, shape.point, motions);
    if (!motion) return std::nullopt;
    std::vector<std::string> commands = motion->variables;
    commands.push_back(fmt::format("region {} {} side {} units box{}{}", name, shape.solids.front(),
                                   shape.inside || !shape.open.empty() ? "in" : "out", shape.open,
                                   motion->keywords));
    return commands;
}

/// Joins two opposite sides of a box: "xplane 0 NULL" and "xplane NULL 1" become "xplane 0 1". LAMMPS then
/// takes the nearer side and stores one spring per grain, so the box must be too wide for a grain to touch
/// both.
/// @return false where they cannot be joined
bool joinOpposite(const WallFace& low, const WallFace& high, double widest_grain, LammpsFace& before) {
    const auto low_plane = lammpsPlane(low), high_plane = lammpsPlane(high);
    const bool opposite = low_plane && high_plane && low.wall == high.wall && low.b == -high.b;
    if (!opposite || before.plane != *low_plane) return false;
    const double width = dot(high.a - low.a, low.b);
    if (low.b.x + low.b.y + low.b.z < 0 || width < 2 * widest_grain) return false;
    before.plane.replace(before.plane.rfind("NULL"), 4, high_plane->substr(high_plane->rfind(' ') + 1));
    return true;
}

}  // namespace

std::string regionOf(std::size_t face) { return fmt::format("shape{}", face); }

void addFaces(const scene::Simulation& simulation, const grains::Setup& setup,
              const std::function<LammpsLaw(const LammpsType&, std::uint16_t, double)>& law_of,
              LammpsModel& model) {
    const auto& walls = simulation.scene().environment.walls;
    const std::vector<WallFace>& faces = setup.walls->faces();
    double widest = 0;
    for (const LammpsType& type : model.types) widest = std::max(widest, 2 * type.high);
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const WallFace& face = faces[f];
        const std::string& name = walls[face.wall].name;
        const environment::WallBody& body = setup.walls->bodies()[face.wall];
        if (walls[face.wall].follows) {
            addOnce(model.missing, fmt::format("body '{}': LAMMPS gets no bodies", name));
            continue;
        }
        const bool moves = setup.walls->moves(face.wall);
        const auto shape = lammpsShape(face);
        if (!shape) {
            addOnce(
                model.missing,
                fmt::format("wall '{}': {}", name,
                            face.kind == WallFace::Kind::Triangle
                                ? "LAMMPS has no walls of triangles; use --engine liggghts, which has them"
                                : "LAMMPS has capsules along x, y or z only; align it with one of them"));
            continue;
        }
        const auto plane = moves ? std::nullopt : lammpsPlane(face);
        if (plane && model.boundary[2 * static_cast<std::size_t>((*plane)[0] - 'x')] == 'p') {
            addOnce(model.missing,
                    fmt::format("wall '{}' is a plane across the periodic axis {}", name, (*plane)[0]));
            continue;
        }
        if (plane && f > 0 && !model.faces.empty() &&
            joinOpposite(faces[f - 1], face, widest, model.faces.back())) {
            model.faces.back().of.push_back(static_cast<std::uint32_t>(f));
            continue;
        }
        LammpsFace out{.name = name,
                       .wall = face.wall,
                       .plane = plane.value_or(""),
                       .commands = {},
                       .of = {static_cast<std::uint32_t>(f)},
                       .walls = {}};
        if (!plane) {
            auto commands = regionCommands(regionOf(model.faces.size()), *shape, body.motions);
            if (!commands) {
                addOnce(
                    model.missing,
                    fmt::format("wall '{}' moves: LAMMPS {}; without its motion the wall stands still", name,
                                shape->solids.size() > 1 ? "cannot move a capsule"
                                                         : "can rotate a wall about one axis only"));
                commands = regionCommands(regionOf(model.faces.size()), *shape, {});
            }
            out.commands = std::move(*commands);
            model.moves = model.moves || moves;
        }
        for (std::uint32_t t = 1; t <= model.types.size(); ++t) {
            const LammpsType& type = model.types[t - 1];
            if (type.fixed) continue;  // it never moves, and there may be no law for it
            out.walls.push_back({t, law_of(type, face.material, shape->curvature_radius)});
        }
        const bool same = std::all_of(out.walls.begin(), out.walls.end(),
                                      [&](const LammpsWall& w) { return w.law == out.walls.front().law; });
        if (same && !out.walls.empty()) {
            out.walls.resize(1);
            out.walls.front().type = 0;
        }
        model.faces.push_back(std::move(out));
    }
}

}  // namespace talus::engines
