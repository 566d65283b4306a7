#pragma once
#include "talus/sand/mpm/stencil.h"
#include "talus/sand/mpm/transfer.h"

/// The transfers of transfer.h for one particle at a time, for processor and device. Sums are in the order of
/// transfer_simd.cpp, so that both give the same bits.
namespace talus::sand::mpm {

/// What a particle adds to node (i, j, k) of its stencil.
TALUS_HD inline Node givenTo(const Given& g, const Stencil& s, int i, int j, int k) {
    const float z = s.weight[2][k], xy = s.weight[0][i] * s.weight[1][j];
    const float dx = s.distance[0][i], dy = s.distance[1][j], dz = s.distance[2][k];
    const auto part = [&](float v, float along_x, float along_y, float along_z) {
        return (z * (v + along_z * dz) + z * along_x * dx + z * along_y * dy) * xy;
    };
    return {part(g.v.x, g.x.x, g.y.x, g.z.x), part(g.v.y, g.x.y, g.y.y, g.z.y),
            part(g.v.z, g.x.z, g.y.z, g.z.z), part(g.mass, 0, 0, 0)};
}

/// What a particle takes from its nodes.
struct Taken {
    Vec3f velocity, dx, dy, dz;
    Surroundings around;
};

/// @param node (i, j, k): a node of the stencil
template <class NodeAt>
TALUS_HD Taken takenFrom(const Stencil& s, double cell, NodeAt node) {
    constexpr int parts = 4;
    float sum[3][parts]{}, along_x[3][parts]{}, along_y[3][parts]{};  // of the nodes of each layer along z
    for (int i = 0; i < 3; ++i) {
        float plane[3][parts]{}, plane_y[3][parts]{};
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) {
                const Node at = node(i, j, k);
                const float value[parts] = {at.x, at.y, at.z, at.w};
                for (int c = 0; c < parts; ++c) {
                    const float weighted = value[c] * s.weight[1][j];
                    plane[k][c] += weighted;
                    plane_y[k][c] += weighted * s.distance[1][j];
                }
            }
        const float wx = s.weight[0][i], moment = wx * s.distance[0][i];
        for (int k = 0; k < 3; ++k)
            for (int c = 0; c < parts; ++c) {
                sum[k][c] += plane[k][c] * wx;
                along_x[k][c] += plane[k][c] * moment;
                along_y[k][c] += plane_y[k][c] * wx;
            }
    }
    const float *wz = s.weight[2], *dz = s.distance[2], per_cell = 4 / static_cast<float>(cell);
    const auto total = [&](const float(&of)[3][parts], int c) {
        return of[0][c] * wz[0] + of[1][c] * wz[1] + of[2][c] * wz[2];
    };
    const auto derivative = [&](const float(&of)[3][parts]) {
        return Vec3f{total(of, 0) * per_cell, total(of, 1) * per_cell, total(of, 2) * per_cell};
    };
    const auto along_z = [&](int c) {
        return (sum[0][c] * wz[0] * dz[0] + sum[1][c] * wz[1] * dz[1] + sum[2][c] * wz[2] * dz[2]) * per_cell;
    };
    const Vec3f gradient{total(along_x, 3) * per_cell, total(along_y, 3) * per_cell, along_z(3)};
    return {{total(sum, 0), total(sum, 1), total(sum, 2)},
            derivative(along_x),
            derivative(along_y),
            {along_z(0), along_z(1), along_z(2)},
            {total(sum, 3), gradient * static_cast<float>(cell)}};
}

/// The velocity alone.
template <class NodeAt>
TALUS_HD Vec3f velocityFrom(const Stencil& s, NodeAt node) {
    Vec3f sum[3];  // of the nodes of each layer along z
    for (int i = 0; i < 3; ++i) {
        Vec3f plane[3];
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) plane[k] += node(i, j, k).xyz() * s.weight[1][j];
        for (int k = 0; k < 3; ++k) sum[k] += plane[k] * s.weight[0][i];
    }
    return sum[0] * s.weight[2][0] + sum[1] * s.weight[2][1] + sum[2] * s.weight[2][2];
}

/// The strain of a particle after a step. @param h before @param m trace of the Maxwell element
TALUS_HD inline Symmetric<float> strainAfter(const Transfer& t, const Taken& taken, const Symmetric<float>& h,
                                             float& m) {
    return strainAfter(
        Columns3<float>{taken.dx * t.dt, taken.dy * t.dt, taken.dz * t.dt}, h, m, t.law, t.relaxation,
        [](bool, const Symmetric<float>& b, Symmetric<float>& large) { large = halfLogOfLarge(b); },
        [&](bool, float start, float& trace) { trace = traceApart(start, trace, t.law.tip, taken.around); });
}

}  // namespace talus::sand::mpm
