#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "export_bodies.h"
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
    std::vector<std::string> formats;  ///< empty: the default of each set; for surfaces ply
    std::string frames = ":";
    std::string to;
    std::string what;
    std::vector<std::string> fields;
    bool with_grains = false;
    bool allow_missing = false;
    bool surface = false;
    bool bodies = false;
    double radius = 0;
    geometry::LiquidSurfaceSettings mesh;
    bool with_velocity = false;
    double voxel = 0;
    CLI::Option* voxel_given = nullptr;
    std::vector<CLI::Option*> of_surfaces;  ///< options that need --surface

    std::optional<double> voxelSide() const {
        return voxel_given->count() > 0 ? std::optional(voxel) : std::nullopt;
    }
};

/// The standard name of a format that may be in capitals or a longer name.
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
        return fail(
            ErrorKind::Input,
            "--with-grains, --field and --allow-missing cannot be combined with --surface; leave them out");
    SurfaceExport surface{arguments.folder,    arguments.formats,        arguments.frames,
                          arguments.to,        arguments.what,           std::nullopt,
                          arguments.mesh.cell, arguments.mesh.smoothing, arguments.with_velocity};
    if (arguments.of_surfaces.front()->count() > 0) surface.radius = arguments.radius;
    surface.voxel = arguments.voxelSide();
    return exportSurface(surface);
}

int exportMotions(const ExportArguments& arguments) {
    if (auto manifest = run::inspectRun(arguments.folder); !manifest) return fail(manifest.error());
    if (arguments.surface || arguments.with_grains || arguments.allow_missing || arguments.voxelSide() ||
        !arguments.fields.empty())
        return fail(ErrorKind::Input,
                    "--surface, --with-grains, --field, --voxel and --allow-missing cannot be combined with "
                    "--bodies; leave them out");
    return exportBodies(
        {arguments.folder, arguments.formats, arguments.frames, arguments.to, arguments.what});
}

int exportFrames(ExportArguments arguments) {
    for (std::string& name : arguments.formats) name = plainFormat(name);
    if (arguments.bodies) return exportMotions(arguments);
    if (arguments.surface) return exportMeshes(arguments);
    for (const CLI::Option* option : arguments.of_surfaces)
        if (option->count() > 0)
            return fail(
                ErrorKind::Input,
                fmt::format("{} needs --surface, which makes a mesh around the points", option->get_name()));
    if (std::find(arguments.formats.begin(), arguments.formats.end(), "lammps") != arguments.formats.end()) {
        if (arguments.formats.size() > 1)
            return fail(
                ErrorKind::Input,
                "--format lammps writes an input for LAMMPS, not frames; export it in a separate call");
        return exportLammps({arguments.folder, arguments.frames, arguments.to, arguments.allow_missing});
    }
    if (arguments.allow_missing)
        return fail(ErrorKind::Input,
                    "--allow-missing is for --format lammps; leave it out with other formats");
    if (auto manifest = run::inspectRun(arguments.folder); !manifest) return fail(manifest.error());
    return exportSets({arguments.folder, arguments.formats, arguments.frames, arguments.to, arguments.what,
                       arguments.fields, arguments.with_grains, arguments.voxelSide()});
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
            "Points: vtp, ply, csv, xyz. Columns (such as the ground): vtp, vti, stl, obj, and as rasters "
            "tif (GeoTIFF), exr (32-bit floats), png (16 bits, one scale for all frames), flt (raw floats). "
            "Meshes: vtp, ply, obj, stl; closed meshes also vdb (an OpenVDB level set). Lines: vtp, ply, "
            "obj. Volumes: vti, csv, vdb (OpenVDB fog). With --bodies: usda, obj, ply, stl, vtp. Separate "
            "several by commas. Or lammps: an input "
            "script "
            "and data file from the start of a scene or a checkpoint of a run")
        ->delimiter(',');
    command->add_option("--what", arguments->what,
                        "Name of the set to export: grains, ground, ... (default: all that the formats can "
                        "hold)");
    command
        ->add_option(
            "--field", arguments->fields,
            "Field of columns to write as rasters: height (default), change (height minus that at the "
            "start), or another field; separate several by commas")
        ->delimiter(',');
    arguments->voxel_given =
        command
            ->add_option("--voxel", arguments->voxel,
                         "Side of the voxels of a level set (vdb) in m (default: the cells of [volume], or "
                         "those of --surface)")
            ->check(finiteNumber());
    command->add_flag("--with-grains", arguments->with_grains,
                      "Add the grains that lie on the ground to its heights, at a packing fraction of 0.6");
    command->add_option("--frames,--frame", arguments->frames,
                        "FIRST:LAST:STRIDE, as in 10:50:5 or ::10 (default: all); with lammps one frame that "
                        "has a checkpoint (default: the newest)");
    command->add_option("--to,--out", arguments->to,
                        "Folder to write (default: DIR/export; for a scene file out/NAME-lammps)");
    command->add_flag("--allow-missing", arguments->allow_missing,
                      "With --format lammps: leave out what LAMMPS cannot do, and list it");
    command->add_flag("--bodies", arguments->bodies,
                      "Write bodies and walls as meshes: usda (default) has all of them with their motions "
                      "in one file; obj, ply, stl and vtp are a file for each frame, always with the same "
                      "triangles. --what chooses one of them by its name");
    command->add_flag(
        "--surface", arguments->surface,
        "Write a closed mesh around the points of --what, such as a liquid: ply, obj, stl or vdb");
    arguments->of_surfaces = {
        command
            ->add_option(
                "--radius", arguments->radius,
                "Half of the distance between neighbouring points in m (default: their field 'radius', else "
                "half of the spacing in the scene)")
            ->check(finiteNumber()),
        command
            ->add_option("--cell", arguments->mesh.cell,
                         "Side of the grid cells of --surface in radii, 0.1 to 2")
            ->check(finiteNumber())
            ->capture_default_str(),
        command
            ->add_option("--smoothing", arguments->mesh.smoothing,
                         "Width over which the surface is smoothed in radii, 0 to 10")
            ->check(finiteNumber())
            ->capture_default_str(),
        command->add_flag("--velocity", arguments->with_velocity,
                          "Add velocities at the vertices, for motion blur (ply)")};
    command->callback([arguments, &exit_code] { exit_code = exportFrames(*arguments); });
}

}  // namespace talus::cli
