#include "export_sets.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "export_land.h"
#include "report.h"
#include "talus/io/vtk/export_set.h"
#include "talus/run/frames.h"

namespace talus::cli {
namespace {

/// A set of the frames, and what it can be written as.
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
    return offer;
}

std::string describe(const std::vector<Offer>& offers) {
    std::string text;
    for (const Offer& offer : offers)
        text += fmt::format("{}{} ({}) as {}", text.empty() ? "" : "; ", offer.name, offer.kind,
                            fmt::join(offer.formats, ", "));
    return text;
}

/// What a frame has, as far as it is asked for. Error (Input) where there is nothing of that name.
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
    return Error{ErrorKind::Input, fmt::format("frame {} has nothing named '{}'; there are: {}", file.frame,
                                               what, fmt::join(names, ", "))};
}

/// Who is written as what. Error (Input) for a format that none of them takes.
Result<std::vector<Offer>> chosen(const std::vector<Offer>& offers, const std::vector<std::string>& formats) {
    for (const std::string& format : formats)
        if (std::none_of(offers.begin(), offers.end(),
                         [&](const Offer& offer) { return offer.takes(format); }))
            return Error{ErrorKind::Input,
                         fmt::format("nothing here can be exported as '{}'; there are: {}; and a scene as "
                                     "lammps",
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

Status writeTarget(const io::ConfinedPath& to, const run::FrameFile& file, const Offer& target,
                   const LandExport& lands, bool with_grains) {
    const auto path = file.sets.find(target.name);
    if (path == file.sets.end())
        return Error{ErrorKind::Input,
                     fmt::format("frame {} has nothing named '{}'", file.frame, target.name)};
    auto set = io::readSet(path->second);
    if (!set) return set.error();
    if (with_grains) {
        auto covered = lands.withGrains(target.name, file);
        if (!covered) return covered.error();
        set = state::FrameSet(std::move(*covered));
    }
    for (const std::string& format : target.formats) {
        const io::ConfinedPath out = to / (run::numbered(target.name, file.frame) + "." + format);
        Status status = success();
        if (isRasterFormat(format))
            status = lands.writeRaster(out, target.name, *set);
        else
            for (const io::SetFormat& known : io::formatsOf(set->view))
                if (known.name == format) status = known.write(out, set->view);
        if (!status) return status;
    }
    return success();
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
    const auto offers = offersOf(files.front(), arguments.what);
    if (!offers) return fail(offers.error());
    const auto targets = chosen(*offers, arguments.formats);
    if (!targets) return fail(targets.error());
    const bool rasters = std::any_of(arguments.formats.begin(), arguments.formats.end(), isRasterFormat);
    if (arguments.with_grains && std::any_of(targets->begin(), targets->end(),
                                             [](const Offer& target) { return target.kind != "columns"; }))
        return fail(ErrorKind::Input, "--with-grains is for --what ground: it adds them to the heights");
    LandExport lands;
    if (rasters || arguments.with_grains) {
        int exit_code = 0;
        auto loaded = LandExport::of(arguments.folder, exit_code);
        if (!loaded) return exit_code;
        lands = std::move(*loaded);
    }
    const io::ConfinedPath to =
        arguments.to.empty() ? run::layout::exports(arguments.folder) : io::ConfinedPath(arguments.to);
    if (Status status = io::createFolder(to); !status) return fail(status.error());
    for (const run::FrameFile& file : files)
        for (const Offer& target : *targets)
            if (Status status = writeTarget(to, file, target, lands, arguments.with_grains); !status)
                return fail(status.error());
    fmt::print("{}: {}\n", to.string(), counted(files.size(), "frame"));
    for (const Offer& target : *targets)
        fmt::print("  {} ({}) as {}\n", target.name, target.kind, fmt::join(target.formats, ", "));
    return 0;
}

}  // namespace talus::cli
