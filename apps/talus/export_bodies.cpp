#include "export_bodies.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "load_scene.h"
#include "note_missing.h"
#include "report.h"
#include "talus/io/usd/usd_write.h"
#include "talus/io/vtk/export_objects.h"
#include "talus/io/vtk/export_set.h"
#include "talus/run/folder.h"
#include "talus/run/objects/rigid_objects.h"

namespace talus::cli {
namespace {

/// The whole motion in one file, and the formats that have a file for each frame.
constexpr const char* whole_motion = "usda";
constexpr std::array formats_of_bodies{whole_motion, "obj", "ply", "stl", "vtp"};

using Poses = std::vector<std::optional<environment::Pose>>;

/// sRGB as linear light (IEC 61966-2-1), each 0 to 1.
Vec3d linear(const Vec3d& colour) {
    const auto of = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return {of(colour.x), of(colour.y), of(colour.z)};
}

/// The objects to write. Error (Input) where there are none, or none of that name.
Result<std::vector<run::RigidObject>> chosen(const scene::Scene& scene, const std::string& what) {
    std::vector<run::RigidObject> objects = run::rigidObjects(scene);
    if (objects.empty())
        return Error{ErrorKind::Input,
                     "the scene has no body, and no wall with an end, so there are no meshes of them; leave "
                     "--bodies out to export its other sets"};
    if (what.empty()) return objects;
    std::vector<std::string> names;
    for (const run::RigidObject& object : objects) names.push_back(object.name);
    std::erase_if(objects, [&](const run::RigidObject& object) { return object.name != what; });
    if (objects.empty())
        return Error{ErrorKind::Input, fmt::format("no body or wall with an end is named '{}'; there are: {}",
                                                   what, fmt::join(names, ", "))};
    return objects;
}

/// @param path with its ending, which is the format
Status writeFrame(const io::ConfinedPath& path, const std::string& format,
                  const std::vector<run::RigidObject>& objects, const Poses& poses, double time) {
    if (format == "obj") {
        std::vector<io::NamedMesh> meshes;
        for (std::size_t k = 0; k < objects.size(); ++k) {
            meshes.push_back({run::plainName(objects[k].name), objects[k].mesh});
            for (Vec3d& p : meshes.back().mesh.points) p = poses[k] ? poses[k]->toWorld(p) : Vec3d{};
        }
        return io::writeObj(path, meshes);
    }
    const state::FrameSet set(run::joined(objects, poses, time));
    for (const io::SetFormat& known : io::formatsOf(set.view))
        if (known.name == format) return known.write(path, set.view);
    return success();
}

/// The file with the whole motion.
Status writeMotion(const io::ConfinedPath& path, const std::vector<run::RigidObject>& objects,
                   const std::vector<Poses>& poses, const io::UsdFrames& frames) {
    std::vector<io::UsdObject> written;
    for (std::size_t k = 0; k < objects.size(); ++k) {
        written.push_back({objects[k].name, linear(objects[k].colour), objects[k].mesh, {}});
        for (const Poses& frame : poses)
            written.back().poses.push_back(
                frame[k] ? std::optional(io::UsdPose{frame[k]->shift, frame[k]->rotation}) : std::nullopt);
    }
    return io::writeUsda(path, written, frames);
}

}  // namespace

int exportBodies(const BodyExport& asked) {
    BodyExport arguments = asked;
    if (arguments.formats.empty()) arguments.formats = {whole_motion};
    for (const std::string& format : arguments.formats)
        if (std::ranges::find(formats_of_bodies, format) == formats_of_bodies.end())
            return fail(ErrorKind::Input, fmt::format("bodies cannot be exported as '{}'; there are {}",
                                                      format, fmt::join(formats_of_bodies, ", ")));
    const auto range = run::parseFrameRange(arguments.frames);
    if (!range) return fail(range.error());
    int exit_code = 0;
    const auto loaded = loadSceneOf(arguments.folder, not_exported, exit_code);
    if (!loaded) return exit_code;
    const scene::Scene& scene = loaded->scene;
    const auto objects = chosen(scene, arguments.what);
    if (!objects) return fail(objects.error());
    std::vector<run::FrameFile> files = run::listFrames(arguments.folder);
    std::erase_if(files, [&](const run::FrameFile& file) { return !range->contains(file.frame); });
    if (files.empty())
        return fail(ErrorKind::Input, fmt::format("'{}' has no frames in {}; see: talus info {}",
                                                  arguments.folder, arguments.frames, arguments.folder));
    noteMissing(arguments.folder, *range);
    const io::ConfinedPath to =
        arguments.to.empty() ? run::layout::exports(arguments.folder) : io::ConfinedPath(arguments.to);
    if (Status status = io::createFolder(to); !status) return fail(status.error());
    const std::string name = run::plainName(arguments.what.empty() ? "bodies" : arguments.what);
    std::vector<Poses> poses;
    io::UsdFrames frames{{}, 1 / scene.time.frame_interval};
    for (const run::FrameFile& file : files) {
        const auto frame = run::readFrame(file);
        if (!frame) return fail(frame.error());
        const auto now = run::posesIn(scene, *objects, *frame);
        if (!now) return fail(now.error());
        poses.push_back(*now);
        frames.numbers.push_back(file.frame);
        for (const std::string& format : arguments.formats)
            if (format != whole_motion)
                if (Status status =
                        writeFrame(to / (run::numbered(name + "-mesh", file.frame) + "." + format), format,
                                   *objects, *now, frame->time);
                    !status)
                    return fail(status.error());
    }
    if (std::ranges::find(arguments.formats, whole_motion) != arguments.formats.end())
        if (Status status = writeMotion(to / (name + ".usda"), *objects, poses, frames); !status)
            return fail(status.error());
    print(fmt::format("{}: {} in {} as {}\n", to.string(), counted(objects->size(), "object"),
                      counted(files.size(), "frame"), fmt::join(arguments.formats, ", ")));
    return 0;
}

}  // namespace talus::cli
