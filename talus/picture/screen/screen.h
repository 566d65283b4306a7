#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/picture/screen/links.h"
#include "talus/picture/screen/mark.h"
#include "talus/picture/screen/profile.h"

namespace talus::picture::engraved {

/// The engraved screen: a grid of masses ("phyxels"), each of which moves along one axis, tied to its own
/// place and to its four neighbours by springs and dampers (Luciani, Habibi and Manzotti 1995, section 6):
///
///     a'' = -(ks + sum ki) a - (zs + sum zi) a' + sum (ki a_n + zi a_n') + E
///
/// with sums over the neighbours n that there are. (The paper's equation (2) counts ki once and prints
/// -ki a_n, which would push neighbours apart; its equation (1) is as here.) Two-step scheme of CORDIS-ANIMA,
/// in which a' is the difference of the last two positions.
class Screen {
  public:
    /// All masses are at rest at 0. @pre width, height >= 1; checkStability(links)
    Screen(std::size_t width, std::size_t height, const ScreenLinks& links);

    std::size_t width() const { return width_; }
    std::size_t height() const { return height_; }

    /// One step. The sum of marks at a mass has the order of the marks, so that any number of threads gives
    /// the same bits.
    void step(const exec::Exec& exec, std::span<const Mark> marks, const Profile& profile);

    /// One step for each list of marks, with the same bits as step(). Several steps of a part of the screen
    /// are made while it is in the cache.
    void advance(const exec::Exec& exec, std::span<const std::vector<Mark>> marks, const Profile& profile);
    /// Steps that advance() makes at once; more lists are no faster.
    static constexpr std::size_t steps_at_once = 8;

    /// a of each mass [phyxels], row by row from the top.
    std::span<const float> values() const { return now_; }
    /// a one step before; with values() all that the screen remembers.
    std::span<const float> valuesBefore() const { return before_; }
    /// @pre both of the length of the screen
    void set(std::vector<float> now, std::vector<float> before);

  private:
    /// The marks of a step that reach into each band of rows.
    struct Bands {
        std::vector<Mark> marks;
        std::vector<std::size_t> begin;
    };
    void sortIntoBands(std::span<const Mark> marks, Bands& bands) const;
    void makeSteps(const exec::Exec& exec, std::size_t steps, const Profile& profile);
    /// Makes row y of the level after `level` steps of makeSteps(). @param push memory for E of the row
    void makeRow(std::size_t level, std::size_t y, const Profile& profile, float* push);

    std::size_t width_, height_;
    ScreenLinks links_;
    std::vector<float> now_, before_, next_;
    // Within a call:
    std::vector<Bands> bands_;  ///< of each step
    std::vector<float> push_;   ///< E of one row for each block of rows
    std::vector<float> zeros_;  ///< E of a row without marks
};

}  // namespace talus::picture::engraved
