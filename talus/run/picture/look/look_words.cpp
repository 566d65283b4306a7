#include "talus/run/picture/look/look_words.h"

#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/core/parse_words.h"

namespace talus::run {
namespace {

struct NamedWalls {
    const char* name;
    Look::Walls walls;
};
constexpr NamedWalls named_walls[] = {{"solid", Look::Walls::Solid},
                                      {"translucent", Look::Walls::Translucent},
                                      {"edges", Look::Walls::Edges},
                                      {"hidden", Look::Walls::Hidden}};

}  // namespace

Result<Look::Walls> parseWalls(const std::string& word) {
    for (const NamedWalls& named : named_walls)
        if (word == named.name) return named.walls;
    return Error{ErrorKind::Input, fmt::format("walls '{}': give solid, translucent, edges or hidden", word)};
}

std::string wallsText(Look::Walls walls) {
    for (const NamedWalls& named : named_walls)
        if (walls == named.walls) return named.name;
    return "";
}

Result<float> parseOpacity(const std::string& word) {
    const auto value = parseNumber<double>(word);
    if (!value || !(*value > 0 && *value < 1))
        return Error{ErrorKind::Input,
                     fmt::format("opacity '{}': give a number between 0 (not seen) and 1 (solid)", word)};
    return static_cast<float>(*value);
}

Result<picture::Clip> parseClip(std::span<const std::string> words) {
    const Error wrong{ErrorKind::Input,
                      fmt::format("'{}' is no clip; give off, or plane NX NY NZ OFFSET (as in plane 0 1 0 "
                                  "0.5: shows y >= 0.5 m), or box X0 X1 Y0 Y1 Z0 Z1",
                                  fmt::join(words, " "))};
    if (words.empty()) return wrong;
    std::vector<double> v;
    for (const std::string& word : words.subspan(1)) {
        const auto value = parseNumber<double>(word);
        if (!value || !std::isfinite(*value)) return wrong;
        v.push_back(*value);
    }
    if (words[0] == "off" && v.empty()) return picture::Clip{};
    if (words[0] == "plane" && v.size() == 4) {
        const Vec3d normal{v[0], v[1], v[2]};
        if (!(length(normal) > 0)) return Error{ErrorKind::Input, "clip plane: the normal must not be zero"};
        const Vec3d n = normalized(normal);
        return picture::Clip{geometry::Plane{n * v[3], n}};
    }
    if (words[0] == "box" && v.size() == 6) {
        if (!(v[0] < v[1] && v[2] < v[3] && v[4] < v[5]))
            return Error{ErrorKind::Input, "clip box: each second number must be above the one before it"};
        return picture::Clip{geometry::Box{{v[0], v[2], v[4]}, {v[1], v[3], v[5]}}};
    }
    return wrong;
}

Result<picture::Clip> parseClip(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return parseClip(words);
}

std::string clipText(const picture::Clip& clip) {
    if (const auto* plane = std::get_if<geometry::Plane>(&clip.part))
        return fmt::format("plane {:.6g} {:.6g} {:.6g} {:.6g}", plane->normal.x, plane->normal.y,
                           plane->normal.z, dot(plane->normal, plane->point));
    if (const auto* box = std::get_if<geometry::Box>(&clip.part))
        return fmt::format("box {:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g}", box->min.x, box->max.x,
                           box->min.y, box->max.y, box->min.z, box->max.z);
    return "off";
}

}  // namespace talus::run
