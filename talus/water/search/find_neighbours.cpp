#include "talus/water/search/find_neighbours.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/exec/reduce.h"
#include "talus/state/reorder.h"
#include "talus/water/search/cell_order.h"
#include "talus/water/search/list_rows.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/search/place_particle.h"

namespace talus::water {
namespace {

/// Rows that one task lists at a time: their lists fit a core's second cache.
constexpr std::size_t part_rows = 512;
/// Beyond the last row, loads of many at once read so many values more.
constexpr std::size_t padding = 64;

/// A scratch: what a search works in.
struct SearchScratch {
    Cells cells;
    CellOrder order;
    exec::Array<float> x, y, z;
    exec::Pool<Lists> lists;
};

/// Puts the particles into the order of their cells. @return whether there is something to search
bool sort(step::Step& step, SearchScratch& scratch, double support, const environment::Periodic& domain) {
    const auto position = step.read(water_table, fields::position);
    const std::size_t count = position.size();
    if (count == 0) return false;
    const std::size_t lost = exec::reduce(step.exec, count, count, LostRow{position}, exec::Smaller{});
    if (lost < count) {
        step.report.fail(lostParticle(step.read(water_table, fields::id)[lost]));
        return false;
    }
    scratch.cells = cellsFor(step.exec, position, support, domain);
    countInto(step.exec, scratch.cells, position, scratch.order);
    if (!scratch.order.sorted)
        state::reorder(step.exec, std::as_const(scratch.order.order).view(), step.resizable(water_table));
    return true;
}

/// Where particles are and how they move, as passes over pairs read it.
void place(step::Step& step, SearchScratch& scratch, double density) {
    const auto position = step.read(water_table, fields::position);
    const auto velocity = step.read(water_table, fields::velocity);
    const auto density_of = step.read(water_table, fields::density);
    const auto place = step.write(work_table, fields::place), flow = step.write(work_table, fields::flow);
    const std::size_t count = position.size();
    for (exec::Array<float>* axis : {&scratch.x, &scratch.y, &scratch.z}) axis->resize(count + padding);
    const auto x = scratch.x.view(), y = scratch.y.view(), z = scratch.z.view();
    const PlaceParticle put{
        scratch.cells.origin, static_cast<float>(1 / density), position, velocity, density_of, place, flow};
    exec::for_each(step.exec, count, [=](std::size_t i) {
        put(i);
        x[i] = place[i].x;
        y[i] = place[i].y;
        z[i] = place[i].z;
    });
    for (std::size_t k = count; k < count + padding; ++k) x[k] = y[k] = z[k] = padding_place;
    place[count] = {padding_place, padding_place, padding_place, 0};
    flow[count] = {0, 0, 0, 1};
}

/// Numbers that tasks put into one table. Where those of a task lie depends on who comes first; what is in
/// them does not.
template <class T>
class Shared {
  public:
    Shared(step::Step& step, const char* table, const state::Field<T>& field, std::size_t beyond)
        : step_(step), table_(table), field_(field), beyond_(beyond) {}

    /// @return where they lie
    std::size_t put(const Growing<T>& own) {
        const std::size_t at = used_.fetch_add(own.used);
        const exec::View<T> all = step_.write(table_, field_);
        if (at + own.used + beyond_ <= all.size()) std::copy_n(own.values.data(), own.used, all.data() + at);
        return at;
    }
    std::size_t used() const { return used_; }
    bool fits() const { return used_ + beyond_ <= step_.rows(table_); }
    /// Makes scratch for somewhat more than was put, for all to be put anew.
    void grow() {
        if (!fits()) {
            const std::size_t rows = used_ + used_ / 16 + beyond_;
            step_.resizable(table_).reserve(rows);
            step_.resizable(table_).resize(rows);
        }
        used_ = 0;
    }

  private:
    step::Step& step_;
    const char* table_;
    const state::Field<T>& field_;
    std::size_t beyond_;  ///< loads of many at once read so many more
    std::atomic<std::size_t> used_ = 0;
};

}  // namespace

step::Access FindNeighbours::access() const {
    using namespace fields;
    return {.reads = {{water_table, &position}, {water_table, &velocity}, {water_table, &fields::density}},
            .writes = {{work_table, &fields::place},
                       {work_table, &flow},
                       {work_table, &first},
                       {work_table, &end_of},
                       {work_table, &runs},
                       {list_table, &neighbour},
                       {run_table, &run_start}},
            .resizes = {water_table, work_table, list_table, run_table},
            .produces = {name}};
}

void FindNeighbours::run(step::Step& step) const {
    SearchScratch& scratch = step.produce<SearchScratch>(name);
    const std::size_t count = step.rows(water_table);
    step.resizable(work_table).resize(count + 1);
    if (!sort(step, scratch, support, domain)) return;
    place(step, scratch, density);
    const auto position = step.read(water_table, fields::position);
    const ListPlaces places{step.write(work_table, fields::first).data(),
                            step.write(work_table, fields::end_of).data(),
                            step.write(work_table, fields::runs).data()};
    const Placed placed{scratch.cells,         scratch.order.start(),      scratch.x.data(),
                        scratch.y.data(),      scratch.z.data(),           static_cast<std::uint32_t>(count),
                        narrow(domain.length), static_cast<float>(support)};
    Shared<std::uint16_t> codes(step, list_table, fields::neighbour, 0);
    Shared<std::uint32_t> starts(step, run_table, fields::run_start, Code::runs);
    std::atomic<bool> crowded = false;
    do {
        codes.grow();
        starts.grow();
        exec::for_each_range(
            step.exec, count,
            [&](std::size_t begin, std::size_t end) {
                auto own = scratch.lists.borrow();
                own->codes.used = own->starts.used = 0;
                own->crowded = false;
                listNeighbours(placed, position.data(), static_cast<std::uint32_t>(begin),
                               static_cast<std::uint32_t>(end), *own, places);
                const auto code = static_cast<std::uint32_t>(codes.put(own->codes)),
                           start = static_cast<std::uint32_t>(starts.put(own->starts));
                for (std::size_t i = begin; i < end; ++i) {
                    places.first[i] += code;
                    places.end[i] += code;
                    places.runs[i] += start;
                }
                if (own->crowded) crowded = true;
            },
            part_rows);
        if (crowded || codes.used() > 0xfffffff0u)
            return step.report.fail(
                {.what = "the water is so crowded, or so far apart, that its neighbour lists cannot be told",
                 .advice = "make spacing in [water] larger, or the run has crowded its particles: shorten dt",
                 .ids = {},
                 .positions = {}});
    } while (!codes.fits() || !starts.fits());
}

}  // namespace talus::water
