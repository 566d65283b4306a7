#include "export_surface.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "export_vdb.h"
#include "load_scene.h"
#include "note_missing.h"
#include "report.h"
#include "talus/geometry/liquid_surface/liquid_surface.h"
#include "talus/io/vdb/vdb.h"
#include "talus/io/vtk/export_mesh.h"
#include "talus/run/folder.h"
#include "talus/run/frames.h"

namespace talus::cli {
namespace {

constexpr std::array mesh_formats{"ply", "obj", "stl", "vdb"};

/// The points of a frame, as input of the mesher.
struct Input {
    std::vector<Vec3d> position;
    std::vector<double> radius;
    std::vector<Vec3d> velocity;

    geometry::LiquidParticles view() const {
        return {{position.data(), position.size()},
                {radius.data(), radius.size()},
                {velocity.data(), velocity.size()}};
    }
};

Result<Input> inputOf(const state::PointsView& points, const std::string& name,
                      const SurfaceExport& arguments) {
    const state::ArrayView *radius = points.find("radius"), *velocity = points.find("velocity");
    if (!arguments.radius && (radius == nullptr || radius->components != 1))
        return Error{
            ErrorKind::Input,
            fmt::format("the points named '{}' have no field 'radius'; give half of the distance between "
                        "neighbours as --radius, in metres",
                        name)};
    if (arguments.with_velocity && (velocity == nullptr || velocity->components != 3))
        return Error{
            ErrorKind::Input,
            fmt::format("the points named '{}' have no field 'velocity'; leave --velocity out, or add "
                        "the field to output.fields and run again",
                        name)};
    Input in;
    in.position.resize(points.count);
    for (std::size_t i = 0; i < points.count; ++i) in.position[i] = points.at(i);
    if (arguments.radius)
        in.radius = {*arguments.radius};
    else
        for (std::size_t i = 0; i < points.count; ++i) in.radius.push_back(radius->value(i));
    if (arguments.with_velocity)
        for (std::size_t i = 0; i < points.count; ++i)
            in.velocity.push_back({velocity->value(i, 0), velocity->value(i, 1), velocity->value(i, 2)});
    return in;
}

Status writeMesh(const io::ConfinedPath& path, const std::string& format,
                 const geometry::LiquidSurface& surface, double voxel, double time) {
    const io::PointValues values{surface.normal, surface.velocity};
    if (format == "ply") return io::writeMeshPly(path, surface.mesh, values, time);
    if (format == "obj") return io::writeObj(path, surface.mesh, values);
    if (format == "vdb") return io::writeVdb(path, surface.mesh, {voxel, {}, exportMemory()}, time);
    return io::writeStl(path, surface.mesh);
}

double meanOf(const std::vector<double>& radius) {
    double sum = 0;
    for (const double r : radius) sum += r;
    return sum / static_cast<double>(std::max<std::size_t>(radius.size(), 1));
}

/// The name of the set of points to mesh.
Result<std::string> setOf(const std::vector<run::FrameFile>& files, const SurfaceExport& arguments) {
    std::set<std::string> names;
    for (const run::FrameFile& file : files)
        for (const auto& [name, path] : file.sets)
            if (path.string().ends_with(".vtp")) names.insert(name);
    if (names.empty())
        return Error{ErrorKind::Input, fmt::format("'{}' has no frames with points", arguments.folder)};
    if (arguments.what.empty() && names.size() == 1) return *names.begin();
    if (arguments.what.empty())
        return Error{ErrorKind::Input,
                     fmt::format("the frames have several sets of points; choose one with --what: {}",
                                 fmt::join(names, ", "))};
    if (!names.contains(arguments.what))
        return Error{ErrorKind::Input, fmt::format("the frames have no points named '{}'; there are {}",
                                                   arguments.what, fmt::join(names, ", "))};
    return arguments.what;
}

/// Half of the distance between neighbours from the run's scene; empty where the scene does not set it.
/// @param exit_code set to non-zero where there is a scene that cannot be read
std::optional<double> radiusByScene(const std::string& folder, const std::string& set, int& exit_code) {
    std::error_code code;
    if (!std::filesystem::exists(run::layout::scene(folder).path(), code)) return std::nullopt;
    const auto loaded = loadSceneOf(folder, not_exported, exit_code);
    if (!loaded) return std::nullopt;
    for (const method::Method& method : *loaded->scene.methods)
        if (method.point_radius)
            if (const auto radius = method.point_radius(loaded->scene, set)) return radius;
    return std::nullopt;
}

}  // namespace

int exportSurface(const SurfaceExport& asked) {
    SurfaceExport arguments = asked;
    if (arguments.formats.empty()) arguments.formats = {"ply"};
    for (const std::string& format : arguments.formats)
        if (std::find(mesh_formats.begin(), mesh_formats.end(), format) == mesh_formats.end())
            return fail(ErrorKind::Input, fmt::format("a surface cannot be exported as '{}'; there are {}",
                                                      format, fmt::join(mesh_formats, ", ")));
    if (arguments.with_velocity && arguments.formats != std::vector<std::string>{"ply"})
        return fail(ErrorKind::Input,
                    "--velocity needs --format ply: the other formats cannot hold velocities");
    const auto range = run::parseFrameRange(arguments.frames);
    if (!range) return fail(range.error());
    const std::vector<run::FrameFile> files = run::listFrames(arguments.folder);
    noteMissing(arguments.folder, *range);
    const auto name = setOf(files, arguments);
    if (!name) return fail(name.error());
    const io::ConfinedPath to =
        arguments.to.empty() ? run::layout::exports(arguments.folder) : io::ConfinedPath(arguments.to);
    if (Status status = io::createFolder(to); !status) return fail(status.error());
    geometry::LiquidSurfaceSettings settings{.cell = arguments.cell,
                                             .smoothing = arguments.smoothing,
                                             .keep_volume = true,
                                             .max_bytes = static_cast<std::size_t>(exportMemory())};
    const exec::Exec exec = exec::Exec::cpu();
    std::uint64_t written = 0;
    for (const run::FrameFile& file : files) {
        if (!range->contains(file.frame)) continue;
        const auto set = file.sets.find(*name);
        if (set == file.sets.end())
            return fail(ErrorKind::Input,
                        fmt::format("frame {} has no points named '{}'", file.frame, *name));
        const auto points = io::readVtp(set->second);
        if (!points) return fail(points.error());
        if (!arguments.radius && points->view().find("radius") == nullptr) {
            int exit_code = 0;
            arguments.radius = radiusByScene(arguments.folder, *name, exit_code);
            if (exit_code != 0) return exit_code;
        }
        const auto in = inputOf(points->view(), *name, arguments);
        if (!in) return fail(in.error());
        const auto surface = geometry::liquidSurface(exec, in->view(), settings);
        if (!surface)
            return fail(surface.error().kind,
                        fmt::format("frame {}: {}", file.frame, surface.error().message));
        const double voxel = arguments.voxel.value_or(arguments.cell * meanOf(in->radius));
        for (const std::string& format : arguments.formats) {
            const io::ConfinedPath path = to / (run::numbered(*name + "-surface", file.frame) + "." + format);
            if (Status status = writeMesh(path, format, *surface, voxel, points->time); !status)
                return fail(status.error());
        }
        ++written;
    }
    if (written == 0)
        return fail(ErrorKind::Input, fmt::format("'{}' has no frames in {}; see: talus info {}",
                                                  arguments.folder, arguments.frames, arguments.folder));
    print(fmt::format("{}: the surface of {} in {} as {}\n", to.string(), *name, counted(written, "frame"),
                      fmt::join(arguments.formats, ", ")));
    return 0;
}

}  // namespace talus::cli
