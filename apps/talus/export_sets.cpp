#include "export_sets.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "export_land.h"
#include "export_vdb.h"
#include "note_missing.h"
#include "report.h"
#include "talus/io/vtk/export_set.h"
#include "talus/run/frames.h"

namespace talus::cli {
namespace {

/// A set of the frames, and the formats that it can be written in.
struct Offer {
    std::string name;
    std::string kind;
    std::vector<std::string> formats;

    bool takes(const std::string& format) const {
        return std::find(formats.begin(), formats.end(), format) != formats.end();
    }
};

Offer offerOf(const std::string& name, const state::FrameSet& set) {
    Offer offer{name, state::kindOf(set.view), {}};
    for (const io::SetFormat& format : io::formatsOf(set.view)) offer.formats.emplace_back(format.name);
    if (set.as<state::ColumnsView>() != nullptr)
        offer.formats.insert(offer.formats.end(), raster_formats.begin(), raster_formats.end());
    if (hasVdb(set.view)) offer.formats.emplace_back(vdb_format);
    return offer;
}

std::string describe(const std::vector<Offer>& offers) {
    std::string text;
    for (const Offer& offer : offers)
        text += fmt::format("{}{} ({}) as {}", text.empty() ? "" : "; ", offer.name, offer.kind,
                            fmt::join(offer.formats, ", "));
    return text;
}

/// The sets of a frame. @param what name of one set; empty: all. Error (Input) where there is no such set.
Result<std::vector<Offer>> offersOf(const run::FrameFile& file, const std::string& what) {
    std::vector<Offer> offers;
    for (const auto& [name, path] : file.sets) {
        if (!what.empty() && name != what) continue;
        const auto set = io::readSet(path);
        if (!set) return set.error();
        offers.push_back(offerOf(name, *set));
    }
    if (!offers.empty()) return offers;
    std::vector<std::string> names;
    for (const auto& [name, path] : file.sets) names.push_back(name);
    return Error{ErrorKind::Input, fmt::format("frame {} has no set '{}'; there are: {}; with --bodies "
                                               "'{}' may also be a body or a wall",
                                               file.frame, what, fmt::join(names, ", "), what)};
}

/// The sets to write, with their formats. Error (Input) for a format that no set can be written in.
Result<std::vector<Offer>> chosen(const std::vector<Offer>& offers, const std::vector<std::string>& formats) {
    for (const std::string& format : formats)
        if (std::none_of(offers.begin(), offers.end(),
                         [&](const Offer& offer) { return offer.takes(format); }))
            return Error{ErrorKind::Input,
                         fmt::format("nothing here can be exported as '{}'; there are: {}; bodies and walls "
                                     "as meshes by --bodies; a mesh around points by --surface; and a scene "
                                     "as lammps",
                                     format, describe(offers))};
    std::vector<Offer> targets;
    for (const Offer& offer : offers) {
        Offer target{offer.name, offer.kind, {}};
        if (formats.empty()) target.formats = {offer.formats.front()};
        for (const std::string& format : formats)
            if (offer.takes(format)) target.formats.push_back(format);
        if (!target.formats.empty()) targets.push_back(std::move(target));
    }
    return targets;
}

/// The requested export of each frame.
struct Export {
    const SetExport& arguments;
    std::vector<Offer> targets;
    LandExport lands;          ///< for rasters, and for grains on the ground
    io::VdbLattice lattice{};  ///< of level sets

    bool anyLevelSet() const {
        return std::any_of(targets.begin(), targets.end(), [](const Offer& target) {
            return target.kind == "mesh" && target.takes(vdb_format);
        });
    }
    bool anyRaster() const {
        return std::any_of(targets.begin(), targets.end(), [](const Offer& target) {
            return std::any_of(target.formats.begin(), target.formats.end(), isRasterFormat);
        });
    }
    std::vector<std::string> rasterFields() const {
        return arguments.fields.empty() ? std::vector<std::string>{"height"} : arguments.fields;
    }
};

Result<state::FrameSet> readTarget(const Export& asked, const run::FrameFile& file, const Offer& target) {
    const auto path = file.sets.find(target.name);
    if (path == file.sets.end())
        return Error{ErrorKind::Input,
                     fmt::format("frame {} has nothing named '{}'", file.frame, target.name)};
    if (!asked.arguments.with_grains) return io::readSet(path->second);
    auto covered = asked.lands.withGrains(target.name, file);
    if (!covered) return covered.error();
    return state::FrameSet(std::move(*covered));
}

/// The range of values of each set and field over all frames: 16-bit PNGs of all frames have one scale.
using Spans = std::map<std::pair<std::string, std::string>, io::RasterSpan>;

Result<Spans> spansOf(const Export& asked, const std::vector<run::FrameFile>& files) {
    Spans spans;
    for (const Offer& target : asked.targets) {
        if (!target.takes("png")) continue;
        for (const run::FrameFile& file : files) {
            const auto set = readTarget(asked, file, target);
            if (!set) return set.error();
            for (const std::string& field : asked.rasterFields()) {
                const auto raster = asked.lands.raster(target.name, *set, field);
                if (!raster) return raster.error();
                spans[{target.name, field}].include(*raster);
            }
        }
    }
    return spans;
}

Status writeRasters(const Export& asked, const io::ConfinedPath& to, const run::FrameFile& file,
                    const Offer& target, const state::FrameSet& set, const Spans& spans) {
    for (const std::string& field : asked.rasterFields()) {
        const auto raster = asked.lands.raster(target.name, set, field);
        if (!raster) return raster.error();
        const std::string name = field == "height" ? target.name : target.name + "-" + field;
        for (const std::string& format : target.formats) {
            if (!isRasterFormat(format)) continue;
            const auto span = spans.find({target.name, field});
            const io::ConfinedPath out = to / (run::numbered(name, file.frame) + "." + format);
            if (Status status = io::writeRaster(
                    out, *raster, span == spans.end() ? std::nullopt : std::optional(span->second));
                !status)
                return status;
        }
    }
    return success();
}

Status writeTarget(const Export& asked, const io::ConfinedPath& to, const run::FrameFile& file,
                   const Offer& target, const Spans& spans) {
    const auto set = readTarget(asked, file, target);
    if (!set) return set.error();
    for (const std::string& format : target.formats)
        for (const io::SetFormat& known : io::formatsOf(set->view))
            if (known.name == format)
                if (Status status =
                        known.write(to / (run::numbered(target.name, file.frame) + "." + format), set->view);
                    !status)
                    return status;
    if (target.takes(vdb_format))
        if (Status status = writeVdb(to / (run::numbered(target.name, file.frame) + "." + vdb_format),
                                     set->view, asked.lattice);
            !status)
            return status;
    if (std::none_of(target.formats.begin(), target.formats.end(), isRasterFormat)) return success();
    return writeRasters(asked, to, file, target, *set, spans);
}

}  // namespace

int exportSets(const SetExport& arguments) {
    const auto range = run::parseFrameRange(arguments.frames);
    if (!range) return fail(range.error());
    std::vector<run::FrameFile> files = run::listFrames(arguments.folder);
    std::erase_if(files, [&](const run::FrameFile& file) { return !range->contains(file.frame); });
    if (files.empty())
        return fail(ErrorKind::Input, fmt::format("'{}' has no frames in {}; see: talus info {}",
                                                  arguments.folder, arguments.frames, arguments.folder));
    noteMissing(arguments.folder, *range);
    const auto offers = offersOf(files.front(), arguments.what);
    if (!offers) return fail(offers.error());
    const auto targets = chosen(*offers, arguments.formats);
    if (!targets) return fail(targets.error());
    Export asked{arguments, *targets, {}, {}};
    if (!arguments.fields.empty() && !asked.anyRaster())
        return fail(ErrorKind::Input, fmt::format("--field chooses a field of rasters; add --format with {}",
                                                  fmt::join(raster_formats, ", ")));
    if (arguments.with_grains && std::any_of(targets->begin(), targets->end(),
                                             [](const Offer& target) { return target.kind != "columns"; }))
        return fail(ErrorKind::Input,
                    "--with-grains adds grains to the heights of the ground; add --what ground");
    if (asked.anyRaster() || arguments.with_grains) {
        int exit_code = 0;
        auto loaded = LandExport::of(arguments.folder, exit_code);
        if (!loaded) return exit_code;
        asked.lands = std::move(*loaded);
    }
    if (asked.anyLevelSet()) {
        int exit_code = 0;
        const auto lattice = vdbLattice(arguments.folder, arguments.voxel, exit_code);
        if (!lattice) return exit_code;
        asked.lattice = *lattice;
    } else if (arguments.voxel) {
        return fail(ErrorKind::Input, "--voxel is for level sets; add --format vdb, and a mesh as --what");
    }
    const auto spans = spansOf(asked, files);
    if (!spans) return fail(spans.error());
    const io::ConfinedPath to =
        arguments.to.empty() ? run::layout::exports(arguments.folder) : io::ConfinedPath(arguments.to);
    if (Status status = io::createFolder(to); !status) return fail(status.error());
    for (const run::FrameFile& file : files)
        for (const Offer& target : *targets)
            if (Status status = writeTarget(asked, to, file, target, *spans); !status)
                return fail(status.error());
    print(fmt::format("{}: {}\n", to.string(), counted(files.size(), "frame")));
    for (const Offer& target : *targets)
        print(fmt::format("  {} ({}) as {}\n", target.name, target.kind, fmt::join(target.formats, ", ")));
    return 0;
}

}  // namespace talus::cli
