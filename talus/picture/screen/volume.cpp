#include "talus/picture/screen/volume.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/for_each.h"

namespace talus::picture::engraved {
namespace {

constexpr double cells_of_longest_side = 128;

/// Adds E of a mark to the masses of a row at (y, z).
void pressRow(const Mark& mark, const Profile& profile, float y, float z, std::span<float> row) {
    const float dy = y - mark.y, dz = z - mark.z;
    const float aside = dy * dy + dz * dz, square = mark.radius * mark.radius - aside;
    if (!(square >= 0)) return;
    const float half = std::sqrt(square);
    const auto width = static_cast<float>(row.size());
    const auto first = static_cast<int>(std::clamp(std::ceil(mark.x - half - 0.5f), 0.0f, width));
    const auto last = static_cast<int>(std::clamp(std::floor(mark.x + half - 0.5f), -1.0f, width - 1));
    profile.addTo(row.data(), first, last, mark.x, aside, mark.radius, mark.push);
}

/// Whether a mark reaches into the layer of masses at z; not where a coordinate is not a number.
bool reaches(const Mark& mark, float z) {
    return std::abs(z - mark.z) <= mark.radius && std::isfinite(mark.x + mark.y);
}

}  // namespace

VolumeBox volumeBox(const ScreenSettings& screen) {
    const Vec3d size = screen.max - screen.min;
    const double longest = std::max({size.x, size.y, size.z});
    const double cell = screen.cell > 0 ? screen.cell : longest / cells_of_longest_side;
    if (!(longest > 0) || !std::isfinite(longest)) return {screen.min, 1, {1, 1, 1}};
    const auto cellsOf = [cell](double side) {
        constexpr double most = 1e6;  // so that the product of three can be counted
        return static_cast<std::size_t>(std::clamp(std::ceil(side / cell * (1 - 1e-12)), 1.0, most));
    };
    return {screen.min, cell, {cellsOf(size.x), cellsOf(size.y), cellsOf(size.z)}};
}

Volume::Volume(const std::array<std::size_t, 3>& cells, const ScreenLinks& links)
    : cells_(cells),
      links_(links),
      now_(cells[0] * cells[1] * cells[2]),
      before_(now_.size()),
      next_(now_.size()) {}

void Volume::set(std::vector<float> now, std::vector<float> before) {
    now_ = std::move(now);
    before_ = std::move(before);
}

// As of Screen: a mass at the rim is its own neighbour on that side, and small terms are summed first.
void Volume::makeLayer(std::size_t z, std::span<const Mark> marks, const Profile& profile) {
    const std::size_t width = cells_[0], layer = cells_[0] * cells_[1];
    const auto keep = static_cast<float>(1 - links_.ground_damping);
    const auto ks = static_cast<float>(links_.ground_stiffness);
    const auto ki = static_cast<float>(links_.stiffness), zi = static_cast<float>(links_.damping);
    std::vector<float> push(width);
    for (std::size_t y = 0; y < cells_[1]; ++y) {
        std::fill(push.begin(), push.end(), 0.0f);
        for (const Mark& mark : marks)
            pressRow(mark, profile, static_cast<float>(y) + 0.5f, static_cast<float>(z) + 0.5f, push);
        const std::size_t row = z * layer + y * width;
        const std::size_t up = y > 0 ? row - width : row, down = y + 1 < cells_[1] ? row + width : row;
        const std::size_t near = z > 0 ? row - layer : row, far = z + 1 < cells_[2] ? row + layer : row;
        const float *now = now_.data(), *before = before_.data(), *pressed = push.data();
        const auto make = [=](std::size_t x, std::size_t left, std::size_t right) {
            const auto around = [=](const float* of) {
                return of[up + x] + of[down + x] + of[near + x] + of[far + x] + of[row + left] +
                       of[row + right] - 6 * of[row + x];
            };
            const float a = now[row + x], b = before[row + x];
            const float is = around(now), was = around(before);
            return a + (keep * (a - b) - ks * a + ki * is + zi * (is - was) + pressed[x]);
        };
        float* __restrict next = next_.data() + row;
        next[0] = make(0, 0, std::min<std::size_t>(1, width - 1));
        for (std::size_t x = 1; x + 1 < width; ++x) next[x] = make(x, x - 1, x + 1);
        if (width > 1) next[width - 1] = make(width - 1, width - 2, width - 1);
    }
}

void Volume::step(const exec::Exec& exec, std::span<const Mark> marks, const Profile& profile) {
    exec::for_each(
        exec, cells_[2],
        [&, this](std::size_t z) {
            std::vector<Mark> here;
            std::copy_if(marks.begin(), marks.end(), std::back_inserter(here),
                         [z](const Mark& mark) { return reaches(mark, static_cast<float>(z) + 0.5f); });
            makeLayer(z, here, profile);
        },
        1);
    std::swap(before_, now_);
    std::swap(now_, next_);
}

void Volume::advance(const exec::Exec& exec, std::span<const std::vector<Mark>> marks,
                     const Profile& profile) {
    for (const std::vector<Mark>& now : marks) step(exec, now, profile);
}

}  // namespace talus::picture::engraved
