#include <algorithm>

#include "talus/couple/erosion/bed/exchange.h"
#include "talus/couple/erosion/fields.h"
#include "talus/couple/erosion/volume/edit_cells.h"
#include "talus/couple/erosion/volume/stages.h"
#include "talus/exec/for_each.h"

namespace talus::couple::erosion {
namespace {

using geometry::CellAt;
using water::water_table;

constexpr std::size_t points_at_once = 512;

/// What a point would move in a step.
struct Wants {
    double loose = 0, firm = 0;  ///< solid that the flow would take where that lies open [kg]
    double settles = 0;          ///< [kg]
};

/// Scratch of the stage.
struct ShapeScratch {
    std::vector<Wants> wants;
    std::vector<double> taken, given;  ///< of each point [kg]
};

/// One point's exchange with the cells.
class AtPoint {
  public:
    AtPoint(const Setup& setup, EditCells& cells, const Bed::Point& point)
        : cells_(cells),
          own_(cellAt(cells.grid(), point.position)),
          behind_(cellAt(cells.grid(), point.position - point.normal * cells.grid().cell)),
          before_(cellAt(cells.grid(), point.position + point.normal * cells.grid().cell)),
          solid_(setup.solid(1, setup.layers[0].porosity) * cells.grid().volumeOfCell()),
          faster_(setup.settings.bed_acceleration),
          most_(setup.solid(point.area, setup.layers[0].porosity) * setup.max_change / faster_) {}

    struct Taken {
        double taken = 0, blocked = 0;  ///< [kg]
    };
    Taken take(const Wants& wants) {
        Taken sum;
        // For a part of the step the water takes what is loose, and where that goes what is firm for the
        // rest.
        double rest = 1;
        for (const bool loose : {true, false}) {
            const double would = (loose ? wants.loose : wants.firm) * rest;
            if (!(would > 0)) {
                // Loose ground that stands the flow covers what is below it.
                if (loose && cells_.loose(own_) > 0) return sum;
                continue;
            }
            const double may = std::min(would, most_ - sum.taken);
            double got = takeFrom(own_, loose, may);
            got += takeFrom(behind_, loose, may - got);
            sum.taken += got;
            rest *= 1 - got / would;
            if (got < may) continue;  // there was no more of it
            sum.blocked += would - got;
            break;
        }
        return sum;
    }
    double settle(double amount) {
        double left = std::min(amount, most_);
        const CellAt above{own_.i, own_.j, own_.k + 1};
        double got = 0;
        for (const CellAt& cell : {own_, before_, above}) {
            const double part = std::min(left, cells_.room(cell) * solid_ / faster_);
            if (!(part > 0)) continue;
            cells_.addLoose(cell, faster_ * part / solid_);
            left -= part;
            got += part;
        }
        return got;
    }

  private:
    /// At most so much of what is loose, or firm, in a cell. @return how much it was
    double takeFrom(const CellAt& cell, bool loose, double amount) {
        const double there = loose ? cells_.loose(cell) : cells_.firm(cell);
        const double share = std::min(faster_ * amount / solid_, there);
        if (!(share > 0)) return 0;
        loose ? cells_.addLoose(cell, -share) : cells_.addFirm(cell, -share);
        return share * solid_ / faster_;
    }

    EditCells& cells_;
    CellAt own_, behind_, before_;
    double solid_, faster_, most_;
};

}  // namespace

step::Access ShapeVolume::access() const {
    step::Access access{.reads = EditCells::fields(*setup.volume),
                        .writes = EditCells::fields(*setup.volume),
                        .resizes = {setup.volume->cells},
                        .produces = {name},
                        .reads_scratch = {bed_scratch}};
    for (auto* list : {&access.reads, &access.writes})
        for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
                 &fields::eroded, &fields::settled, &fields::blocked})
            list->push_back({ledger_table, field});
    access.reads.push_back({water_table, &fields::sediment});
    access.writes.push_back({water_table, &fields::sediment});
    return access;
}

void ShapeVolume::run(step::Step& step) const {
    const Bed& bed = step.readScratch<Bed>(bed_scratch);
    ShapeScratch& scratch = step.produce<ShapeScratch>(name);
    const std::size_t count = bed.points.size();
    scratch.wants.assign(count, {});
    scratch.taken.assign(count, 0);
    scratch.given.assign(count, 0);
    EditCells cells(step, *setup.volume);
    const Exchange exchange(setup, step.dt);
    // Ground that holds particles_per_chunk stands upright; what is loose is the easier to move the steeper it lies.
    const bool firm_rolls = !(setup.cohesion > 0);
    exec::for_each(
        step.exec, count,
        [&](std::size_t p) {
            const Bed::Point& point = bed.points[p];
            if (!(point.weight > 0)) return;
            const double height = middleOf(cells.grid(), cellAt(cells.grid(), point.position)).z;
            const std::size_t layer = setup.layers.top(height, 0, 0).layer;
            scratch.wants[p] = {exchange.wanted(point, 0, setup.layers[0].critical),
                                exchange.wanted(point, layer, setup.layers[layer].critical, firm_rolls),
                                exchange.settles(point)};
        },
        points_at_once);
    // Several points share a cell: one after the other, in their order. There are few beside the pairs of
    // particles and points.
    double eroded = 0, settled = 0, blocked = 0;
    for (std::size_t p = 0; p < count; ++p) {
        const Wants& wants = scratch.wants[p];
        if (!(wants.loose > 0 || wants.firm > 0 || wants.settles > 0)) continue;
        AtPoint at(setup, cells, bed.points[p]);
        const AtPoint::Taken taken = at.take(wants);
        scratch.taken[p] = taken.taken;
        scratch.given[p] = wants.settles > 0 ? at.settle(wants.settles) : 0;
        eroded += taken.taken;
        blocked += taken.blocked;
        settled += scratch.given[p];
    }
    step.write(ledger_table, fields::eroded)[0] += eroded;
    step.write(ledger_table, fields::settled)[0] += settled;
    step.write(ledger_table, fields::blocked)[0] += blocked;
    if (cells.finish()) exchangeWithWater(step, bed, scratch.taken, scratch.given);
}

}  // namespace talus::couple::erosion
