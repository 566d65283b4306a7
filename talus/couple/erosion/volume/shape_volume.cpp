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

/// Erosion and settling at a point in a step, before limits.
struct Demand {
    double loose = 0, firm = 0;  ///< erosion where loose or firm ground is exposed [kg]
    double settling = 0;         ///< [kg]
};

/// Scratch.
struct ShapeScratch {
    std::vector<Demand> demand;
    std::vector<double> taken, settled_mass;  ///< of each point [kg]
};

/// Exchange of solid between a point and the cells around it.
class AtPoint {
  public:
    AtPoint(const Setup& setup, EditCells& cells, const Bed::Point& point)
        : cells_(cells),
          own_(cellAt(cells.grid(), point.position)),
          behind_(cellAt(cells.grid(), point.position - point.normal * cells.grid().cell)),
          front_(cellAt(cells.grid(), point.position + point.normal * cells.grid().cell)),
          solid_(setup.solid(1, setup.layers[0].porosity) * cells.grid().volumeOfCell()),
          acceleration_(setup.settings.bed_acceleration),
          max_mass_(setup.solid(point.area, setup.layers[0].porosity) * setup.max_change / acceleration_) {}

    struct Taken {
        double taken = 0, blocked = 0;  ///< [kg]
    };
    Taken take(const Demand& demand) {
        Taken sum;
        // Loose ground is eroded first. Once it is gone, firm ground is eroded for the rest of the step.
        double remaining = 1;
        for (const bool loose : {true, false}) {
            const double wanted = (loose ? demand.loose : demand.firm) * remaining;
            if (!(wanted > 0)) {
                // Loose ground that resists the flow protects the firm ground below it.
                if (loose && cells_.loose(own_) > 0) return sum;
                continue;
            }
            const double allowed = std::min(wanted, max_mass_ - sum.taken);
            double taken = takeFrom(own_, loose, allowed);
            taken += takeFrom(behind_, loose, allowed - taken);
            sum.taken += taken;
            remaining *= 1 - taken / wanted;
            if (taken < allowed) continue;  // this kind of ground is gone
            sum.blocked += wanted - taken;
            break;
        }
        return sum;
    }
    double settle(double amount) {
        double left = std::min(amount, max_mass_);
        const CellAt above{own_.i, own_.j, own_.k + 1};
        double settled = 0;
        for (const CellAt& cell : {own_, front_, above}) {
            const double part = std::min(left, cells_.capacity(cell) * solid_ / acceleration_);
            if (!(part > 0)) continue;
            cells_.addLoose(cell, acceleration_ * part / solid_);
            left -= part;
            settled += part;
        }
        return settled;
    }

  private:
    /// Takes up to `amount` of the loose or firm ground of a cell [kg]. @return how much it took
    double takeFrom(const CellAt& cell, bool loose, double amount) {
        const double available = loose ? cells_.loose(cell) : cells_.firm(cell);
        const double share = std::min(acceleration_ * amount / solid_, available);
        if (!(share > 0)) return 0;
        loose ? cells_.addLoose(cell, -share) : cells_.addFirm(cell, -share);
        return share * solid_ / acceleration_;
    }

    EditCells& cells_;
    CellAt own_, behind_, front_;
    double solid_, acceleration_, max_mass_;
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
    scratch.demand.assign(count, {});
    scratch.taken.assign(count, 0);
    scratch.settled_mass.assign(count, 0);
    EditCells cells(step, *setup.volume);
    const Exchange exchange(setup, step.dt);
    // Cohesive ground resists the flow on any slope. Grains without cohesion move more easily down a slope.
    const bool firm_rolls = !(setup.cohesion > 0);
    exec::for_each(
        step.exec, count,
        [&](std::size_t p) {
            const Bed::Point& point = bed.points[p];
            if (!(point.weight > 0)) return;
            const double height = middleOf(cells.grid(), cellAt(cells.grid(), point.position)).z;
            const std::size_t layer = setup.layers.top(height, 0, 0).layer;
            scratch.demand[p] = {exchange.erosion(point, 0, setup.layers[0].critical),
                                 exchange.erosion(point, layer, setup.layers[layer].critical, firm_rolls),
                                 exchange.settling(point)};
        },
        points_at_once);
    // In sequence, in a fixed order, because points may share cells. There are few points compared to the
    // pairs of particles and points.
    double eroded = 0, settled = 0, blocked = 0;
    for (std::size_t p = 0; p < count; ++p) {
        const Demand& demand = scratch.demand[p];
        if (!(demand.loose > 0 || demand.firm > 0 || demand.settling > 0)) continue;
        AtPoint at(setup, cells, bed.points[p]);
        const AtPoint::Taken taken = at.take(demand);
        scratch.taken[p] = taken.taken;
        scratch.settled_mass[p] = demand.settling > 0 ? at.settle(demand.settling) : 0;
        eroded += taken.taken;
        blocked += taken.blocked;
        settled += scratch.settled_mass[p];
    }
    step.write(ledger_table, fields::eroded)[0] += eroded;
    step.write(ledger_table, fields::settled)[0] += settled;
    step.write(ledger_table, fields::blocked)[0] += blocked;
    if (cells.finish()) exchangeWithWater(step, bed, scratch.taken, scratch.settled_mass);
}

}  // namespace talus::couple::erosion
