#include "talus/picture/screen/screen.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/exec/for_each.h"

namespace talus::picture::engraved {
namespace {

/// The least rows of a block: more than twice the steps that are made at once.
constexpr std::size_t least_rows = 32;
static_assert(least_rows > 2 * Screen::steps_at_once + 1);
/// Rows of a block, which is a task: many, because the rows between two blocks are read twice, but few enough
/// that each thread gets several.
std::size_t rowsOfBlock(std::size_t height, int threads) {
    constexpr std::size_t most_rows = 256, blocks_of_thread = 4;
    return std::clamp(height / (blocks_of_thread * static_cast<std::size_t>(threads)), least_rows, most_rows);
}
/// Rows that share a list of marks.
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
    const float half = std::sqrt(square);
    // Whole numbers of 32 bits, so that the loop is done in packs.
    const auto first = static_cast<int>(std::max(std::ceil(mark.x - half - 0.5f), 0.0f));
    const auto last =
        static_cast<int>(std::min(std::floor(mark.x + half - 0.5f), static_cast<float>(width) - 1));
    profile.addTo(push, first, last, mark.x, dy * dy, mark.radius, mark.push);
}

}  // namespace

Screen::Screen(std::size_t width, std::size_t height, const ScreenLinks& links)
    : width_(width),
      height_(height),
      links_(links),
      now_(width * height),
      before_(width * height),
      next_(width * height),
      bands_(steps_at_once),
      push_((height / least_rows + 1) * width),
      zeros_(width) {}

void Screen::set(std::vector<float> now, std::vector<float> before) {
    now_ = std::move(now);
    before_ = std::move(before);
}

void Screen::sortIntoBands(std::span<const Mark> marks, Bands& bands) const {
    const auto bandsOf = [this](const Mark& mark) -> std::pair<std::size_t, std::size_t> {
        const float width = static_cast<float>(width_), height = static_cast<float>(height_);
        const bool seen = mark.x + mark.radius > 0 && mark.x - mark.radius < width &&
                          mark.y + mark.radius > 0 && mark.y - mark.radius < height;
        if (!seen) return {0, 0};  // also where a coordinate is not a number
        const float top = std::max(mark.y - mark.radius, 0.0f);
        const float bottom = std::min(mark.y + mark.radius, height - 0.5f);
        return {static_cast<std::size_t>(top) / band_rows, static_cast<std::size_t>(bottom) / band_rows + 1};
    };
    const std::size_t count = (height_ + band_rows - 1) / band_rows;
    std::vector<std::size_t>& begin = bands.begin;
    begin.assign(count + 1, 0);
    for (const Mark& mark : marks)
        for (auto [band, end] = bandsOf(mark); band < end; ++band) ++begin[band + 1];
    for (std::size_t band = 0; band < count; ++band) begin[band + 1] += begin[band];
    bands.marks.resize(begin.back());
    for (const Mark& mark : marks)
        for (auto [band, end] = bandsOf(mark); band < end; ++band) bands.marks[begin[band]++] = mark;
    for (std::size_t band = count; band > 0; --band) begin[band] = begin[band - 1];
    begin[0] = 0;
}

void Screen::makeRow(std::size_t level, std::size_t y, const Profile& profile, float* push) {
    // Three arrays take turns: that of a level holds the level three steps before until it is overwritten.
    float* const arrays[] = {before_.data(), now_.data(), next_.data()};
    const float *before = arrays[(level + 2) % 3], *now = arrays[level % 3];
    float* next = arrays[(level + 1) % 3];
    // E stays in the cache: it is made for one row, used, and made for the next row in the same place.
    const Bands& bands = bands_[level - 1];
    const std::size_t first = bands.begin[y / band_rows], last = bands.begin[y / band_rows + 1];
    if (first < last) std::fill(push, push + width_, 0.0f);
    for (std::size_t k = first; k < last; ++k) pressRow(bands.marks[k], profile, y, push, width_);
    const std::size_t row = y * width_;
    const std::size_t up = y > 0 ? row - width_ : row, down = y + 1 < height_ ? row + width_ : row;
    stepRow(Coefficients(links_), {now + up, now + row, now + down},
            {before + up, before + row, before + down}, first < last ? push : zeros_.data(), next + row,
            width_);
}

// Blocks of rows first make all steps by themselves. A row needs its neighbours of the step before, so that
// each step makes one row less on either side. Then the rows between two blocks are made, one more on either
// side at each step. A row whose array is overwritten by a later step is needed no more:
//
//     step 3      * * * . . . . . . * * *        *  made first, from rows of the same block
//     step 2    * * * * * . . . . * * * * *      .  made after both blocks
//     step 1  * * * * * * * . . * * * * * * *
//                  block    |    block
//
// Within a block the steps go through the rows together, each a row behind the one before it: a row is read
// from memory once for all steps, while the few rows around it are in the cache.
void Screen::makeSteps(const exec::Exec& exec, std::size_t steps, const Profile& profile) {
    const std::size_t rows = rowsOfBlock(height_, exec.threads());
    const std::size_t blocks = std::max<std::size_t>(height_ / rows, 1);
    const auto push = [this](std::size_t block) { return push_.data() + block * width_; };
    exec::for_each(
        exec, blocks,
        [&, this](std::size_t block) {
            const bool first = block == 0, last = block + 1 == blocks;
            const std::size_t top = block * rows, bottom = last ? height_ : top + rows;
            for (std::size_t front = top; front < bottom + steps; ++front)
                for (std::size_t level = 1; level <= steps && level <= front + 1; ++level) {
                    const std::size_t y = front + 1 - level;
                    if (y >= (first ? 0 : top + level) && y < (last ? height_ : bottom - level))
                        makeRow(level, y, profile, push(block));
                }
        },
        1);
    exec::for_each(
        exec, blocks - 1,
        [&, this](std::size_t block) {
            const std::size_t border = (block + 1) * rows;
            for (std::size_t level = 1; level <= steps; ++level)
                for (std::size_t y = border - level; y < border + level; ++y)
                    makeRow(level, y, profile, push(block));
        },
        1);
    for (std::size_t level = 1; level <= steps; ++level) {
        std::swap(before_, now_);
        std::swap(now_, next_);
    }
}

void Screen::step(const exec::Exec& exec, std::span<const Mark> marks, const Profile& profile) {
    sortIntoBands(marks, bands_[0]);
    makeSteps(exec, 1, profile);
}

void Screen::advance(const exec::Exec& exec, std::span<const std::vector<Mark>> marks,
                     const Profile& profile) {
    for (std::size_t done = 0; done < marks.size(); done += steps_at_once) {
        const std::size_t steps = std::min(steps_at_once, marks.size() - done);
        exec::for_each(
            exec, steps, [&, this](std::size_t k) { sortIntoBands(marks[done + k], bands_[k]); }, 1);
        makeSteps(exec, steps, profile);
    }
}

}  // namespace talus::picture::engraved
