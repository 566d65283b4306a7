#include "engrave_arguments.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>

#include "talus/core/parse_words.h"
#include "talus/core/units.h"
#include "talus/io/image.h"
#include "talus/picture/screen/projection.h"
#include "validators.h"

namespace talus::cli {
namespace {

constexpr int largest_side = 8192;  // three floats a phyxel: 0.8 GB

Error wrong(const std::string& option, const std::string& what) {
    return {ErrorKind::Input, fmt::format("{}: {}", option, what)};
}

/// "256x192"
Result<std::pair<std::size_t, std::size_t>> sizeOf(const std::string& text) {
    const std::string_view both = text;
    const std::size_t x = both.find('x');
    const auto width = parseNumber<int>(both.substr(0, x));
    const auto height = x == std::string_view::npos ? std::nullopt : parseNumber<int>(both.substr(x + 1));
    if (!width || !height || *width < 1 || *height < 1 || *width > largest_side || *height > largest_side)
        return wrong(fmt::format("--size {}", text),
                     fmt::format("give WIDTHxHEIGHT in phyxels, each 1 to {}, as in 256x192", largest_side));
    return std::pair(static_cast<std::size_t>(*width), static_cast<std::size_t>(*height));
}

/// "group=0,2"
Result<Where> whereOf(const std::string& text) {
    const std::size_t equals = text.find('=');
    Where where{text.substr(0, equals), {}};
    std::string_view rest = equals == std::string::npos ? "" : std::string_view(text).substr(equals + 1);
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const auto value = parseNumber<double>(rest.substr(0, comma));
        if (!value) break;
        where.values.push_back(*value);
        rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
    if (where.field.empty() || where.values.empty() || !rest.empty())
        return wrong(fmt::format("--where {}", text), "give FIELD=VALUE,VALUE..., as in group=0");
    return where;
}

Result<double> radiusOf(const std::string& text) {
    const auto length = parseQuantity(text);
    const bool is_length =
        length && (length->dimension == Dimension{} || length->dimension == Dimension{.length = 2});
    if (!is_length || !(length->value > 0))
        return wrong(fmt::format("--radius {}", text), "give a length above 0, as in \"22 mm\"");
    return length->value;
}

picture::Colour colourOf(const std::vector<int>& bytes) {
    return {static_cast<float>(bytes[0]) / 255, static_cast<float>(bytes[1]) / 255,
            static_cast<float>(bytes[2]) / 255};
}

Result<picture::engraved::ScreenLook> lookOf(const EngraveArguments& arguments) {
    picture::engraved::ScreenLook look;
    if (!arguments.colour.empty()) look.base = colourOf(arguments.colour);
    if (!arguments.outside.empty()) look.outside = colourOf(arguments.outside);
    look.threshold = arguments.zone;
    for (const picture::NamedColourMap& named : picture::colour_maps)
        if (named.name == arguments.map) look.map = named.map;
    if (!arguments.range.empty()) {
        look.lowest = arguments.range[0], look.highest = arguments.range[1];
        if (!(look.lowest < look.highest))
            return wrong("--range", "give the lowest value and then a higher one, as in 0 5");
    }
    return look;
}

Status checkOutputs(const EngraveArguments& arguments, const Engraving& engraving) {
    const auto largest = static_cast<std::size_t>(io::largest_image_side);
    const auto zoom = static_cast<std::size_t>(arguments.zoom);
    if (std::max(engraving.width, engraving.height) * zoom > largest)
        return wrong(fmt::format("--zoom {}", arguments.zoom),
                     fmt::format("pictures have at most {} pixels a side; zoom less", largest));
    if (!arguments.camera.empty() && !arguments.plane.empty())
        return wrong("--camera and --plane", "the screen is either seen by a camera or in a plane; give one");
    if (arguments.video.empty()) return success();
    const std::filesystem::path film(arguments.video);
    if (film.extension() != ".mp4")
        return wrong(fmt::format("--video {}", arguments.video),
                     "videos are MP4; give a name that ends in .mp4");
    if (const auto folder = film.parent_path(); !folder.empty() && !std::filesystem::is_directory(folder))
        return wrong(fmt::format("--video {}", arguments.video),
                     fmt::format("there is no folder '{}'; make it first", folder.string()));
    return success();
}

}  // namespace

Result<Engraving> engravingOf(const EngraveArguments& arguments) {
    Engraving engraving;
    const auto frames = run::parseFrameRange(arguments.frames);
    if (!frames) return frames.error();
    engraving.frames = *frames;
    if (!arguments.where.empty()) {
        const auto where = whereOf(arguments.where);
        if (!where) return where.error();
        engraving.where = *where;
    }
    const auto size = sizeOf(arguments.size);
    if (!size) return size.error();
    std::tie(engraving.width, engraving.height) = *size;
    if (!arguments.radius.empty()) {
        const auto radius = radiusOf(arguments.radius);
        if (!radius) return radius.error();
        engraving.radius = *radius;
    }
    const auto preset = picture::engraved::screenPreset(arguments.preset);
    if (!preset) return wrong("--preset", preset.error().message);
    const auto& own = arguments.links;
    const picture::engraved::ScreenLinks links =
        own.empty() ? *preset : picture::engraved::ScreenLinks{own[0], own[1], own[2], own[3]};
    engraving.rate = arguments.rate;
    engraving.links = links.atRate(picture::engraved::screen_rate, arguments.rate);
    if (Status stable = picture::engraved::checkStability(engraving.links, engraving.rate); !stable)
        return wrong(own.empty() ? "--preset " + arguments.preset : "--links", stable.error().message);
    auto profile = picture::engraved::Profile::parse(arguments.profile);
    if (!profile) return wrong("--profile", profile.error().message + "; it is a formula of r, from 0 to 1");
    engraving.profile = *profile;
    auto lighting = picture::engraved::Lighting::parse(arguments.lighting);
    if (!lighting)
        return wrong("--lighting", lighting.error().message +
                                       "; it is a formula of a, dx, dy and v, such as " +
                                       picture::engraved::standard_lighting);
    engraving.lighting = std::move(*lighting);
    const auto look = lookOf(arguments);
    if (!look) return look.error();
    engraving.look = *look;
    if (Status status = checkOutputs(arguments, engraving); !status) return status.error();
    return engraving;
}

void addEngraveOptions(CLI::App& command, EngraveArguments& a) {
    command.add_option("DIR", a.folder, "Run folder")->required();
    command.add_option("--set,--what", a.set, "Set of points of the frames (default: the first)");
    command.add_option("--where", a.where,
                       "Only points with these values of a field: FIELD=VALUE,VALUE..., as in group=0");
    command.add_option("--frames", a.frames,
                       "Frames to draw, FIRST:LAST:STRIDE (default: all); those before are engraved as well");
    command
        .add_option("--preset", a.preset,
                    "sand (ripples), mud (trickles), both as the paper prints them, or pebbles (no memory)")
        ->capture_default_str();
    command
        .add_option("--links", a.links,
                    "ks,ki,zs,zi at 300 steps a second, in place of a preset: stiffness and damping to the "
                    "ground (s) and to neighbours (i)")
        ->delimiter(',')
        ->expected(4)
        ->check(finiteNumber());
    command.add_option("--size", a.size, "WIDTHxHEIGHT of the screen in phyxels")->capture_default_str();
    command.add_option("--rate", a.rate, "Steps of the screen in a second of the run")
        ->check(CLI::Range(1.0, 1e6))
        ->capture_default_str();
    command.add_option("--radius", a.radius,
                       "Radius of the mark of a point (default: twice the radius of the point)");
    command.add_option("--height", a.height, "Height of a wide mark at rest, in its radii; below 0: sunk")
        ->check(finiteNumber())
        ->capture_default_str();
    command.add_option("--profile", a.profile, "Shape of a mark: a formula of r, 0 in the middle to 1")
        ->capture_default_str();
    command
        .add_option("--settle", a.settle,
                    "Time in s that the screen has under the first frame before it counts")
        ->check(CLI::Range(0.0, 3600.0));
    command.add_option("--camera", a.camera, "A camera of the scene (default: its first), or auto, or orbit");
    command.add_option("--plane", a.plane, "In place of a camera: points straight onto xy, xz or yz")
        ->check(CLI::IsMember({"xy", "xz", "yz"}));
    command
        .add_option("--lighting", a.lighting,
                    "Brightness: a formula of a, its gradient dx, dy (dy downwards) and its change v")
        ->capture_default_str();
    command.add_option("--colour", a.colour, "R,G,B that is lit, 0 to 255 (default: 250,200,170)")
        ->delimiter(',')
        ->expected(3)
        ->check(CLI::Range(0, 255));
    command.add_option("--map", a.map, "In place of a colour: viridis, plasma or inferno, by a")
        ->check(CLI::IsMember({"viridis", "plasma", "inferno"}));
    command.add_option("--range", a.range, "Values of a [phyxels] at the two ends of --map (default: 0 1)")
        ->expected(2)
        ->check(finiteNumber());
    command.add_option("--zone", a.zone, "Light only the zone of influence |a| > this [phyxels]")
        ->check(CLI::Range(0.0, 1e6));
    command.add_option("--outside", a.outside, "R,G,B outside of the zone (default: 0,0,0)")
        ->delimiter(',')
        ->expected(3)
        ->check(CLI::Range(0, 255));
    command.add_option("--zoom", a.zoom, "Pixels for each phyxel, across and down, colours in between")
        ->check(CLI::Range(1, 16))
        ->capture_default_str();
    command.add_option("--out", a.out, "Folder of the pictures (default: DIR/images)");
    command.add_flag("--exr", a.exr, "Also a as engraved.NNNN.exr, 32-bit floats [phyxels]");
    command.add_option("--video", a.video, "Make a video (.mp4) of the pictures");
    command.add_option("--threads", a.threads, "0: all; pictures do not depend on it")
        ->check(CLI::Range(0, 1024));
}

}  // namespace talus::cli
