#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "export_lammps.h"
#include "export_sets.h"
#include "export_surface.h"
#include "report.h"
#include "run_commands.h"
#include "talus/geometry/liquid_surface/liquid_surface.h"
#include "talus/io/vtk/export_points.h"
#include "talus/run/frames.h"
#include "validators.h"

namespace talus::cli {
namespace {

struct ExportArguments {
    std::string folder;
    std::vector<std::string> formats;  ///< none: the usual one of each set, of surfaces ply
    std::string frames = ":";
    std::string to;
    std::string what;
    std::vector<std::string> fields;
    bool with_grains = false;
    bool allow_missing = false;
    bool surface = false;
    double radius = 0;
    geometry::LiquidSurfaceSettings mesh;
    bool with_velocity = false;
    double voxel = 0;
    CLI::Option* voxel_given = nullptr;
    std::vector<CLI::Option*> of_surfaces;  ///< options that mean nothing without --surface

    std::optional<double> voxelAsked() const {
        return voxel_given->count() > 0 ? std::optional(voxel) : std::nullopt;
    }
};

/// What a user may call a format: in capitals, or by a longer name.
std::string plainFormat(std::string name) {
    for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (name == "geotiff" || name == "tiff") return "tif";
    if (name == "openexr") return "exr";
    if (name == "png16") return "png";
    return name;
}

int exportMeshes(const ExportArguments& arguments) {
    if (auto manifest = run::inspectRun(arguments.folder); !manifest) return fail(manifest.error());
    if (arguments.with_grains || arguments.allow_missing || !arguments.fields.empty())
        return fail(ErrorKind::Input, "--with-grains, --field and --allow-missing are not for --surface");
    SurfaceExport surface{arguments.folder,    arguments.formats,        arguments.frames,
                          arguments.to,        arguments.what,           std::nullopt,
                          arguments.mesh.cell, arguments.mesh.smoothing, arguments.with_velocity};
    if (arguments.of_surfaces.front()->count() > 0) surface.radius = arguments.radius;
    surface.voxel = arguments.voxelAsked();
    return exportSurface(surface);
}

int exportFrames(ExportArguments arguments) {
    for (std::string& name : arguments.formats) name = plainFormat(name);
    if (arguments.surface) return exportMeshes(arguments);
    for (const CLI::Option* option : arguments.of_surfaces)
        if (option->count() > 0)
            return fail(ErrorKind::Input,
                        fmt::format("{} is for --surface: a mesh around the points", option->get_name()));
    if (std::find(arguments.formats.begin(), arguments.formats.end(), "lammps") != arguments.formats.end()) {
        if (arguments.formats.size() > 1)
            return fail(ErrorKind::Input,
                        "lammps is an input for LAMMPS, not frames; ask for it in a call of its own");
        return exportLammps({arguments.folder, arguments.frames, arguments.to, arguments.allow_missing});
    }
    if (arguments.allow_missing)
        return fail(ErrorKind::Input,
                    "--allow-missing is for --format lammps; the other formats miss nothing");
    if (auto manifest = run::inspectRun(arguments.folder); !manifest) return fail(manifest.error());
    return exportSets({arguments.folder, arguments.formats, arguments.frames, arguments.to, arguments.what,
                       arguments.fields, arguments.with_grains, arguments.voxelAsked()});
}

}  // namespace

void addExport(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<ExportArguments>();
    CLI::App* command =
        app.add_subcommand("export", "Write the frames of a run for other programs, or a scene for LAMMPS");
    command->add_option("DIR", arguments->folder, "Run folder; with --format lammps also a scene file")
        ->required();
    command
        ->add_option(
            "--format", arguments->formats,
            "Points: vtp, ply, csv, xyz; columns, as of the ground: vtp, vti, stl, obj, and as rasters tif "
            "(GeoTIFF), exr (32-bit floats), png (16 bits, one scale for all frames), flt (raw floats); "
            "meshes: vtp, ply, obj, stl, and closed ones vdb (OpenVDB: a level set); lines: vtp, ply, obj; "
            "volumes: vti, csv, vdb (fog); several with commas between. Or lammps: an input script and data "
            "file from "
            "a scene's start or a run's checkpoint")
        ->delimiter(',');
    command->add_option("--what", arguments->what,
                        "What of the frames, by name: grains, ground, ... (default: all that the formats are "
                        "for)");
    command
        ->add_option("--field", arguments->fields,
                     "What rasters of columns hold: height (default), change (height less that at the "
                     "start), or another of their fields; several with commas between")
        ->delimiter(',');
    arguments->voxel_given =
        command
            ->add_option("--voxel", arguments->voxel,
                         "Side of the voxels of a level set (vdb), m (default: the cells of [volume], or of "
                         "the grid of --surface)")
            ->check(finiteNumber());
    command->add_flag("--with-grains", arguments->with_grains,
                      "Add to the ground's heights the grains that lie on it, at a packing fraction of 0.6");
    command->add_option("--frames,--frame", arguments->frames,
                        "FIRST:LAST:STRIDE, as in 10:50:5 or ::10 (default: all); with lammps one frame that "
                        "has a checkpoint (default: the newest)");
    command->add_option("--to,--out", arguments->to,
                        "Folder to write (default: DIR/export; of a scene: out/NAME-lammps)");
    command->add_flag("--allow-missing", arguments->allow_missing,
                      "Write for LAMMPS what it can do, and list what is left out");
    command->add_flag("--surface", arguments->surface,
                      "A closed mesh around the points of --what, as around a liquid: ply, obj, stl or vdb");
    arguments->of_surfaces = {
        command
            ->add_option(
                "--radius", arguments->radius,
                "Half of the distance between neighbouring points, m (default: their field 'radius', else "
                "half of the spacing that the scene says)")
            ->check(finiteNumber()),
        command
            ->add_option("--cell", arguments->mesh.cell,
                         "Side of the surface's grid cells in radii, 0.1 to 2")
            ->check(finiteNumber())
            ->capture_default_str(),
        command
            ->add_option("--smoothing", arguments->mesh.smoothing,
                         "Width over which bumps are smoothed, in radii, 0 to 10")
            ->check(finiteNumber())
            ->capture_default_str(),
        command->add_flag("--velocity", arguments->with_velocity,
                          "Velocities at the surface's points, for motion blur (ply)")};
    command->callback([arguments, &exit_code] { exit_code = exportFrames(*arguments); });
}

}  // namespace talus::cli
