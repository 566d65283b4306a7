#include "talus/render/liquid/neighbour_counts.h"

#include <algorithm>
#include <cmath>

#include "talus/geometry/grow_box.h"

namespace talus::render {
namespace {

using Key = std::uint64_t;
constexpr int bits = 21;  // of a key for each axis
/// The last index of a cell. It leaves keys for the neighbours of the outermost cells.
constexpr double last_cell = double((1 << bits) - 3);

/// For each cell that contains points, their number and the sum of a value. A hash table with open
/// addressing.
class Cells {
  public:
    explicit Cells(std::size_t points) {
        std::size_t size = 16;
        while (size < 2 * points) size *= 2;
        key_.assign(size, none);
        count_.assign(size, 0);
        sum_.assign(size, 0);
    }
    std::size_t add(Key key, float value = 0) {
        const std::size_t slot = find(key);
        key_[slot] = key;
        ++count_[slot];
        sum_[slot] += double(value);
        return slot;
    }
    std::uint32_t countOf(Key key) const { return count_[find(key)]; }
    double sumOf(Key key) const { return sum_[find(key)]; }
    Key keyAt(std::size_t slot) const { return key_[slot]; }
    std::size_t size() const { return key_.size(); }

    static constexpr Key none = ~Key{0};

  private:
    std::size_t find(Key key) const {
        // The multiplier of a Fibonacci hash, 2^64 / golden ratio (Knuth, The Art of Computer Programming
        // 3, 6.4).
        std::size_t slot = std::size_t((key * 0x9e3779b97f4a7c15u) >> 20) & (key_.size() - 1);
        while (key_[slot] != none && key_[slot] != key) slot = (slot + 1) & (key_.size() - 1);
        return slot;
    }
    std::vector<Key> key_;
    std::vector<std::uint32_t> count_;
    std::vector<double> sum_;  ///< of the value over the points of the cell
};

/// The k-th of the 27 cells around one.
Key neighbourOf(Key cell, int k) {
    const auto step = [](int offset, int shift) { return Key(offset) * (Key{1} << shift); };
    return cell + step(k % 3 - 1, 0) + step(k / 3 % 3 - 1, bits) + step(k / 9 - 1, 2 * bits);
}

geometry::Box boxAround(std::span<const Vec3d> points) {
    geometry::Box box = geometry::emptyBox();
    for (const Vec3d& p : points) geometry::include(box, p);
    return box;
}

Key keyOf(const Vec3d& p, const Vec3d& origin, double cell) {
    // Points beyond the last cell count as in it. They are too far away to be seen.
    const auto index = [&](double x) { return Key(std::clamp(std::floor(x / cell), 0.0, last_cell)) + 1; };
    return index(p.x - origin.x) << (2 * bits) | index(p.y - origin.y) << bits | index(p.z - origin.z);
}

}  // namespace

NeighbourCounts neighbourCounts(std::span<const Vec3d> points, double cell) {
    const geometry::Box box = boxAround(points);
    Cells cells(points.size());
    std::vector<std::size_t> slot(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) slot[i] = cells.add(keyOf(points[i], box.min, cell));

    std::vector<std::uint32_t> around(cells.size(), 0);
    std::vector<bool> inside(cells.size(), false);
    for (std::size_t s = 0; s < cells.size(); ++s) {
        if (cells.keyAt(s) == Cells::none) continue;
        bool all = true;
        for (int k = 0; k < 27; ++k) {
            const std::uint32_t count = cells.countOf(neighbourOf(cells.keyAt(s), k));
            around[s] += count;
            all = all && count > 0;
        }
        inside[s] = all;
    }
    NeighbourCounts counts;
    counts.around.resize(points.size());
    counts.inside.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        counts.around[i] = around[slot[i]];
        counts.inside[i] = inside[slot[i]];
    }
    return counts;
}

std::vector<float> meanOverNeighbours(std::span<const Vec3d> points, std::span<const float> value,
                                      double cell) {
    const geometry::Box box = boxAround(points);
    Cells cells(points.size());
    std::vector<std::size_t> slot(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        slot[i] = cells.add(keyOf(points[i], box.min, cell), value[i]);
    std::vector<float> mean(cells.size(), 0);
    for (std::size_t s = 0; s < cells.size(); ++s) {
        if (cells.keyAt(s) == Cells::none) continue;
        double sum = 0, count = 0;
        for (int k = 0; k < 27; ++k) {
            const Key other = neighbourOf(cells.keyAt(s), k);
            sum += cells.sumOf(other);
            count += cells.countOf(other);
        }
        mean[s] = float(sum / count);
    }
    std::vector<float> at_points(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) at_points[i] = mean[slot[i]];
    return at_points;
}

}  // namespace talus::render
