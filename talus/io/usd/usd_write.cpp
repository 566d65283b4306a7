#include "talus/io/usd/usd_write.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace talus::io {
namespace {

/// Real part first, as USD writes it.
using Quaternion = std::array<double, 4>;

Quaternion quaternionOf(const Rotation& rotation) {
    const Vec3d v = rotationVector(rotation);
    const double angle = length(v);
    const Vec3d axis = angle > 0 ? v * (std::sin(0.5 * angle) / angle) : Vec3d{};
    return {std::cos(0.5 * angle), axis.x, axis.y, axis.z};
}

std::string vectorText(const Vec3d& v) { return fmt::format("({}, {}, {})", v.x, v.y, v.z); }
std::string quaternionText(const Quaternion& q) {
    return fmt::format("({}, {}, {}, {})", q[0], q[1], q[2], q[3]);
}

/// "NAME = VALUE" where all samples are the same, else "NAME.timeSamples = { FRAME: VALUE, ... }".
std::string attribute(const std::string& name, const std::vector<std::uint64_t>& frames,
                      const std::vector<std::string>& values) {
    if (std::ranges::all_of(values, [&](const std::string& value) { return value == values.front(); }))
        return fmt::format("        {} = {}\n", name, values.front());
    std::string text = fmt::format("        {}.timeSamples = {{\n", name);
    for (std::size_t k = 0; k < values.size(); ++k)
        text += fmt::format("            {}: {},\n", frames[k], values[k]);
    return text + "        }\n";
}

void writePoses(OutputFile& file, const UsdObject& object, const std::vector<std::uint64_t>& frames) {
    std::vector<std::string> positions, rotations, visible;
    // Where it is not there, it keeps the pose of the frame before.
    UsdPose pose;
    const auto first = std::ranges::find_if(object.poses, [](const auto& each) { return each.has_value(); });
    if (first != object.poses.end()) pose = **first;
    Quaternion before{1, 0, 0, 0};
    for (const auto& each : object.poses) {
        if (each) pose = *each;
        Quaternion now = quaternionOf(pose.rotation);
        // q and -q are one rotation; programs interpolate between those of two frames the short way.
        double cosine = 0;
        for (std::size_t k = 0; k < 4; ++k) cosine += now[k] * before[k];
        if (cosine < 0)
            for (double& part : now) part = -part;
        before = now;
        positions.push_back(vectorText(pose.position));
        rotations.push_back(quaternionText(now));
        visible.emplace_back(each ? "\"inherited\"" : "\"invisible\"");
    }
    file.write(attribute("double3 xformOp:translate", frames, positions));
    file.write(attribute("quatd xformOp:orient", frames, rotations));
    file.write("        uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]\n");
    file.write(attribute("token visibility", frames, visible));
}

void writeMesh(OutputFile& file, const UsdObject& object) {
    file.write(
        "        def Mesh \"mesh\"\n        {\n            uniform token subdivisionScheme = \"none\"\n");
    const auto list = [&](const std::string& name, std::size_t count, auto valueOf) {
        file.write(fmt::format("            {} = [", name));
        for (std::size_t k = 0; k < count; ++k) file.write((k > 0 ? ", " : "") + valueOf(k));
        file.write("]\n");
    };
    const geometry::Mesh& mesh = object.mesh;
    const geometry::Box bounds = geometry::boundsOf(mesh);
    list("float3[] extent", 2, [&](std::size_t k) { return vectorText(k == 0 ? bounds.min : bounds.max); });
    list("point3f[] points", mesh.points.size(), [&](std::size_t k) {
        const Vec3d& p = mesh.points[k];
        return fmt::format("({}, {}, {})", static_cast<float>(p.x), static_cast<float>(p.y),
                           static_cast<float>(p.z));
    });
    list("int[] faceVertexCounts", mesh.triangles.size(), [](std::size_t) { return std::string("3"); });
    list("int[] faceVertexIndices", mesh.triangles.size(), [&](std::size_t k) {
        const auto& [a, b, c] = mesh.triangles[k];
        return fmt::format("{}, {}, {}", a, b, c);
    });
    list("color3f[] primvars:displayColor", 1, [&](std::size_t) { return vectorText(object.colour); });
    file.write("        }\n");
}

}  // namespace

std::vector<std::string> usdNames(std::span<const UsdObject> objects) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const UsdObject& object : objects) {
        std::string name;
        for (const char c : object.name) {
            const bool allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            name += allowed ? c : '_';
        }
        if (name.empty() || (name.front() >= '0' && name.front() <= '9')) name.insert(name.begin(), '_');
        std::string free = name;
        for (int k = 2; !taken.insert(free).second; ++k) free = fmt::format("{}_{}", name, k);
        names.push_back(free);
    }
    return names;
}

Status writeUsda(const ConfinedPath& path, std::span<const UsdObject> objects, const UsdFrames& frames) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    file->write(fmt::format(
        "#usda 1.0\n(\n    defaultPrim = \"objects\"\n    metersPerUnit = 1\n"
        "    upAxis = \"Z\"\n    startTimeCode = {0}\n    endTimeCode = {1}\n"
        "    timeCodesPerSecond = {2}\n    framesPerSecond = {2}\n)\n\ndef Xform \"objects\"\n{{\n",
        frames.numbers.front(), frames.numbers.back(), frames.frames_per_second));
    const std::vector<std::string> names = usdNames(objects);
    for (std::size_t k = 0; k < objects.size(); ++k) {
        file->write(fmt::format("    def Xform \"{}\"\n    {{\n", names[k]));
        writePoses(*file, objects[k], frames.numbers);
        writeMesh(*file, objects[k]);
        file->write("    }\n");
    }
    file->write("}\n");
    return file->commit();
}

}  // namespace talus::io
