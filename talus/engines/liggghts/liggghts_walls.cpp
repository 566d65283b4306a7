#include "talus/engines/liggghts/liggghts_walls.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/engines/lammps/walls/lammps_loads.h"

namespace talus::engines {
namespace {

using environment::Motion;
using environment::WallFace;

/// The axis that a unit normal lies along.
std::optional<int> acrossAxis(const Vec3d& n) {
    const double parts[] = {n.x, n.y, n.z};
    for (int i = 0; i < 3; ++i)
        if (std::abs(std::abs(parts[i]) - 1) < 1e-15) return i;
    return std::nullopt;
}

/// The twelve triangles of a block.
void addBlock(const Vec3d& low, const Vec3d& high, std::vector<std::array<Vec3d, 3>>& out) {
    const auto corner = [&](int k) {
        return Vec3d{(k & 1) != 0 ? high.x : low.x, (k & 2) != 0 ? high.y : low.y,
                     (k & 4) != 0 ? high.z : low.z};
    };
    // The corners of each side, in order around it.
    constexpr int sides[6][4] = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1},
                                 {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5}};
    for (const auto& side : sides) {
        out.push_back({corner(side[0]), corner(side[1]), corner(side[2])});
        out.push_back({corner(side[0]), corner(side[2]), corner(side[3])});
    }
}

/// Adds a face in the wall's own frame. @return false where LIGGGHTS has no such face
bool addFace(const WallFace& face, LiggghtsWall& wall) {
    switch (face.kind) {
        case WallFace::Kind::Triangle: wall.triangles.push_back({face.a, face.b, face.c}); return true;
        case WallFace::Kind::Plate:
            wall.triangles.push_back({face.a, face.a + face.b, face.a + face.b + face.c});
            wall.triangles.push_back({face.a, face.a + face.b + face.c, face.a + face.c});
            return true;
        case WallFace::Kind::BoxOutside: addBlock(face.a, face.b, wall.triangles); return true;
        case WallFace::Kind::Plane:
            if (const auto axis = acrossAxis(face.b)) {
                const double parts[] = {face.a.x, face.a.y, face.a.z};
                wall.planes.push_back({*axis, parts[*axis]});
                return true;
            }
            return false;
        default: return false;
    }
}

/// The arguments of `fix move/mesh` for a motion from the present pose on; empty where LIGGGHTS cannot do it.
std::optional<std::string> motionWords(const std::vector<Motion>& motions) {
    if (motions.size() != 1 || motions.front().start > 0 || motions.front().stop) return std::nullopt;
    const Motion& m = motions.front();
    if (m.kind == Motion::Kind::Translate)
        return fmt::format("linear {} {} {}", m.velocity.x, m.velocity.y, m.velocity.z);
    if (m.kind == Motion::Kind::Rotate && m.rate != 0)
        return fmt::format("rotate origin {} {} {} axis {} {} {} period {}", m.point.x, m.point.y, m.point.z,
                           m.axis.x, m.axis.y, m.axis.z, 2 * std::numbers::pi / m.rate);
    return std::nullopt;
}

void grow(LammpsModel& box, const Vec3d& p, double reach) {
    box.low = {std::min(box.low.x, p.x - reach), std::min(box.low.y, p.y - reach),
               std::min(box.low.z, p.z - reach)};
    box.high = {std::max(box.high.x, p.x + reach), std::max(box.high.y, p.y + reach),
                std::max(box.high.z, p.z + reach)};
}

/// Grows the box so that it holds a wall from `time` to `end`, with a margin: LIGGGHTS loses triangles that
/// touch the sides of the box.
void holdIn(const LiggghtsWall& wall, const std::vector<Motion>& motions, double time, double end,
            LammpsModel& box) {
    double size = 0;
    for (const auto& triangle : wall.triangles)
        for (const Vec3d& p : triangle) size = std::max(size, length(p - wall.triangles.front()[0]));
    const double margin = 1e-3 * size;
    for (const auto& triangle : wall.triangles)
        for (const Vec3d& p : triangle) {
            grow(box, p, margin);
            if (motions.empty()) continue;
            const Motion& m = motions.front();
            if (m.kind == Motion::Kind::Translate)
                grow(box, p + m.velocity * std::max(0.0, end - time), margin);
            else
                grow(box, m.point, length(p - m.point) + margin);
        }
}

std::string meshFile(const LiggghtsWall& wall) { return fmt::format("mesh.{}.stl", wall.wall); }

std::string planeFix(const LiggghtsWall& wall, std::size_t k) {
    return fmt::format("plane{}s{}", wall.wall, k);
}

/// Adds the loads of a plane to `sums`: the force on its grains and the torque about the origin, with the
/// force at the point of contact.
std::string planeLoads(const LiggghtsWall& wall, std::size_t k, std::vector<std::string>& sums) {
    const std::string fix = planeFix(wall, k), force = "f_force_" + fix;
    const LiggghtsPlane& plane = wall.planes[k];
    const auto position = [&](int axis) {
        return axis == plane.axis ? fmt::format("({})", plane.at) : std::string(1, "xyz"[axis]);
    };
    std::string text, columns;
    for (int i = 0; i < 3; ++i) columns += fmt::format(" {}[{}]", force, i + 1);
    for (int i = 0; i < 3; ++i) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        text += fmt::format("variable {}t{} atom {}*{}[{}]-{}*{}[{}]\n", fix, i, position(a), force, b + 1,
                            position(b), force, a + 1);
        columns += fmt::format(" v_{}t{}", fix, i);
    }
    text += fmt::format("compute {} all reduce sum{}\n", fix, columns);
    for (std::size_t i = 0; i < 6; ++i) sums[i] += fmt::format("+c_{}[{}]", fix, i + 1);
    return text;
}

/// The force of a mesh on its grains, and its torque about the origin. LIGGGHTS reports the loads on the
/// mesh, with the torque about a point (values 7 to 9) that starts at the origin and moves with the mesh.
std::vector<std::string> meshLoads(const LiggghtsWall& wall) {
    const auto value = [&](int k) { return fmt::format("f_mesh{}[{}]", wall.wall, k); };
    std::vector<std::string> loads;
    for (int i = 1; i <= 3; ++i) loads.push_back("-" + value(i));
    for (int i = 0; i < 3; ++i) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        loads.push_back(fmt::format("-{}-{}*{}+{}*{}", value(4 + i), value(7 + a), value(1 + b), value(7 + b),
                                    value(1 + a)));
    }
    return loads;
}

}  // namespace

void addLiggghtsWalls(const scene::Simulation& simulation, const grains::Setup& setup, std::uint64_t frames,
                      LiggghtsModel& model) {
    const auto& walls = simulation.scene().environment.walls;
    const double time = model.grains.start;
    const double end = simulation.clock().time(frames * simulation.clock().steps_per_frame);
    const environment::WallsAt now(*setup.walls, time);
    for (std::size_t w = 0; w < walls.size(); ++w) {
        const environment::WallBody& body = setup.walls->bodies()[w];
        LiggghtsWall wall;
        wall.wall = w;
        wall.name = walls[w].name;
        const auto lacks = [&](const std::string& why) {
            model.grains.missing.push_back(fmt::format("wall '{}': {}", wall.name, why));
        };
        if (body.follows) {
            lacks("LIGGGHTS gets no bodies");
            continue;
        }
        bool known = true;
        for (std::uint32_t f = body.first_face; f < body.end_face; ++f) {
            wall.type = setup.walls->faces()[f].material + 1u;
            known = known && addFace(setup.walls->faces()[f], wall);
        }
        if (!known) {
            lacks(
                "LIGGGHTS gets only planes across an axis, rectangles, boxes and meshes; make it a mesh, or "
                "use --engine lammps if no other wall is a mesh");
            continue;
        }
        if (!body.motions.empty()) {
            const auto words = motionWords(body.motions);
            if (!words || !wall.planes.empty()) {
                lacks(wall.planes.empty() ? "LIGGGHTS gets one constant translation or rotation per wall, "
                                            "without start and stop"
                                          : "LIGGGHTS' planes cannot move; make it a rectangle");
                continue;
            }
            wall.motion = *words;
            for (auto& triangle : wall.triangles)
                for (Vec3d& p : triangle) p = now.pose(w).toWorld(p);
        }
        holdIn(wall, body.motions, time, end, model.grains);
        model.walls.push_back(std::move(wall));
    }
    if (model.grains.boundary.find('p') != std::string::npos &&
        std::any_of(model.walls.begin(), model.walls.end(),
                    [](const LiggghtsWall& wall) { return !wall.triangles.empty(); }))
        model.grains.missing.emplace_back(
            "periodic sides together with walls of triangles: LIGGGHTS has no meshes across periodic sides; "
            "use one or the other");
}

std::string liggghtsWallsText(const LiggghtsModel& model) {
    std::string text, meshes;
    std::size_t count = 0;
    for (const LiggghtsWall& wall : model.walls) {
        if (wall.triangles.empty()) continue;
        text += fmt::format("fix mesh{} all mesh/surface/stress file {} type {}\n", wall.wall, meshFile(wall),
                            wall.type);
        meshes += fmt::format(" mesh{}", wall.wall);
        ++count;
    }
    if (count > 0)
        text += fmt::format("fix meshes all wall/gran model {} mesh n_meshes {} meshes{} {}\n",
                            model.laws.model, count, meshes, model.laws.settings);
    for (const LiggghtsWall& wall : model.walls)
        for (std::size_t k = 0; k < wall.planes.size(); ++k)
            text +=
                fmt::format("fix {} all wall/gran model {} store_force yes primitive type {} {}plane {} {}\n",
                            planeFix(wall, k), model.laws.model, wall.type, "xyz"[wall.planes[k].axis],
                            wall.planes[k].at, model.laws.settings);
    for (const LiggghtsWall& wall : model.walls)
        if (!wall.motion.empty())
            text += fmt::format("fix turn{0} all move/mesh mesh mesh{0} {1}\n", wall.wall, wall.motion);
    return text;
}

std::string liggghtsLoadsText(const LiggghtsModel& model) {
    std::string text, values;
    for (const LiggghtsWall& wall : model.walls) {
        // Force on the grains and its torque.
        std::vector<std::string> sums(6);
        if (!wall.triangles.empty()) sums = meshLoads(wall);
        for (std::size_t k = 0; k < wall.planes.size(); ++k) text += planeLoads(wall, k, sums);
        for (std::size_t i = 0; i < 6; ++i) {
            text += fmt::format("variable load{}p{} equal 0{}\n", wall.wall, i, sums[i]);
            values += fmt::format(" v_load{}p{}", wall.wall, i);
        }
    }
    return text + averageLoads(values, model.grains.steps_per_frame, "");
}

std::vector<std::size_t> loadedWalls(const LiggghtsModel& model) {
    std::vector<std::size_t> walls;
    for (const LiggghtsWall& wall : model.walls) walls.push_back(wall.wall);
    return walls;
}

Status writeMeshes(const io::ConfinedPath& folder, const LiggghtsModel& model) {
    for (const LiggghtsWall& wall : model.walls) {
        if (wall.triangles.empty()) continue;
        std::string text = "solid wall\n";
        for (const auto& [a, b, c] : wall.triangles) {
            text += "facet normal 0 0 0\nouter loop\n";  // LIGGGHTS finds normals from the corners
            for (const Vec3d& p : {a, b, c}) text += fmt::format("vertex {} {} {}\n", p.x, p.y, p.z);
            text += "endloop\nendfacet\n";
        }
        text += "endsolid wall\n";
        if (Status status = io::writeFile(folder / meshFile(wall), text); !status) return status;
    }
    return success();
}

}  // namespace talus::engines
