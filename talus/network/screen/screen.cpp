#include "talus/network/screen/screen.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/exec/for_each.h"

namespace talus::network {
namespace {

/// Rows of a task: few enough to share the screen among threads.
constexpr std::size_t band_rows = 16;

/// a(n+1) = a + (1 - zs) d - ks a + ki D a + zi D d + E with d = a(n) - a(n-1), and D the sum of differences
/// to the neighbours. A mass at the rim is its own neighbour on that side, which is the same as no link
/// there. Small terms are summed first: with 2 - ks - ... as one factor of a, slow modes lose three digits.
struct Coefficients {
    float keep, ks, ki, zi;

    explicit Coefficients(const ScreenLinks& links)
        : keep(static_cast<float>(1 - links.ground_damping)),
          ks(static_cast<float>(links.ground_stiffness)),
          ki(static_cast<float>(links.stiffness)),
          zi(static_cast<float>(links.damping)) {}
};

/// The values of a row and of the rows above and below it.
struct Rows {
    const float *up, *here, *down;
};

void stepRow(const Coefficients c, const Rows& now, const Rows& before, const float* __restrict push,
             float* __restrict next, std::size_t width) {
    const float *up = now.up, *here = now.here, *down = now.down;
    const float *was_up = before.up, *was_here = before.here, *was_down = before.down;
    const auto at = [&](std::size_t x, std::size_t left, std::size_t right) {
        const float a = here[x], b = was_here[x];
        const float near = up[x] + down[x] + here[left] + here[right] - 4 * a;
        const float was = was_up[x] + was_down[x] + was_here[left] + was_here[right] - 4 * b;
        return a + (c.keep * (a - b) - c.ks * a + c.ki * near + c.zi * (near - was) + push[x]);
    };
    next[0] = at(0, 0, std::min<std::size_t>(1, width - 1));
    for (std::size_t x = 1; x + 1 < width; ++x) next[x] = at(x, x - 1, x + 1);
    if (width > 1) next[width - 1] = at(width - 1, width - 2, width - 1);
}

/// Adds E of a mark to the masses of row y.
void pressRow(const Mark mark, const Profile& profile, std::size_t y, float* __restrict push,
              std::size_t width) {
    const float dy = static_cast<float>(y) + 0.5f - mark.y;
    const float square = mark.radius * mark.radius - dy * dy;
    if (!(square >= 0)) return;
    const float half = std::sqrt(square), inverse = 1 / mark.radius;
    // Whole numbers of 32 bits, so that the loop is done in packs.
    const auto first = static_cast<int>(std::max(std::ceil(mark.x - half - 0.5f), 0.0f));
    const auto last =
        static_cast<int>(std::min(std::floor(mark.x + half - 0.5f), static_cast<float>(width) - 1));
    for (int x = first; x <= last; ++x) {
        const float dx = static_cast<float>(x) + 0.5f - mark.x;
        const float r = std::sqrt(dx * dx + dy * dy) * inverse;
        push[x] += mark.push * profile(r < 1 ? r : 1);  // above 1 by round-off only
    }
}

}  // namespace

Screen::Screen(std::size_t width, std::size_t height, const ScreenLinks& links)
    : width_(width),
      height_(height),
      links_(links),
      now_(width * height),
      before_(width * height),
      next_(width * height),
      band_begin_(bands() + 1),
      push_(bands() * width) {}

std::size_t Screen::bands() const { return (height_ + band_rows - 1) / band_rows; }

void Screen::set(std::vector<float> now, std::vector<float> before) {
    now_ = std::move(now);
    before_ = std::move(before);
}

void Screen::sortIntoBands(std::span<const Mark> marks) {
    const auto bandsOf = [this](const Mark& mark) -> std::pair<std::size_t, std::size_t> {
        const float width = static_cast<float>(width_), height = static_cast<float>(height_);
        const bool seen = mark.x + mark.radius > 0 && mark.x - mark.radius < width &&
                          mark.y + mark.radius > 0 && mark.y - mark.radius < height;
        if (!seen) return {0, 0};  // also where a coordinate is not a number
        const float top = std::max(mark.y - mark.radius, 0.0f);
        const float bottom = std::min(mark.y + mark.radius, height - 0.5f);
        return {static_cast<std::size_t>(top) / band_rows, static_cast<std::size_t>(bottom) / band_rows + 1};
    };
    std::fill(band_begin_.begin(), band_begin_.end(), 0);
    for (const Mark& mark : marks)
        for (auto [band, end] = bandsOf(mark); band < end; ++band) ++band_begin_[band + 1];
    for (std::size_t band = 0; band < bands(); ++band) band_begin_[band + 1] += band_begin_[band];
    band_marks_.resize(band_begin_.back());
    for (const Mark& mark : marks)
        for (auto [band, end] = bandsOf(mark); band < end; ++band) band_marks_[band_begin_[band]++] = mark;
    for (std::size_t band = bands(); band > 0; --band) band_begin_[band] = band_begin_[band - 1];
    band_begin_[0] = 0;
}

void Screen::step(const exec::Exec& exec, std::span<const Mark> marks, const Profile& profile) {
    sortIntoBands(marks);
    const Coefficients c(links_);
    // E stays in the cache: it is made for one row, used, and made for the next row in the same place.
    const auto bandsAt = [&, this](std::size_t begin, std::size_t end) {
        for (std::size_t band = begin; band < end; ++band) {
            float* push = push_.data() + band * width_;
            const std::span<const Mark> here(band_marks_.data() + band_begin_[band],
                                             band_begin_[band + 1] - band_begin_[band]);
            std::fill(push, push + width_, 0.0f);
            for (std::size_t y = band * band_rows; y < std::min((band + 1) * band_rows, height_); ++y) {
                if (!here.empty() && y > band * band_rows) std::fill(push, push + width_, 0.0f);
                for (const Mark& mark : here) pressRow(mark, profile, y, push, width_);
                const std::size_t row = y * width_;
                const std::size_t up = y > 0 ? row - width_ : row;
                const std::size_t down = y + 1 < height_ ? row + width_ : row;
                const float *now = now_.data(), *before = before_.data();
                stepRow(c, {now + up, now + row, now + down}, {before + up, before + row, before + down},
                        push, next_.data() + row, width_);
            }
        }
    };
    exec::for_each_range(exec, bands(), bandsAt, 1);
    std::swap(before_, now_);
    std::swap(now_, next_);
}

}  // namespace talus::network
