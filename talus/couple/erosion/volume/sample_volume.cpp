#include <algorithm>
#include <atomic>

#include "talus/couple/erosion/bed/sample_flow.h"
#include "talus/couple/erosion/volume/stages.h"
#include "talus/geometry/volume/volume_surface.h"

namespace talus::couple::erosion {
namespace {

/// Distance from a particle within which ground is wet, in spacings. Particles at rest are half a spacing
/// above the ground and up to half a spacing to the side along both axes: 0.87 in all.
constexpr double wet_reach = 1;
constexpr std::uint32_t none = 0xffffffffu;

/// Scratch.
struct SampleScratch {
    FlowScratch flow;
    exec::Array<std::uint32_t> point;  ///< of each triangle: index of its point; none: dry
};

}  // namespace

step::Access SampleVolume::access() const {
    return {.reads = sampledFields(),
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
    SampleScratch& scratch = step.produce<SampleScratch>(name);
    scratch.point.resize(surface.triangleCount());
    const auto point = scratch.point.view();
    std::fill(point.begin(), point.end(), none);
    const double support = setup.smoothing.support, reach = wet_reach * setup.spacing;
    const auto around = [](const Vec3d& p, double r) {
        return geometry::Box{p - Vec3d{r, r, r}, p + Vec3d{r, r, r}};
    };
    listNearParticles(step, setup, bed, scratch.flow, [&](std::size_t i) {
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
        const Vec3d area_vector = cross(t.b - t.a, t.c - t.a);
        const double size = length(area_vector);
        bed.points.push_back(
            {.position = (t.a + t.b + t.c) / 3.0, .normal = area_vector / size, .area = 0.5 * size});
    });
    listWeights(step.exec, setup, bed, scratch.flow, [&](const Vec3d& p, auto take) {
        surface.forTrianglesIn(around(p, support), [&](const VolumeSurface::Triangle& t) {
            if (point[t.number] != none) take(std::size_t{point[t.number]});
        });
    });
    sampleFlow(step, setup, bed, scratch.flow);
}

}  // namespace talus::couple::erosion
