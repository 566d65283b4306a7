#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "load_scene.h"
#include "note_missing.h"
#include "report.h"
#include "run_commands.h"
#include "set_option.h"
#include "talus/core/parse_words.h"
#include "talus/core/units.h"
#include "talus/method/gather.h"
#include "talus/run/frames.h"
#include "talus/run/input_files.h"
#include "talus/run/picture/look/look_words.h"
#include "talus/run/session/frame_drawer.h"

namespace talus::cli {
namespace {

struct RenderArguments {
    std::string folder;
    std::string camera;
    std::string size;
    std::string frames = ":";
    std::string colour;
    std::string contours;
    std::string video;
    std::vector<std::string> hidden;
    std::vector<std::string> translucent;
    std::string walls, opacity;
    std::string clip;
    std::string arrows;
    bool forces = false;
    bool log = false;
    std::vector<std::string> overrides;
    std::string background;
    std::string passes;
    std::string quality = "final";
    bool no_caption = false;
    int blur = 1;
    double shutter = 1;
};

/// Only keys of pictures may differ from those of the run.
Status checkOverrides(const std::vector<std::string>& overrides) {
    for (const std::string& text : overrides) {
        const std::string section = text.substr(0, text.find_first_of(".[="));
        if (section != "render" && section != "camera")
            return Error{ErrorKind::Input,
                         fmt::format("--set {}: the run is only drawn again, so only keys of [render] and "
                                     "[[camera]] can be set; for other keys run the scene again",
                                     text)};
    }
    return success();
}

/// "1280x720"
Result<std::pair<int, int>> parseSize(const std::string& text) {
    const std::string_view both = text;
    const std::size_t x = both.find('x');
    const auto width = parseNumber<int>(both.substr(0, x));
    const auto height = x == std::string_view::npos ? std::nullopt : parseNumber<int>(both.substr(x + 1));
    if (!width || !height)
        return Error{ErrorKind::Input,
                     fmt::format("--size {}: give WIDTHxHEIGHT in pixels, as in 1280x720", text)};
    return std::make_pair(*width, *height);
}

/// "10 m"; "0" turns the lines off.
Result<double> parseContours(const std::string& text) {
    const Error wrong{
        ErrorKind::Input,
        fmt::format("--contours {}: give the difference in height between lines, as in \"10 m\"", text)};
    const auto height = parseQuantity(text);
    if (!height) return wrong;
    const bool is_length = height->dimension == Dimension{} || height->dimension == Dimension{.length = 2};
    if (!is_length || !(height->value >= 0)) return wrong;
    return height->value;
}

/// What pictures show, and how.
Result<run::Look> lookOf(const RenderArguments& arguments) {
    run::Look look;
    look.hidden = {arguments.hidden.begin(), arguments.hidden.end()};
    look.translucent = {arguments.translucent.begin(), arguments.translucent.end()};
    look.forces = arguments.forces;
    if (!arguments.walls.empty()) {
        const auto walls = run::parseWalls(arguments.walls);
        if (!walls) return walls.error();
        look.walls = *walls;
    }
    if (!arguments.opacity.empty()) {
        const auto opacity = run::parseOpacity(arguments.opacity);
        if (!opacity) return opacity.error();
        look.opacity = *opacity;
    }
    if (!arguments.clip.empty()) {
        const auto clip = run::parseClip(arguments.clip);
        if (!clip) return clip.error();
        look.clip = *clip;
    }
    if (!arguments.arrows.empty()) look.arrows = run::Look::Arrows{arguments.arrows, {}};
    return look;
}

/// Names after --hide and --translucent that nothing has.
Status checkNames(const run::Look& look, const scene::Scene& scene, const run::Frame& frame) {
    const auto check = [](const char* option, const auto& given, const std::vector<std::string>& names) {
        for (const std::string& name : given)
            if (std::find(names.begin(), names.end(), name) == names.end())
                return Status(
                    Error{ErrorKind::Input, fmt::format("{} {}: there is nothing of that name; there are: {}",
                                                        option, name, fmt::join(names, ", "))});
        return success();
    };
    if (Status known = check("--hide", look.hidden, run::hideable(scene, frame)); !known) return known;
    return check("--translucent", look.translucent, run::translucentNames(scene));
}

int renderFrames(const RenderArguments& arguments) {
    const auto manifest = run::inspectRun(arguments.folder);
    if (!manifest) return fail(manifest.error());
    const auto range = run::parseFrameRange(arguments.frames);
    if (!range) return fail(range.error());
    run::DrawOptions options;
    options.camera = arguments.camera;
    options.colour = arguments.colour;
    options.quality = arguments.quality == "draft"  ? render::Level::Draft
                      : arguments.quality == "best" ? render::Level::Best
                                                    : render::Level::Final;
    options.caption = !arguments.no_caption;
    options.blur = arguments.blur;
    options.shutter = arguments.shutter;
    options.transparent = !arguments.background.empty();
    if (options.transparent && arguments.background != "transparent")
        return fail(ErrorKind::Input, fmt::format("--background {}: only transparent; a colour is "
                                                  "render.background of the scene",
                                                  arguments.background));
    if (options.transparent && !arguments.video.empty())
        return fail(ErrorKind::Input, "videos cannot be transparent; leave out --video or --background");
    if (options.transparent && options.quality == render::Level::Draft)
        return fail(ErrorKind::Input, "a draft cannot be transparent; choose --quality final or best");
    if (!arguments.passes.empty()) {
        const auto passes = run::parsePasses(arguments.passes);
        if (!passes) return fail(passes.error());
        options.passes = *passes;
    }
    if (!arguments.size.empty()) {
        const auto size = parseSize(arguments.size);
        if (!size) return fail(size.error());
        options.size = *size;
    }
    if (!arguments.video.empty()) {
        const run::Path film(arguments.video);
        if (film.extension() != ".mp4")
            return fail(
                ErrorKind::Input,
                fmt::format("--video {}: videos are MP4; give a name that ends in .mp4", arguments.video));
        if (const run::Path folder = film.parent_path();
            !folder.empty() && !std::filesystem::is_directory(folder))
            return fail(ErrorKind::Input, fmt::format("--video {}: there is no folder '{}'; make it first",
                                                      arguments.video, folder.string()));
    }
    if (!arguments.contours.empty()) {
        const auto contours = parseContours(arguments.contours);
        if (!contours) return fail(contours.error());
        options.contours = *contours;
    }
    auto look = lookOf(arguments);
    if (!look) return fail(look.error());
    options.look = std::move(*look);
    options.logarithmic = arguments.log;
    if (Status status = checkOverrides(arguments.overrides); !status) return fail(status.error());
    int exit_code = 0;
    const auto loaded = loadSceneOf(arguments.folder, "nothing was drawn", exit_code, arguments.overrides);
    if (!loaded) return exit_code;
    if (options.contours && method::landsOf(loaded->scene).empty())
        return fail(
            ErrorKind::Input,
            fmt::format("'{}' has no ground, so --contours does not apply; leave it out", arguments.folder));
    const auto changed = run::changedInputs(loaded->scene, *manifest);
    if (!changed) return fail(changed.error());
    for (const std::string& change : *changed) note(change + "; the present version is drawn");
    const io::ConfinedPath images = run::layout::images(arguments.folder);
    auto drawer = run::FrameDrawer::create(loaded->scene, images, options);
    if (!drawer) return fail(drawer.error());
    noteMissing(arguments.folder, *range);
    std::vector<std::uint64_t> drawn;
    const run::FrameFile* before = nullptr;
    const std::vector<run::FrameFile> files = run::listFrames(arguments.folder);
    for (const run::FrameFile& file : files) {
        const run::FrameFile* previous = std::exchange(before, &file);
        if (!range->contains(file.frame)) continue;
        const auto frame = run::readFrame(file);
        if (!frame) return fail(frame.error());
        if (drawn.empty())
            if (Status known = checkNames(options.look, loaded->scene, *frame); !known)
                return fail(known.error());
        std::optional<run::Frame> earlier;
        if (drawer->needsBefore() && previous != nullptr && previous->frame + 1 == file.frame) {
            auto read = run::readFrame(*previous);
            if (!read) return fail(read.error());
            earlier = std::move(*read);
        }
        if (Status status = drawer->draw(file.frame, *frame, earlier ? &*earlier : nullptr); !status)
            return fail(status.error());
        drawn.push_back(file.frame);
    }
    if (drawn.empty())
        return fail(ErrorKind::Input, fmt::format("'{}' has no frames in {}; see: talus info {}",
                                                  arguments.folder, arguments.frames, arguments.folder));
    print(fmt::format("{}: {}\n", images.string(), counted(drawn.size(), "picture")));
    if (arguments.video.empty()) return 0;
    const auto film = drawer->film(drawn, arguments.video);
    if (!film) return fail(film.error());
    print(fmt::format("{}\n", film->string()));
    return 0;
}

}  // namespace

void addRender(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<RenderArguments>();
    CLI::App* command = app.add_subcommand("render", "Draw the frames of a run; no display is needed");
    command->add_option("DIR", arguments->folder, "Run folder")->required();
    command->add_option("--camera", arguments->camera,
                        "A camera of the scene (default: its first), or auto, or orbit");
    command->add_option("--size", arguments->size, "WIDTHxHEIGHT in pixels (default: the scene's)");
    command->add_option("--frames", arguments->frames,
                        "FIRST:LAST:STRIDE, as in 10:50:5 or ::10 (default: all)");
    command->add_option(
        "--colour", arguments->colour,
        "material, a field of the frames, or height or slope of the ground (default: the scene's)");
    command->add_option("--contours", arguments->contours,
                        "Contour lines on the ground, with this difference in height: \"10 m\" (default: the "
                        "scene's)");
    command->add_flag("--log", arguments->log, "A logarithmic scale of colours");
    command
        ->add_option("--hide", arguments->hidden, "Sets of the frames, walls or groups of walls to leave out")
        ->delimiter(',');
    command->add_option("--walls", arguments->walls,
                        "solid, translucent (but infinite planes), edges or hidden");
    command
        ->add_option("--translucent", arguments->translucent,
                     "Walls or groups of walls to see through, or bodies")
        ->delimiter(',');
    command->add_option("--opacity", arguments->opacity,
                        "Of what is translucent: above 0 and below 1 (default: 0.3)");
    command->add_option(
        "--clip", arguments->clip,
        "Show a part only: \"plane NX NY NZ OFFSET\" (the side of the normal) or \"box X0 X1 Y0 "
        "Y1 Z0 Z1\" [m]");
    command->add_option("--arrows", arguments->arrows, "Arrows of a field of vectors, such as velocity");
    command->add_flag(
        "--forces", arguments->forces,
        "Forces of contacts as tubes, where frames have them (output.fields contact_force); leave "
        "out the grains with --hide grains");
    addSet(*command, arguments->overrides,
           "A key of [render] or [[camera]] with another value: render.colour=velocity, "
           "camera.main.fov=\"20 deg\"");
    command
        ->add_option(
            "--quality", arguments->quality,
            "draft (no shadows, grains and water as balls), final, or best (nine samples in a pixel, "
            "fine shadows; several times as long)")
        ->check(CLI::IsMember({"draft", "final", "best"}));
    command->add_option("--background", arguments->background,
                        "transparent: PNG with straight alpha, without caption and legend");
    command->add_flag("--no-caption", arguments->no_caption, "Without the time in the corner");
    command->add_option(
        "--passes", arguments->passes,
        "Some of depth,normal,motion,object: also images/CAMERA.NNNN.exr, with the picture in "
        "linear light and these data of each pixel");
    command
        ->add_option("--motion-blur", arguments->blur,
                     "Each picture is the mean of N, between the frame before and this one")
        ->check(CLI::Range(1, 256));
    command
        ->add_option("--shutter", arguments->shutter,
                     "Share of the time between two frames that --motion-blur shows (default: 1)")
        ->check(CLI::Range(0.0, 1.0));
    command->add_option("--video", arguments->video, "Make a video (.mp4) of the pictures");
    command->callback([arguments, &exit_code] { exit_code = renderFrames(*arguments); });
}

}  // namespace talus::cli
