#include "talus/picture/sprites.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/geometry/grow_box.h"

namespace talus::picture {
namespace {

bool finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

Error input(std::string message) { return {ErrorKind::Input, std::move(message)}; }

bool isShare(float x) { return x >= 0 && x <= 1; }

Status checkCounts(const Sprites& s, std::size_t set) {
    const std::size_t n = s.centre.size();
    const struct {
        const char* name;
        std::size_t count;
        bool one_for_all, none;
    } columns[] = {
        {"radii", s.radius.size(), true, false},      {"colours", s.colour.size(), true, false},
        {"opacities", s.opacity.size(), true, false}, {"emissions", s.emission.size(), true, false},
        {"streaks", s.streak.size(), false, true},    {"ids", s.id.size(), false, true}};
    for (const auto& column : columns) {
        const bool fits = column.count == n || (column.one_for_all && column.count == 1) ||
                          (column.none && column.count == 0);
        if (n > 0 && !fits)
            return input(
                fmt::format("sprite set {}: {} centres but {} {}", set, n, column.count, column.name));
    }
    return success();
}

}  // namespace

Status checkSprites(const Sprites& s, std::size_t set) {
    if (Status counts = checkCounts(s, set); !counts.ok()) return counts;
    for (std::size_t i = 0; i < s.centre.size(); ++i)
        if (!finite(s.centre[i]) || (!s.streak.empty() && !finite(s.streak[i])))
            return input(
                fmt::format("sprite {} of set {} has a position or a streak that is not finite; the frame is "
                            "damaged or the run diverged",
                            i, set));
    for (std::size_t i = 0; i < s.radius.size(); ++i)
        if (!(s.radius[i] > 0) || !std::isfinite(s.radius[i]))
            return input(fmt::format("sprite {} of set {} has the radius {} m; it must be > 0 and finite", i,
                                     set, s.radius[i]));
    if (!std::all_of(s.opacity.begin(), s.opacity.end(), isShare) ||
        !std::all_of(s.emission.begin(), s.emission.end(), isShare) || !isShare(s.texture))
        return input(fmt::format("sprite set {}: opacity, emission and texture must be 0 to 1", set));
    if (!(s.brightness >= 0 && s.brightness <= 1e4f) || !(s.pixels >= 0 && s.pixels <= 1000))
        return input(fmt::format("sprite set {}: brightness must be 0 to 10 000 and pixels 0 to 1000", set));
    return success();
}

geometry::Box boundsOf(const Sprites& sprites) {
    geometry::Box box = geometry::emptyBox();
    for (std::size_t i = 0; i < sprites.centre.size(); ++i)
        if (finite(sprites.centre[i]) && !sprites.radius.empty())
            geometry::include(box, sprites.centre[i],
                              sprites.pixels > 0 ? 0 : sprites.radius[i < sprites.radius.size() ? i : 0]);
    return box;
}

}  // namespace talus::picture
