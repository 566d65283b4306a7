#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/water/device/listed_pairs.h"
#include "talus/water/forces/mirror.h"
#include "talus/water/forces/tension_at_walls.h"

// The same as SurfaceTension in surface_tension.cpp.
namespace talus::water::device {
namespace {

/// Calls take(pair, neighbour, image) for all neighbours of a particle, for their images in walls, and for
/// the particle's own images.
template <class Take>
TALUS_HD void forNeighboursAndImages(const ListedPairs& pairs, const Mirrors& mirrors, std::size_t i,
                                     Take take) {
    pairs.forNeighbours(i, [&](const Pair<float>& pair, std::uint32_t j) {
        take(pair, j, Image{});
        mirrors.forEach([&](const Image& image) { take(image.imageOf<float>(pair), j, image); });
    });
    const Pair<float> own = pairOf<float>({0, 0, 0}, 0.0f);
    mirrors.forEach(
        [&](const Image& image) { take(image.imageOf<float>(own), static_cast<std::uint32_t>(i), image); });
}

template <class K>
struct NormalOfParticle {
    ListedPairs pairs;
    K kernel;
    SurfaceLaw law;
    WallMirrors walls;
    View<Quad<float>> normal;

    TALUS_HD void operator()(std::size_t i) const {
        Vec3f sum;
        forNeighboursAndImages(pairs, walls.of(i), i,
                               [&](const Pair<float>& pair, std::uint32_t, const Image&) {
                                   addGradientOfWater<float>(kernel, pair, sum);
                               });
        normal[i] = normalOf(law, sum);
    }
};

template <class K>
struct DirectionOfParticle {
    ListedPairs pairs;
    K kernel;
    SurfaceLaw law;
    WallMirrors walls;
    View<const Quad<float>> normal;
    View<Quad<float>> direction;

    TALUS_HD void operator()(std::size_t i) const {
        Vec3f sum;
        float weight = 0;
        forNeighboursAndImages(
            pairs, walls.of(i), i, [&](const Pair<float>& pair, std::uint32_t j, const Image& image) {
                addToMeanNormal<float>(kernel, pair, image.reflected<float>(normal[j].xyz()), sum, weight);
            });
        direction[i] = directionOf(law, sum, weight, normal[i], kernel.template value<float>(0.0f));
    }
};

template <class K>
struct CurvatureOfParticle {
    ListedPairs pairs;
    K kernel;
    SurfaceLaw law;
    WallMirrors walls;
    View<const Quad<float>> direction;
    View<Quad<float>> normal;  ///< on return the curvature

    TALUS_HD void operator()(std::size_t i) const {
        const Quad<float> own = direction[i];
        float divergence = 0, share = 0;
        forNeighboursAndImages(
            pairs, walls.of(i), i, [&](const Pair<float>& pair, std::uint32_t j, const Image& image) {
                addDivergence<float>(kernel, own, pair, image.reflected<float>(direction[j].xyz()),
                                     direction[j].w, divergence, share);
            });
        normal[i] = curvatureOf(law, divergence, share, own, normal[i].w);
    }
};

template <class K>
struct TensionOfParticle {
    ListedPairs pairs;
    K kernel;
    SurfaceLaw law;
    WallMirrors walls;
    View<const Quad<float>> curvature;
    View<Quad<float>> direction;  ///< on return the tension

    TALUS_HD void operator()(std::size_t i) const {
        float sum = 0, weights = 0;
        forNeighboursAndImages(
            pairs, walls.of(i), i, [&](const Pair<float>& pair, std::uint32_t j, const Image&) {
                addToMeanCurvature<float>(kernel, pair, curvature[j].x, curvature[j].y, sum, weights);
            });
        direction[i] =
            tensionOf(law, sum, weights, curvature[i], direction[i], kernel.template value<float>(0.0f));
    }
};

/// A tension in double precision, for sums.
struct Wide {
    Vec3d force;
    double weight = 0;
};
struct WideOf {
    View<const Quad<float>> tension;
    TALUS_HD Wide operator()(std::size_t i) const { return {wide(tension[i].xyz()), double{tension[i].w}}; }
};
struct BothWide {
    TALUS_HD Wide operator()(const Wide& a, const Wide& b) const {
        return {a.force + b.force, a.weight + b.weight};
    }
    static constexpr bool in_any_order = true;
};

struct AddTension {
    TensionAtWalls at_walls;
    Vec3f correction;
    View<const Quad<float>> tension;
    View<Vec3f> force;
    TALUS_HD void operator()(std::size_t i) const {
        force[i] += at_walls.withoutCarried(i, tension[i].xyz() - correction * tension[i].w);
    }
};

}  // namespace

void applySurfaceTension(const exec::Exec& exec, const Setup& setup, WaterState& state) {
    const std::size_t count = state.water.size();
    const SurfaceLaw law = setup.surfaceLaw();
    state.surface.normal.resize(count);
    state.surface.direction.resize(count);
    const View<Quad<float>> normal = state.surface.normal.view(), direction = state.surface.direction.view();
    const View<const Quad<float>> normals = normal, directions = direction;
    const Contacts& contacts = state.contacts;
    const WallMirrors mirrors{contacts.first.view(), contacts.end.view(), contacts.gradient.view(),
                              contacts.point.view()};
    const TensionAtWalls at_walls{contacts.first.view(), contacts.end.view(), contacts.gradient.view(),
                                  std::as_const(state.work.wall).view()};
    withKernel(setup.smoothing, [&](const auto& kernel) {
        using K = std::decay_t<decltype(kernel)>;
        const ListedPairs pairs(setup, state);
        exec::for_each(exec, count, NormalOfParticle<K>{pairs, kernel, law, mirrors, normal});
        exec::for_each(exec, count, DirectionOfParticle<K>{pairs, kernel, law, mirrors, normals, direction});
        exec::for_each(exec, count, CurvatureOfParticle<K>{pairs, kernel, law, mirrors, directions, normal});
        exec::for_each(exec, count, TensionOfParticle<K>{pairs, kernel, law, mirrors, normals, direction});
    });
    Vec3f correction{};
    if (!setup.solids.any()) {
        const Wide all = exec::reduce(exec, count, Wide{}, WideOf{directions}, BothWide{});
        if (all.weight > 0) correction = narrow(all.force / all.weight);
    }
    exec::for_each(exec, count, AddTension{at_walls, correction, directions, state.work.force.view()});
}

}  // namespace talus::water::device
