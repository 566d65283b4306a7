#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "engrave_arguments.h"
#include "load_scene.h"
#include "note_missing.h"
#include "report.h"
#include "run_commands.h"
#include "talus/geometry/grow_box.h"
#include "talus/method/shown/screen.h"
#include "talus/run/engraving/pressing.h"
#include "talus/run/engraving/screen_pictures.h"
#include "talus/run/picture/film_of.h"

namespace talus::cli {
namespace {

using picture::engraved::ScreenSettings;

/// The box around all points of a run that press the screen. Error (Input) where there are none.
Result<geometry::Box> boxOf(const std::vector<run::FrameFile>& files, const ScreenSettings& settings) {
    geometry::Box box = geometry::emptyBox();
    for (const run::FrameFile& file : files) {
        const auto frame = run::readFrame(file);
        if (!frame) return frame.error();
        const auto points = run::pressingPoints(frame->sets, settings.points);
        if (!points) return points.error();
        const auto radii = run::pressingRadii(*points, settings);
        if (!radii) return radii.error();
        for (std::size_t i = 0; i < points->count; ++i) {
            const double r = settings.onto == ScreenSettings::Onto::Volume ? (*radii)[i] : 0;
            if (!((*radii)[i] > 0)) continue;
            geometry::include(box, points->at(i) - Vec3d{r, r, r});
            geometry::include(box, points->at(i) + Vec3d{r, r, r});
        }
    }
    if (box.min.x <= box.max.x) return box;
    return Error{ErrorKind::Input, "no frame has a point that could press the screen"};
}

/// The settings, with the box around all points where they have none and need one.
Result<ScreenSettings> completed(ScreenSettings settings, const std::vector<run::FrameFile>& files) {
    const bool is_volume = settings.onto == ScreenSettings::Onto::Volume;
    if (settings.hasBox() || !(settings.onPlane() || is_volume)) return settings;
    const auto box = boxOf(files, settings);
    if (!box) return box.error();
    settings.min = box->min, settings.max = box->max;
    if (!settings.hasBox())  // a single point: any box around it shows it
        settings.min = settings.min - Vec3d{1, 1, 1}, settings.max = settings.max + Vec3d{1, 1, 1};
    if (const std::size_t count = volumeBox(settings).count();
        is_volume && count > picture::engraved::largest_volume)
        return Error{ErrorKind::Input,
                     fmt::format("--cell {} m: a volume of {} phyxels is too large; at most {} are possible",
                                 settings.cell, count, picture::engraved::largest_volume)};
    return settings;
}

std::string zoneText(const run::Engraver& engraver) {
    const auto& zone = engraver.settings().zone;
    if (!zone) return {};
    return fmt::format("; |a| > {} on {:.1f} % of the last", *zone,
                       100 * picture::engraved::zoneOfInfluence(engraver.values(), *zone));
}

/// The pictures of a run.
struct Engraved {
    std::vector<std::uint64_t> frames;
    run::Engraver engraver;
};

Result<Engraved> engraveFrames(const std::vector<run::FrameFile>& files, const run::FrameRange& range,
                               run::Engraver engraver, const run::ScreenPictures& pictures,
                               const io::ConfinedPath& folder) {
    std::vector<std::uint64_t> drawn;
    for (const run::FrameFile& file : files) {
        if (file.frame > range.last) break;
        const auto frame = run::readFrame(file);
        if (!frame) return frame.error();
        if (Status status = engraver.advanceTo(*frame); !status)
            return Error{status.error().kind,
                         fmt::format("frame {}: {}", file.frame, status.error().message)};
        if (!range.contains(file.frame)) continue;
        if (Status status = pictures.write(folder, file.frame, engraver, *frame); !status)
            return status.error();
        drawn.push_back(file.frame);
    }
    return Engraved{std::move(drawn), std::move(engraver)};
}

Result<std::string> engrave(const EngraveArguments& arguments, const scene::Scene& scene) {
    const auto range = run::parseFrameRange(arguments.frames);
    if (!range) return range.error();
    const std::vector<run::FrameFile> files = run::listFrames(arguments.folder);
    noteMissing(arguments.folder, {.first = 0, .last = range->last});
    const ScreenSettings* given = method::screenOf(scene);
    const auto settings = completed(given != nullptr ? *given : ScreenSettings(), files);
    if (!settings) return settings.error();
    const exec::Exec exec = exec::Exec::cpu(arguments.threads);
    auto engraver = run::Engraver::create(scene, *settings, exec);
    if (!engraver) return engraver.error();
    const auto pictures = run::ScreenPictures::create(scene, *settings, exec);
    if (!pictures) return pictures.error();
    const io::ConfinedPath folder =
        arguments.out.empty() ? run::layout::images(arguments.folder) : io::ConfinedPath(arguments.out);
    if (Status status = io::createFolder(folder); !status) return status.error();
    const auto done = engraveFrames(files, *range, std::move(*engraver), *pictures, folder);
    if (!done) return done.error();
    if (done->frames.empty())
        return Error{ErrorKind::Input, fmt::format("'{}' has no frames in {}; see: talus info {}",
                                                   arguments.folder, arguments.frames, arguments.folder)};
    if (!done->engraver.pressed())
        note("no frame had a point that left a mark (screen.field, screen.camera): the screen stayed flat");
    std::string text = fmt::format("{}: {}, after {} of the screen{}\n", folder.string(),
                                   counted(done->frames.size(), "picture"),
                                   counted(done->engraver.steps(), "step"), zoneText(done->engraver));
    if (arguments.video.empty()) return text;
    const auto film = run::filmOf(folder, run::ScreenPictures::name, done->frames, arguments.video,
                                  scene.render.frame_rate);
    if (!film) return film.error();
    return text + film->string() + "\n";
}

int runEngrave(const EngraveArguments& arguments) {
    if (const auto manifest = run::inspectRun(arguments.folder); !manifest) return fail(manifest.error());
    if (Status status = checkFilm(arguments.video); !status) return fail(status.error());
    const auto overrides = screenOverrides(arguments);
    if (!overrides) return fail(overrides.error());
    int exit_code = 0;
    const auto loaded = loadSceneOf(arguments.folder, "nothing was engraved", exit_code, overrides->texts,
                                    overrides->options);
    if (!loaded) return exit_code;
    const auto text = engrave(arguments, loaded->scene);
    if (!text) return fail(text.error());
    print(*text);
    return 0;
}

}  // namespace

void addEngrave(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<EngraveArguments>();
    CLI::App* command = app.add_subcommand(
        "engrave", "Draw a run as sand, mud or pebbles: its points press a screen of masses and springs");
    command->footer(
        "Examples:\n"
        "  talus engrave out/dune-behind-obstacle --where group=0 --radius \"14 mm\"\n"
        "  talus engrave out/sand-pile --preset mud --size 640x480 --lighting \"0.5 - 0.45*dx + 0.55*dy\"\n"
        "  talus engrave out/sand-pile --onto volume --preset mud --exr\n"
        "A scene with a table [screen] draws these pictures while it runs: talus explain screen");
    addEngraveOptions(*command, *arguments);
    command->callback([arguments, &exit_code] { exit_code = runEngrave(*arguments); });
}

}  // namespace talus::cli
