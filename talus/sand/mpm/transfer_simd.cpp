#include <algorithm>
#include <cmath>

#include "talus/math/simd.h"
#include "talus/sand/mpm/stencil.h"
#include "talus/sand/mpm/transfer.h"

namespace talus::sand::mpm {
namespace {

// Four nodes along z lie side by side in memory, with four numbers each. The fourth has the weight 0.
using Four = float __attribute__((vector_size(16)));
using Eight = float __attribute__((vector_size(32)));
/// The same in memory: a node, a pair of nodes, and half of a row, which begins at any node.
using FourInMemory [[gnu::vector_size(16), gnu::may_alias]] = float;
using PairInMemory [[gnu::vector_size(32), gnu::may_alias]] = float;
using EightInMemory [[gnu::vector_size(32), gnu::aligned(4), gnu::may_alias]] = float;

/// The four nodes, in two halves: without AVX-512 compilers keep a vector of 64 bytes in memory instead of in
/// registers.
struct Row {
    Eight low{}, high{};

    static Row from(const float* nodes) {
        const EightInMemory* halves = reinterpret_cast<const EightInMemory*>(nodes);
        return {halves[0], halves[1]};
    }
    Row& operator+=(const Row& r) { return *this = *this + r; }
    friend Row operator+(const Row& a, const Row& b) { return {a.low + b.low, a.high + b.high}; }
    friend Row operator*(const Row& a, const Row& b) { return {a.low * b.low, a.high * b.high}; }
    friend Row operator*(const Row& a, float b) { return {a.low * b, a.high * b}; }
};

/// Each number four times.
Row spread(Four q) {
    return {__builtin_shufflevector(q, q, 0, 0, 0, 0, 1, 1, 1, 1),
            __builtin_shufflevector(q, q, 2, 2, 2, 2, 3, 3, 3, 3)};
}
/// The sum of the four nodes.
Four sumOfNodes(const Row& r) {
    const Four a = __builtin_shufflevector(r.low, r.low, 0, 1, 2, 3),
               b = __builtin_shufflevector(r.low, r.low, 4, 5, 6, 7),
               c = __builtin_shufflevector(r.high, r.high, 0, 1, 2, 3),
               d = __builtin_shufflevector(r.high, r.high, 4, 5, 6, 7);
    return (a + b) + (c + d);
}

/// The stencil of a particle with the weights and distances along z side by side.
struct RowStencil : Stencil {
    Four wz, dz;

    RowStencil(const Lattice& lattice, const Vec3d& position, const Vec3d& corner)
        : Stencil(lattice, position, corner),
          wz{weight[2][0], weight[2][1], weight[2][2], 0},
          dz{distance[2][0], distance[2][1], distance[2][2], 0} {}
};

Four four(const Vec3f& v, float w) { return Four{v.x, v.y, v.z, w}; }

/// Particles whose strains are advanced together.
constexpr std::size_t lanes = 16;
using Many = std::experimental::fixed_size_simd<float, lanes>;
/// Their derivatives of the velocity times the step, and strains, component by component.
struct alignas(64) Batch {
    float a[9][lanes], strain[6][lanes], maxwell[lanes];
    Surroundings around[lanes];
};

Many load(const float* from) { return {from, std::experimental::vector_aligned}; }
void store(const Many& v, float* to) { v.copy_to(to, std::experimental::vector_aligned); }

/// Advances the strains of a batch by one step.
TALUS_FLATTEN void advance(const Transfer& t, Batch& batch) {
    const Columns3<Many> a{{load(batch.a[0]), load(batch.a[1]), load(batch.a[2])},
                           {load(batch.a[3]), load(batch.a[4]), load(batch.a[5])},
                           {load(batch.a[6]), load(batch.a[7]), load(batch.a[8])}};
    const Symmetric<Many> before{load(batch.strain[0]), load(batch.strain[1]), load(batch.strain[2]),
                                 load(batch.strain[3]), load(batch.strain[4]), load(batch.strain[5])};
    const YieldLaw<Many> law{Many(t.law.slope),     Many(t.law.offset),        Many(t.law.tip),
                             t.law.depends_on_rate, Many(t.law.flowing_slope), Many(t.law.rate)};
    const Relaxation<Many> relaxation{Many(t.relaxation.ratio), Many(t.relaxation.kept)};
    const auto takeLarge = [](const auto& large, const Symmetric<Many>& b, Symmetric<Many>& h) {
        for (std::size_t n = 0; n < lanes; ++n)
            if (large[n]) {
                const Symmetric<float> one =
                    halfLogOfLarge({b.xx[n], b.yy[n], b.zz[n], b.yz[n], b.zx[n], b.xy[n]});
                h.xx[n] = one.xx;
                h.yy[n] = one.yy;
                h.zz[n] = one.zz;
                h.yz[n] = one.yz;
                h.zx[n] = one.zx;
                h.xy[n] = one.xy;
            }
    };
    const auto boundTrace = [&](const auto& apart, const Many& start, Many& trace) {
        for (std::size_t n = 0; n < lanes; ++n)
            if (apart[n]) trace[n] = traceApart(float(start[n]), float(trace[n]), t.law.tip, batch.around[n]);
    };
    Many m = load(batch.maxwell);
    const Symmetric<Many> after = strainAfter(a, before, m, law, relaxation, takeLarge, boundTrace);
    store(m, batch.maxwell);
    store(after.xx, batch.strain[0]);
    store(after.yy, batch.strain[1]);
    store(after.zz, batch.strain[2]);
    store(after.yz, batch.strain[3]);
    store(after.zx, batch.strain[4]);
    store(after.xy, batch.strain[5]);
}

Eight eight(const Vec3f& v, float w, const Vec3f& b, float b_w) {
    return Eight{v.x, v.y, v.z, w, b.x, b.y, b.z, b_w};
}

/// Adds what a particle gives, node by node: rows of four nodes would overlap those that the particle before
/// has just written, and processors pass a value on from a store to a load only where both are the same
/// bytes.
/// @param V Four, or Eight for pairs of nodes @param v, x, y, z as of Given
template <class V, class InMemory>
[[gnu::always_inline]] inline void addTo(const Stencil& s, const V& v, const V& x, const V& y, const V& z,
                                         InMemory* patch) {
    V base[3], along_x[3], along_y[3];
    for (int k = 0; k < 3; ++k) {
        const float w = s.weight[2][k];
        base[k] = w * (v + z * s.distance[2][k]);
        along_x[k] = w * x;
        along_y[k] = w * y;
    }
    InMemory* node = patch + s.firstNode();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const float w = s.weight[0][i] * s.weight[1][j];
            for (int k = 0; k < 3; ++k)
                node[patchIndex(i, j, k)] +=
                    (base[k] + along_x[k] * s.distance[0][i] + along_y[k] * s.distance[1][j]) * w;
        }
}
[[gnu::always_inline]] inline void addTo(const Stencil& s, const Given& g, Patch& patch) {
    addTo(s, four(g.v, g.mass), four(g.x, 0), four(g.y, 0), four(g.z, 0),
          reinterpret_cast<FourInMemory*>(patch.nodes.data()));
}
[[gnu::always_inline]] inline void addTo(const Stencil& s, const Given& g, const Given& without,
                                         PairPatch& patch) {
    addTo(s, eight(g.v, g.mass, without.v, without.mass), eight(g.x, 0, without.x, 0),
          eight(g.y, 0, without.y, 0), eight(g.z, 0, without.z, 0),
          reinterpret_cast<PairInMemory*>(patch.nodes.data()));
}

/// The 27 nodes of a particle, in rows of at least four.
struct NodesInRows {
    const float* first;
    int next_i = 4 * patchIndex(1, 0, 0), next_j = 4 * patchIndex(0, 1, 0);

    Row at(int i, int j) const { return Row::from(first + i * next_i + j * next_j); }
};
NodesInRows nodesOf(const Stencil& s, const Patch& patch) {
    return {&patch.nodes[static_cast<std::size_t>(s.firstNode())].x};
}
NodesInRows ownRows(const Node* nodes) { return {&nodes->x, 4 * 12, 4 * 4}; }

Four valueFrom(const RowStencil& s, const NodesInRows& nodes) {
    Row sum;
    for (int i = 0; i < 3; ++i) {
        Row plane;
        for (int j = 0; j < 3; ++j) plane += nodes.at(i, j) * s.weight[1][j];
        sum += plane * s.weight[0][i];
    }
    return sumOfNodes(sum * spread(s.wz));
}

}  // namespace

void toPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin, std::size_t end,
             Patch& patch) {
    for (std::size_t n = begin; n < end; ++n)
        addTo(Stencil(t.lattice, p.position[n], corner), givenBy(t, p, n), patch);
}

void toPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin, std::size_t end,
             PairPatch& patch) {
    for (std::size_t n = begin; n < end; ++n)
        addTo(Stencil(t.lattice, p.position[n], corner), givenBy(t, p, n), withoutStress(t, p, n), patch);
}

void momentsToPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin,
                    std::size_t end, Patch& patch) {
    for (std::size_t n = begin; n < end; ++n)
        addTo(Stencil(t.lattice, p.position[n], corner), momentOf(p, n), patch);
}

void fromPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin, std::size_t end,
               const Patch& patch, std::span<const NodesOf> own, const Patch* without,
               std::span<Vec3f> residual) {
    const float cell = static_cast<float>(t.lattice.cell), per_cell = 4 / cell;
    Batch batch;
    for (std::size_t first = begin; first < end; first += lanes) {
        const std::size_t count = std::min(lanes, end - first);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            // The last batch repeats its last particle, so that all lanes have values.
            const std::size_t n = first + std::min(lane, count - 1);
            const RowStencil s(t.lattice, p.position[n], corner);
            if (!own.empty() && own.front().row < n) own = own.subspan(1);
            const NodesOf* of = !own.empty() && own.front().row == n ? &own.front() : nullptr;
            const NodesInRows nodes = of != nullptr ? ownRows(of->nodes) : nodesOf(s, patch);
            Row sum, times_x, times_y;
            for (int i = 0; i < 3; ++i) {
                Row plane, plane_y;
                for (int j = 0; j < 3; ++j) {
                    const Row row = nodes.at(i, j) * s.weight[1][j];
                    plane += row;
                    plane_y += row * s.distance[1][j];
                }
                sum += plane * s.weight[0][i];
                times_x += plane * (s.weight[0][i] * s.distance[0][i]);
                times_y += plane_y * s.weight[0][i];
            }
            const Row wz = spread(s.wz);
            sum = sum * wz;
            const Four v = sumOfNodes(sum), x = sumOfNodes(times_x * wz) * per_cell,
                       y = sumOfNodes(times_y * wz) * per_cell, z = sumOfNodes(sum * spread(s.dz)) * per_cell;
            batch.around[lane] = {v[3], Vec3f{x[3], y[3], z[3]} * cell};
            for (int k = 0; k < 3; ++k) {
                batch.a[k][lane] = x[k] * t.dt;
                batch.a[3 + k][lane] = y[k] * t.dt;
                batch.a[6 + k][lane] = z[k] * t.dt;
            }
            const Vec3f e = p.strain[n], o = p.shear[n];
            const float h[6] = {e.x, e.y, e.z, o.x, o.y, o.z};
            for (int k = 0; k < 6; ++k) batch.strain[k][lane] = h[k];
            batch.maxwell[lane] = p.maxwellOf(n);
            if (lane >= count) continue;
            if (without != nullptr) {
                const Four b = valueFrom(s, of != nullptr ? ownRows(of->without) : nodesOf(s, *without));
                residual[n - begin] = (p.velocity[n] - Vec3f{b[0], b[1], b[2]}) * t.kept;
            }
            p.velocity[n] = {v[0], v[1], v[2]};
            p.dx[n] = {x[0], x[1], x[2]};
            p.dy[n] = {y[0], y[1], y[2]};
            p.dz[n] = {z[0], z[1], z[2]};
        }
        advance(t, batch);
        for (std::size_t lane = 0; lane < count; ++lane) {
            p.strain[first + lane] = {batch.strain[0][lane], batch.strain[1][lane], batch.strain[2][lane]};
            p.shear[first + lane] = {batch.strain[3][lane], batch.strain[4][lane], batch.strain[5][lane]};
            if (!p.maxwell.empty()) p.maxwell[first + lane] = batch.maxwell[lane];
        }
    }
}

}  // namespace talus::sand::mpm
