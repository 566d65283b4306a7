#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/grains/device/search.h"
#include "talus/grains/search/sink.h"
#include "talus/neighbors/cells.h"

namespace talus::grains::device {
namespace {

/// 1 for a grain for which the search must be done on the processor.
struct NeedsHost {
    View<const Vec3d> position, velocity;
    View<const double> radius;
    View<const SinkShape> sinks;
    double dt;
    double reach;  ///< up to this coordinate the keys of cells are unique [m]

    TALUS_HD bool isFast(std::size_t i) const {
        const double farthest = 0.5 * radius[i] / dt;
        return !(squaredLength(velocity[i]) <= farthest * farthest);
    }
    TALUS_HD std::uint32_t operator()(std::size_t i) const {
        const Vec3d& p = position[i];
        if (!(std::abs(p.x) < reach && std::abs(p.y) < reach && std::abs(p.z) < reach)) return 1;
        if (dt > 0 && isFast(i)) return 1;
        for (const SinkShape& sink : sinks)
            if (sink.takes(p)) return 1;
        return 0;
    }
};

struct WrapGrain {
    environment::Periodic domain;
    View<Vec3d> position;
    TALUS_HD void operator()(std::size_t i) const { position[i] = wrapped(domain, position[i]); }
};

struct KeyOfGrain {
    View<const Vec3d> position;
    double inverse_size;
    View<std::uint64_t> key;
    View<std::uint32_t> order;
    TALUS_HD void operator()(std::size_t i) const {
        key[i] = neighbors::mortonKey(neighbors::cellOf(position[i], inverse_size));
        order[i] = static_cast<std::uint32_t>(i);
    }
};

struct ClassOfGrain {
    SizeClasses sizes;
    View<const double> radius;
    View<const std::uint32_t> order;
    View<std::uint64_t> size_class;
    TALUS_HD void operator()(std::size_t k) const {
        size_class[k] = static_cast<std::uint64_t>(sizes.of(radius[order[k]]));
    }
};

struct BeginOfClass {
    View<const std::uint64_t> size_class;
    View<std::uint32_t> begin;
    TALUS_HD void operator()(std::size_t c) const {
        begin[c] = static_cast<std::uint32_t>(exec::lowerBound(size_class, std::uint64_t{c}));
    }
};

/// The key of a grain's cell in the grid of its class. @pre the table is sorted
struct KeyInClass {
    View<const Vec3d> position;
    double inverse_size;
    View<const std::uint64_t> size_class;
    View<std::uint64_t> key;
    TALUS_HD void operator()(std::size_t i) const {
        key[i] = neighbors::mortonKey(neighbors::cellOf(position[i], inverse_size)) >> (3 * size_class[i]);
    }
};

}  // namespace

bool needsHost(const exec::Exec& exec, const ContactSearch& search, View<const SinkShape> sinks, double dt,
               const GrainTables& tables) {
    constexpr double unique_cells = (1 << 20) - 4;
    const DeviceOrHostTable& grains = tables.grains;
    const NeedsHost needs_host{
        grains.read(fields::position), grains.read(fields::velocity), grains.read(fields::radius), sinks, dt,
        unique_cells * search.cell};
    return exec::reduce(exec, grains.size(), std::uint32_t{0}, needs_host, exec::Either{}) != 0;
}

void orderGrains(const exec::Exec& exec, const ContactSearch& search, GrainTables& tables,
                 SearchScratch& scratch) {
    DeviceOrHostTable& grains = tables.grains;
    const std::size_t count = grains.size();
    if (search.domain.any())
        exec::for_each(exec, count, WrapGrain{search.domain, grains.write(fields::position)});
    scratch.cells.resize(count);
    scratch.order.resize(count);
    exec::for_each(exec, count,
                   KeyOfGrain{grains.read(fields::position), 1 / search.cell, scratch.cells.view(),
                              scratch.order.view()});
    exec::sort_by_key(exec, scratch.cells.view(), scratch.order.view(), scratch.sort);
    const View<const std::uint32_t> order = std::as_const(scratch.order).view();
    scratch.classes.resize(count);
    scratch.class_begin.resize(static_cast<std::size_t>(search.sizes.count) + 1);
    const View<const std::uint64_t> classes = std::as_const(scratch.classes).view();
    exec::for_each(exec, count,
                   ClassOfGrain{search.sizes, std::as_const(grains).read(fields::radius), order,
                                scratch.classes.view()});
    if (search.sizes.count > 1)
        exec::sort_by_key(exec, scratch.classes.view(), scratch.order.view(), scratch.sort);  // stable
    exec::for_each(exec, scratch.class_begin.size(), BeginOfClass{classes, scratch.class_begin.view()});
    state::device::reorder(exec, order, grains, scratch.column);
    if (search.sizes.count > 1)
        exec::for_each(exec, count,
                       KeyInClass{std::as_const(grains).read(fields::position), 1 / search.cell, classes,
                                  scratch.cells.view()});
}

}  // namespace talus::grains::device
