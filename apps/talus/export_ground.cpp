#include "export_ground.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "load_scene.h"
#include "report.h"
#include "talus/io/vtk/export_mesh.h"
#include "talus/io/vtk/vtk.h"
#include "talus/method/gather.h"
#include "talus/method/land_heights.h"
#include "talus/run/export_ground.h"
#include "talus/run/frames.h"

namespace talus::cli {
namespace {

constexpr std::array surface_formats{"tif", "png", "flt", "vti", "stl", "obj"};

struct GroundFrame {
    state::Columns columns;
    exec::Array<double> heights;
};

/// Heights, with the grains that lie there where that is asked for.
Result<GroundFrame> readGround(const run::FrameFile& file, const method::Land& land, bool with_grains) {
    auto frame = run::readFrame(file);
    if (!frame) return frame.error();
    const state::Columns* columns = frame->findColumns(land.set);
    if (columns == nullptr)
        return Error{ErrorKind::Input, fmt::format("frame {} holds no {}", file.frame, land.set)};
    auto heights = method::heightsOf(land, columns->view());
    if (!heights) return heights.error();
    GroundFrame ground{*columns, std::move(*heights)};
    if (!with_grains) return ground;
    const state::PointsView* grains = frame->findPoints("grains");
    if (grains == nullptr) return ground;
    if (Status status = run::addLyingGrains(ground.columns.grid, ground.heights.view(), *grains); !status)
        return status.error();
    for (auto& field : ground.columns.fields) {
        if (field.name != "height") continue;
        field.scalar = state::Scalar::F64;
        const auto* bytes = reinterpret_cast<const std::byte*>(ground.heights.data());
        field.bytes.assign(bytes, bytes + ground.heights.size() * sizeof(double));
    }
    return ground;
}

Status writeGround(const io::ConfinedPath& path, const std::string& format, const GroundFrame& ground,
                   const run::GroundRasters* rasters) {
    if (format == "vti") return io::writeVti(path, ground.columns.view());
    if (format == "vtp") return io::writeSurfaceVtp(path, ground.columns.view());
    if (rasters != nullptr && (format == "tif" || format == "png" || format == "flt"))
        return io::writeRaster(path, rasters->rasterOf(ground.heights.view()));
    const geometry::Mesh mesh = geometry::meshOf(ground.columns.grid, ground.heights.view());
    return format == "stl" ? io::writeStl(path, mesh) : io::writeObj(path, mesh);
}

}  // namespace

bool isSurfaceFormat(const std::string& format) {
    return std::find(surface_formats.begin(), surface_formats.end(), format) != surface_formats.end();
}

int exportGround(const GroundExport& arguments) {
    for (const std::string& format : arguments.formats)
        if (!isSurfaceFormat(format) && format != "vtp")
            return fail(ErrorKind::Input,
                        fmt::format("the ground cannot be exported as '{}'; there are vtp, {}", format,
                                    fmt::join(surface_formats, ", ")));
    if (auto manifest = run::inspectRun(arguments.folder); !manifest) return fail(manifest.error());
    const auto range = run::parseFrameRange(arguments.frames);
    if (!range) return fail(range.error());
    int exit_code = 0;
    const auto loaded = loadSceneOf(arguments.folder, exit_code);
    if (!loaded) return exit_code;
    const std::vector<method::Land> lands = method::landsOf(loaded->scene);
    if (lands.empty())
        return fail(ErrorKind::Input,
                    fmt::format("'{}' has no ground; its grains can be exported as vtp, ply, csv "
                                "and xyz",
                                arguments.folder));
    const bool raster =
        std::any_of(arguments.formats.begin(), arguments.formats.end(),
                    [](const auto& format) { return format == "tif" || format == "png" || format == "flt"; });
    std::optional<run::GroundRasters> rasters;
    if (raster) {
        auto made = run::GroundRasters::of(lands.front());
        if (!made) return fail(made.error());
        rasters = std::move(*made);
    }
    const io::ConfinedPath to =
        arguments.to.empty() ? run::layout::exports(arguments.folder) : io::ConfinedPath(arguments.to);
    if (Status status = io::createFolder(to); !status) return fail(status.error());
    std::uint64_t written = 0;
    for (const run::FrameFile& file : run::listFrames(arguments.folder)) {
        if (!range->contains(file.frame)) continue;
        const auto ground = readGround(file, lands.front(), arguments.with_grains);
        if (!ground) return fail(ground.error());
        for (const std::string& format : arguments.formats) {
            const io::ConfinedPath path = to / (run::numbered(lands.front().set, file.frame) + "." + format);
            if (Status status = writeGround(path, format, *ground, rasters ? &*rasters : nullptr); !status)
                return fail(status.error());
        }
        ++written;
    }
    if (written == 0)
        return fail(ErrorKind::Input, fmt::format("'{}' has no frames in {}; see: talus info {}",
                                                  arguments.folder, arguments.frames, arguments.folder));
    fmt::print("{}: the ground of {} as {}\n", to.string(), counted(written, "frame"),
               fmt::join(arguments.formats, ", "));
    return 0;
}

}  // namespace talus::cli
