#include "engrave_arguments.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/core/parse_words.h"
#include "talus/method/shown/screen.h"

namespace talus::cli {
namespace {

using settings::Kind;

Error wrong(const std::string& option, const std::string& what) {
    return {ErrorKind::Input, fmt::format("{}: {}", option, what)};
}

bool isList(Kind kind) {
    return kind == Kind::Vector || kind == Kind::IntegerList || kind == Kind::NumberList;
}

/// A number as it is; anything else, such as "22 mm", as a text.
std::string wordToToml(const std::string& word, const settings::Parameter& row) {
    return parseNumber<double>(word) ? word : settings::toToml(word, row);
}

/// "640x480" and "0.1,0.2,0.3" as lists of TOML.
std::string listToToml(std::string text, const settings::Parameter& row) {
    if (row.kind == Kind::IntegerList) std::replace(text.begin(), text.end(), 'x', ',');
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        words.push_back(wordToToml(text.substr(begin, end - begin), row));
        begin = end + 1;
    }
    return fmt::format("[{}]", fmt::join(words, ", "));
}

std::string toToml(const std::string& text, const settings::Parameter& row) {
    if (row.kind == Kind::Boolean) return text;
    if (row.kind == Kind::Text) return settings::toToml(text, row);
    return isList(row.kind) ? listToToml(text, row) : wordToToml(text, row);
}

/// How a value of the command line looks.
std::string formOf(const settings::Parameter& row) {
    if (row.kind == Kind::Text)
        return row.choices.empty() ? "TEXT" : fmt::format("{}", fmt::join(row.choices, "|"));
    if (row.kind == Kind::IntegerList) return "WIDTHxHEIGHT";
    if (row.kind == Kind::Vector) return "A,B,C";
    if (row.kind == Kind::NumberList) return "A,B,...";
    return row.unit.empty() ? "NUMBER" : fmt::format("NUMBER [{}]", row.unit);
}

std::string defaultOf(const settings::Section& section, const settings::Parameter& row) {
    const std::string value = settings::toToml(section.defaultOf(row), row);
    return value == "\"\"" || value == "[]" ? "" : fmt::format(" Default: {}", value);
}

}  // namespace

Result<ScreenOverrides> screenOverrides(const EngraveArguments& arguments) {
    const settings::Section section = method::screenSection();
    ScreenOverrides overrides;
    const auto add = [&](std::string option, const std::string& key, const std::string& value) {
        overrides.texts.push_back(fmt::format("screen.{}={}", key, value));
        overrides.options.push_back(std::move(option));
    };
    for (const auto& [key, value] : arguments.keys)
        add("--" + key, key, toToml(value, *section.rows(key).front()));
    if (arguments.where.empty()) return overrides;
    const std::size_t equals = arguments.where.find('=');
    const bool complete = equals != std::string::npos && equals > 0 && equals + 1 < arguments.where.size();
    if (!complete)
        return wrong(fmt::format("--where {}", arguments.where), "give FIELD=VALUE,VALUE..., as in group=0");
    add("--where", "field",
        settings::toToml(arguments.where.substr(0, equals), *section.rows("field").front()));
    add("--where", "values", listToToml(arguments.where.substr(equals + 1), *section.rows("values").front()));
    return overrides;
}

Status checkFilm(const std::string& video) {
    if (video.empty()) return success();
    const std::filesystem::path film(video);
    if (film.extension() != ".mp4")
        return wrong(fmt::format("--video {}", video), "videos are MP4; give a name that ends in .mp4");
    if (const auto folder = film.parent_path(); !folder.empty() && !std::filesystem::is_directory(folder))
        return wrong(fmt::format("--video {}", video),
                     fmt::format("there is no folder '{}'; make it first", folder.string()));
    return success();
}

void addEngraveOptions(CLI::App& command, EngraveArguments& arguments) {
    command.add_option("DIR", arguments.folder, "Run folder")->required();
    command.add_option("--frames", arguments.frames,
                       "Frames to draw, FIRST:LAST:STRIDE (default: all); those before are engraved as well");
    command.add_option("--out", arguments.out, "Folder of the pictures (default: DIR/images)");
    command.add_option("--video", arguments.video, "Make a video (.mp4) of the pictures");
    command.add_option("--threads", arguments.threads, "0: all; pictures do not depend on it")
        ->check(CLI::Range(0, 1024));
    command.add_option("--where", arguments.where,
                       "Short for --field and --values: FIELD=VALUE,VALUE..., as in group=0");
    const settings::Section section = method::screenSection();
    for (const settings::Parameter& row : section.parameters) {
        const std::string key(row.key), option = "--" + key;
        const std::string doc = std::string(row.doc) + defaultOf(section, row);
        const auto keep = [&arguments, key](const std::string& value) { arguments.keys[key] = value; };
        CLI::Option* added =
            row.kind == Kind::Boolean
                ? command.add_flag_callback(
                      option, [keep] { keep("true"); }, doc)
                : command.add_option_function<std::string>(option, keep, doc)->type_name(formOf(row));
        added->group("Keys of [screen] (in place of those of the scene)");
    }
}

}  // namespace talus::cli
