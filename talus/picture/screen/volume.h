#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/picture/screen/links.h"
#include "talus/picture/screen/mark.h"
#include "talus/picture/screen/profile.h"
#include "talus/picture/screen/settings.h"

namespace talus::picture::engraved {

/// The cells of a volume: cubes that fill a box, x running fastest, then y, then z.
struct VolumeBox {
    Vec3d corner;     ///< lowest corner of the first cell [m]
    double cell = 1;  ///< side [m], > 0
    std::array<std::size_t, 3> cells{1, 1, 1};

    std::size_t count() const { return cells[0] * cells[1] * cells[2]; }
};
/// Masses that a volume has at most: 3 GB.
inline constexpr std::size_t largest_volume = std::size_t{1} << 28;
/// The box of a screen with `onto = volume`, in whole cells. One cell where the settings make no sense.
VolumeBox volumeBox(const ScreenSettings& screen);

/// The engraved screen in three dimensions, which the paper (section 7) leaves to the future: a volume of
/// masses, each of which moves along one axis of its own and is tied to its place and to its six neighbours,
///
///     a'' = -(ks + sum ki) a - (zs + sum zi) a' + sum (ki a_n + zi a_n') + E
///
/// with the scheme of Screen. A mode feels K = ks + ki q and Z = zs + zi q with q up to 12.
class Volume {
  public:
    /// All masses are at rest at 0. @pre checkStability(links, rate, 6)
    Volume(const std::array<std::size_t, 3>& cells, const ScreenLinks& links);

    const std::array<std::size_t, 3>& cells() const { return cells_; }

    /// One step for each list of marks, which are balls. Any number of threads gives the same bits.
    void advance(const exec::Exec& exec, std::span<const std::vector<Mark>> marks, const Profile& profile);

    /// a of each mass [phyxels], and one step before.
    std::span<const float> values() const { return now_; }
    std::span<const float> valuesBefore() const { return before_; }
    /// @pre both of the length of the volume
    void set(std::vector<float> now, std::vector<float> before);

  private:
    void step(const exec::Exec& exec, std::span<const Mark> marks, const Profile& profile);
    void makeLayer(std::size_t z, std::span<const Mark> marks, const Profile& profile);

    std::array<std::size_t, 3> cells_;
    ScreenLinks links_;
    std::vector<float> now_, before_, next_;
};

}  // namespace talus::picture::engraved
