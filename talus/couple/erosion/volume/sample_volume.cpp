#include <algorithm>
#include <atomic>

#include "talus/couple/erosion/bed/sample_flow.h"
#include "talus/couple/erosion/volume/stages.h"
#include "talus/geometry/volume/volume_surface.h"

namespace talus::couple::erosion {
namespace {

/// Water wets what is within so many spacings of a particle. At rest particles are half a spacing off, and as
/// far beside each place: 0.87.
constexpr double wets = 1;
constexpr std::uint32_t none = 0xffffffffu;

/// A room.
struct VolumeSight {
    Sight sight;
    exec::Array<std::uint32_t> point;  ///< of each triangle; none: it is dry
};

}  // namespace

step::Access SampleVolume::access() const {
    return {.reads = seenFields(),
            .writes = {},
            .resizes = {},
            .produces = {bed_scratch, name},
            .reads_scratch = {environment::volume_scratch}};
}

void SampleVolume::run(step::Step& step) const {
    using geometry::VolumeSurface;
    const VolumeSurface& surface = step.readScratch<VolumeSurface>(environment::volume_scratch);
    const auto position = step.read(water::water_table, water::fields::position);
    const auto clearance = step.read(water::work_table, water::fields::clearance);
    Bed& bed = step.produce<Bed>(bed_scratch);
    VolumeSight& room = step.produce<VolumeSight>(name);
    room.point.resize(surface.triangleCount());
    const auto point = room.point.view();
    std::fill(point.begin(), point.end(), none);
    const double support = setup.smoothing.support, reach = wets * setup.spacing;
    const auto around = [](const Vec3d& p, double r) {
        return geometry::Box{p - Vec3d{r, r, r}, p + Vec3d{r, r, r}};
    };
    listNear(step, setup, bed, room.sight, [&](std::size_t i) {
        if (!(double{clearance[i]} < support)) return false;
        const Vec3d& p = position[i];
        bool near = false;
        surface.forTrianglesIn(around(p, support), [&](const VolumeSurface::Triangle& t) {
            near = true;
            const Vec3d middle = (t.a + t.b + t.c) / 3.0;
            if (squaredLength(middle - p) < reach * reach)
                std::atomic_ref(point[t.number]).store(0, std::memory_order_relaxed);
        });
        return near;
    });
    bed.points.clear();
    surface.forAllTriangles([&](const VolumeSurface::Triangle& t) {
        if (point[t.number] == none) return;
        point[t.number] = static_cast<std::uint32_t>(bed.points.size());
        const Vec3d twice = cross(t.b - t.a, t.c - t.a);
        const double size = length(twice);
        bed.points.push_back({.place = (t.a + t.b + t.c) / 3.0, .normal = twice / size, .area = 0.5 * size});
    });
    listShares(step.exec, setup, bed, room.sight, [&](const Vec3d& place, auto take) {
        surface.forTrianglesIn(around(place, support), [&](const VolumeSurface::Triangle& t) {
            if (point[t.number] != none) take(std::size_t{point[t.number]});
        });
    });
    seeFlow(step, setup, bed, room.sight);
}

}  // namespace talus::couple::erosion
