#include "talus/water/forces/surface_tension.h"
#include "talus/water/search/pairs_simd.h"

namespace talus::water {
namespace {

namespace stdx = std::experimental;

Vec3f total(const Vec3<Floats>& v) { return {stdx::reduce(v.x), stdx::reduce(v.y), stdx::reduce(v.z)}; }

/// Calls take(pair, rows, image) for all neighbours of a particle, for their images in walls, and for the
/// particle's own images.
template <bool repeats, class Take>
void forNeighboursAndImages(const Neighbours& all, const Mirrors& mirrors, std::size_t i, Take take) {
    forNeighbours<repeats>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
        take(pair, rows, Image{});
        mirrors.forEach([&](const Image& image) { take(image.imageOf<Floats>(pair), rows, image); });
    });
    if (mirrors.count == 0) return;
    // One lane is the particle itself; the others are out of reach.
    std::array<std::uint32_t, Floats::size()> rows;
    rows.fill(static_cast<std::uint32_t>(i * sizeof(Quad<float>)));
    const Floats from([](auto lane) { return lane == 0 ? 0.0f : far_away; });
    const Pair<Floats> own = pairOf<Floats>({from, from, from}, Floats(0));
    mirrors.forEach(
        [&](const Image& image) { take(image.imageOf<Floats>(own), std::as_const(rows).data(), image); });
}

}  // namespace

TALUS_FLATTEN void findNormals(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                               std::size_t begin, std::size_t end, Quad<float>* normal) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            Vec3<Floats> sum{0, 0, 0};
            forNeighboursAndImages<repeats.value>(
                all, walls.of(i), i, [&](const Pair<Floats>& pair, const std::uint32_t*, const Image&) {
                    addGradientOfWater<Floats>(kernel, pair, sum);
                });
            normal[i] = normalOf(law, total(sum));
        }
    });
}

TALUS_FLATTEN void findDirections(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                                  const Quad<float>* normal, std::size_t begin, std::size_t end,
                                  Quad<float>* direction) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const auto alone = kernel.template value<float>(0.0f);
        for (std::size_t i = begin; i < end; ++i) {
            Vec3<Floats> sum{0, 0, 0};
            Floats weight = 0;
            forNeighboursAndImages<repeats.value>(
                all, walls.of(i), i,
                [&](const Pair<Floats>& pair, const std::uint32_t* rows, const Image& image) {
                    const Columns<float> n = loadQuads(normal, rows);
                    addToMeanNormal<Floats>(kernel, pair, image.reflected<Floats>({n[0], n[1], n[2]}), sum,
                                            weight);
                });
            direction[i] = directionOf(law, total(sum), stdx::reduce(weight), normal[i], alone);
        }
    });
}

TALUS_FLATTEN void findCurvatures(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                                  const Quad<float>* direction, std::size_t begin, std::size_t end,
                                  Quad<float>* normal) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            const Quad<float> own = direction[i];
            Floats divergence = 0, share = 0;
            forNeighboursAndImages<repeats.value>(
                all, walls.of(i), i,
                [&](const Pair<Floats>& pair, const std::uint32_t* rows, const Image& image) {
                    const Columns<float> d = loadQuads(direction, rows);
                    addDivergence<Floats>(kernel, own, pair, image.reflected<Floats>({d[0], d[1], d[2]}),
                                          d[3], divergence, share);
                });
            normal[i] = curvatureOf(law, stdx::reduce(divergence), stdx::reduce(share), own, normal[i].w);
        }
    });
}

TALUS_FLATTEN void findTensions(const Neighbours& all, const SurfaceLaw& law, const WallMirrors& walls,
                                const Quad<float>* curvature, std::size_t begin, std::size_t end,
                                Quad<float>* direction) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const auto alone = kernel.template value<float>(0.0f);
        for (std::size_t i = begin; i < end; ++i) {
            Floats sum = 0, weights = 0;
            forNeighboursAndImages<repeats.value>(
                all, walls.of(i), i, [&](const Pair<Floats>& pair, const std::uint32_t* rows, const Image&) {
                    const Columns<float> c = loadQuads(curvature, rows);
                    addToMeanCurvature<Floats>(kernel, pair, c[0], c[1], sum, weights);
                });
            direction[i] =
                tensionOf(law, stdx::reduce(sum), stdx::reduce(weights), curvature[i], direction[i], alone);
        }
    });
}

}  // namespace talus::water
