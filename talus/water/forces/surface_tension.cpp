#include "talus/water/forces/surface_tension.h"

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"

namespace talus::water {
namespace {

/// Scratch. Each array has a last row that pads the lists.
struct TensionScratch {
    exec::Array<Quad<float>> normal, direction;
};

}  // namespace

step::Access SurfaceTension::access() const {
    using namespace fields;
    step::Access access{
        .reads = neighbourFields(), .writes = {{work_table, &force}}, .resizes = {}, .produces = {name}};
    access.reads.push_back({work_table, &force});
    if (walls)
        access.reads.insert(access.reads.end(), {{work_table, &wall},
                                                 {work_table, &first_contact},
                                                 {contact_table, &contact_gradient},
                                                 {contact_table, &contact_point}});
    return access;
}

void SurfaceTension::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const auto force = step.write(work_table, fields::force);
    WallMirrors mirrors;
    TensionAtWalls at_walls;
    if (walls) {
        const auto first = step.read(work_table, fields::first_contact), end = first.sub(1, all.count);
        const auto gradient = step.read(contact_table, fields::contact_gradient);
        mirrors = {first, end, gradient, step.read(contact_table, fields::contact_point)};
        at_walls = {first, end, gradient, step.read(work_table, fields::wall)};
    }
    TensionScratch& scratch = step.produce<TensionScratch>(name);
    scratch.normal.resize(all.count + 1);
    scratch.direction.resize(all.count + 1);
    const auto normal = scratch.normal.view(), direction = scratch.direction.view();
    normal[all.count] = direction[all.count] = {};
    const auto pass = [&](auto sum) { inParts(step.exec, all, sum); };
    pass([&](std::size_t begin, std::size_t end) {
        findNormals(all, law, mirrors, begin, end, normal.data());
    });
    pass([&](std::size_t begin, std::size_t end) {
        findDirections(all, law, mirrors, normal.data(), begin, end, direction.data());
    });
    pass([&](std::size_t begin, std::size_t end) {
        findCurvatures(all, law, mirrors, direction.data(), begin, end, normal.data());
    });
    pass([&](std::size_t begin, std::size_t end) {
        findTensions(all, law, mirrors, normal.data(), begin, end, direction.data());
    });
    const auto tension = scratch.direction.view();
    // The correction of each: the sum of all over the sum of weights.
    Quad<float> correction{};
    if (!walls) {
        const Vec3d sum =
            exec::sum(step.exec, all.count, Vec3d{}, [&](std::size_t i) { return wide(tension[i].xyz()); });
        const double weights =
            exec::sum(step.exec, all.count, 0.0, [&](std::size_t i) { return double{tension[i].w}; });
        if (weights > 0) correction = quad<float>(sum / weights, 0);
    }
    if (walls)
        return exec::for_each(step.exec, all.count, [=](std::size_t i) {
            force[i] += at_walls.withoutCarried(i, tension[i].xyz());
        });
    exec::for_each(step.exec, all.count,
                   [=](std::size_t i) { force[i] += tension[i].xyz() - correction.xyz() * tension[i].w; });
}

}  // namespace talus::water
