#include "talus/exec/for_each.h"
#include "talus/exec/lower_bound.h"
#include "talus/exec/reduce.h"
#include "talus/water/device/water_state.h"
#include "talus/water/search/pack_particle.h"
#include "talus/water/search/pair.h"
#include "talus/water/search/rows_near.h"

namespace talus::water::device {
namespace {

struct CellOfParticle {
    Cells cells;
    View<const Vec3d> position;
    View<std::uint64_t> key;
    View<std::uint32_t> order;
    TALUS_HD void operator()(std::size_t i) const {
        key[i] = cells.index(cells.cellOf(position[i]));
        order[i] = static_cast<std::uint32_t>(i);
    }
};

/// The first particle of each cell; after the last cell the number of particles.
struct StartOfCell {
    View<const std::uint64_t> key;  ///< of the particles, in rising order
    View<std::uint32_t> start;
    TALUS_HD void operator()(std::size_t c) const {
        start[c] = static_cast<std::uint32_t>(exec::lowerBound(key, std::uint64_t{c}));
    }
};

/// The neighbours of a particle within the support, row by row of cells.
struct NeighboursOfParticle {
    Cells cells;
    View<const std::uint32_t> start;
    View<const Vec3d> position;
    View<const Quad<float>> position_pressure;
    Vec3f period, inverse_period;
    float support;  ///< [m]

    template <class Take>
    TALUS_HD void forEach(std::size_t i, Take take) const {
        const Quad<float> own = position_pressure[i];
        const float limit = support * support;
        const auto inRow = [&](std::uint32_t low, std::uint32_t high) {
            for (std::uint32_t j = low; j < high; ++j) {
                const Quad<float> other = position_pressure[j];
                const Vec3f to = minimumImage<float>({other.x - own.x, other.y - own.y, other.z - own.z},
                                                     period, inverse_period);
                if (j != i && squaredLength(to) < limit) take(j);
            }
        };
        forRowsNear(cells, start.data(), cells.cellOf(position[i]), inRow);
    }
};

/// Lists the neighbours up to the capacity, and counts all of them.
struct ListNeighbours {
    NeighboursOfParticle near;
    ListLayout layout;
    View<std::uint32_t> count, row;
    TALUS_HD void operator()(std::size_t i) const {
        std::uint32_t found = 0;
        near.forEach(i, [&](std::uint32_t j) {
            if (found < layout.capacity) row[layout.at(i, found)] = j;
            ++found;
        });
        count[i] = found;
    }
};

struct CountOfParticle {
    View<const std::uint32_t> count;
    TALUS_HD std::uint32_t operator()(std::size_t i) const { return count[i]; }
};

/// A capacity somewhat above the largest count, so that the next search needs one pass.
ListLayout layoutFor(std::uint32_t largest) {
    constexpr std::uint32_t spare = 8;
    return {(largest + spare + 7) / 8 * 8};
}

/// Sorts the particles by cells.
Cells order(const exec::Exec& exec, const Smoothing& smoothing, WaterState& state) {
    SearchScratch& scratch = state.search;
    const std::size_t count = state.water.size();
    const View<const Vec3d> position = std::as_const(state.water).read(fields::position);
    const Cells cells =
        cellsFor(exec::reduce(exec, count, noExtent(), ExtentOfParticle{position}, ExtentOfBoth{}), count,
                 smoothing.support, smoothing.domain);
    scratch.keys.resize(count);
    scratch.order.resize(count);
    exec::for_each(exec, count, CellOfParticle{cells, position, scratch.keys.view(), scratch.order.view()});
    exec::sort_by_key(exec, scratch.keys.view(), scratch.order.view(), scratch.sort);  // stable
    state::device::reorder(exec, std::as_const(scratch.order).view(), state.water, scratch.column);
    scratch.start.resize(cells.size() + 1);
    exec::for_each(exec, scratch.start.size(),
                   StartOfCell{std::as_const(scratch.keys).view(), scratch.start.view()});
    return cells;
}

}  // namespace

std::optional<std::size_t> findNeighbours(const exec::Exec& exec, const Setup& setup, WaterState& state) {
    const std::size_t count = state.water.size();
    state.work.resize(count);
    state.neighbours.count.resize(count);
    if (count == 0) return std::nullopt;
    const std::size_t lost = exec::reduce(
        exec, count, count, LostRow{std::as_const(state.water).read(fields::position)}, exec::Smaller{});
    if (lost < count) return lost;
    const Smoothing& smoothing = setup.smoothing;
    const Cells cells = order(exec, smoothing, state);
    const state::device::DeviceOrHostTable& water = state.water;
    exec::for_each(
        exec, count,
        PackParticle{cells.origin, static_cast<float>(1 / setup.water.density), water.read(fields::position),
                     water.read(fields::velocity), water.read(fields::density),
                     state.work.position_pressure.view(), state.work.flow.view()});
    NeighbourLists& lists = state.neighbours;
    const NeighboursOfParticle near{cells,
                                    std::as_const(state.search.start).view(),
                                    water.read(fields::position),
                                    std::as_const(state.work.position_pressure).view(),
                                    narrow(smoothing.domain.length),
                                    narrow(inverseOf(smoothing.domain.length)),
                                    static_cast<float>(smoothing.support)};
    const View<const std::uint32_t> found = std::as_const(lists.count).view();
    for (;;) {
        lists.row.resize(lists.layout.size(count));
        exec::for_each(exec, count, ListNeighbours{near, lists.layout, lists.count.view(), lists.row.view()});
        const std::uint32_t largest =
            exec::reduce(exec, count, std::uint32_t{0}, CountOfParticle{found}, exec::Larger{});
        if (largest <= lists.layout.capacity) break;
        lists.layout = layoutFor(largest);
    }
    return std::nullopt;
}

}  // namespace talus::water::device
