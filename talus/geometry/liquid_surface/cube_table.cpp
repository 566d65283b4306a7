#include "talus/geometry/liquid_surface/cube_table.h"

#include "talus/core/check.h"

namespace talus::geometry {
namespace {

using Faces = std::array<std::array<std::uint8_t, 4>, 6>;

constexpr std::array<CubeEdge, 12> makeEdges() {
    std::array<CubeEdge, 12> edges{};
    std::size_t count = 0;
    for (std::uint8_t axis = 0; axis < 3; ++axis)
        for (std::uint8_t corner = 0; corner < 8; ++corner)
            if ((corner >> axis & 1) == 0) edges[count++] = {axis, corner};
    return edges;
}

constexpr std::array<CubeEdge, 12> edges = makeEdges();

constexpr std::uint8_t edgeBetween(int a, int b) {
    for (std::uint8_t e = 0; e < 12; ++e)
        if ((edges[e].from == a && edges[e].to() == b) || (edges[e].from == b && edges[e].to() == a))
            return e;
    return 255;
}

/// The corners of each face, counter-clockwise seen from outside of the cube.
constexpr Faces makeFaces() {
    Faces faces{};
    for (int axis = 0; axis < 3; ++axis) {
        const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
        const std::array<int, 4> round{0, u, u | v, v};  // seen from the end of the axis
        for (std::size_t k = 0; k < 4; ++k) {
            faces[static_cast<std::size_t>(2 * axis)][k] = static_cast<std::uint8_t>(round[3 - k]);
            faces[static_cast<std::size_t>(2 * axis + 1)][k] =
                static_cast<std::uint8_t>(round[k] | 1 << axis);
        }
    }
    return faces;
}

constexpr Faces faces = makeFaces();

constexpr bool onOneFace(std::uint8_t a, std::uint8_t b) {
    const auto lies = [](std::uint8_t edge, const std::array<std::uint8_t, 4>& face) {
        int ends = 0;
        for (const std::uint8_t corner : face)
            ends += corner == edges[edge].from || corner == edges[edge].to();
        return ends == 2;
    };
    for (const auto& face : faces)
        if (lies(a, face) && lies(b, face)) return true;
    return false;
}

struct Loop {
    std::array<std::uint8_t, 12> edge{};
    std::size_t size = 0;
};

/// Cuts a loop into triangles of which no new side is on a face of the cube. False where that is not
/// possible.
bool cut(const Loop& loop, CubeCase& out) {
    if (loop.size == 3) {
        out.triangles[out.count++] = {loop.edge[0], loop.edge[1], loop.edge[2]};
        return true;
    }
    for (std::size_t k = 0; k < loop.size; ++k) {
        const std::uint8_t before = loop.edge[(k + loop.size - 1) % loop.size],
                           after = loop.edge[(k + 1) % loop.size];
        if (onOneFace(before, after)) continue;
        Loop rest;
        for (std::size_t i = 0; i < loop.size; ++i)
            if (i != k) rest.edge[rest.size++] = loop.edge[i];
        CubeCase tried = out;
        tried.triangles[tried.count++] = {before, loop.edge[k], after};
        if (!cut(rest, tried)) continue;
        out = tried;
        return true;
    }
    return false;
}

CubeCase makeCase(unsigned inside) {
    const auto isInside = [inside](int corner) { return (inside >> corner & 1) != 0; };
    constexpr std::uint8_t none = 255;
    std::array<std::uint8_t, 12> next{};
    next.fill(none);
    // On each face a segment goes from the edge where a run of inside corners begins to the edge where it
    // ends. The neighbouring face has their common edge in the other direction, so each cut edge begins one
    // segment and ends another.
    for (const auto& face : faces)
        for (std::size_t k = 0; k < 4; ++k) {
            if (isInside(face[k]) || !isInside(face[(k + 1) % 4])) continue;
            std::size_t last = (k + 1) % 4;
            while (isInside(face[(last + 1) % 4])) last = (last + 1) % 4;
            next[edgeBetween(face[k], face[(k + 1) % 4])] = edgeBetween(face[last], face[(last + 1) % 4]);
        }
    CubeCase out;
    for (std::uint8_t first = 0; first < 12; ++first) {
        if (next[first] == none) continue;
        Loop loop;
        for (std::uint8_t e = first; next[e] != none;) {
            loop.edge[loop.size++] = e;
            const std::uint8_t following = next[e];
            next[e] = none;
            e = following;
        }
        const bool closed = cut(loop, out);
        TALUS_ASSERT(closed, "a loop cannot be cut into triangles without a side on a face");
    }
    return out;
}

std::array<CubeCase, 256> makeCases() {
    std::array<CubeCase, 256> cases{};
    for (unsigned inside = 0; inside < 256; ++inside) cases[inside] = makeCase(inside);
    return cases;
}

}  // namespace

const std::array<CubeEdge, 12>& cubeEdges() { return edges; }
// Computed in the first call: some compilers refuse such a long computation at compile time.
const std::array<CubeCase, 256>& cubeCases() {
    static const std::array<CubeCase, 256> cases = makeCases();
    return cases;
}

}  // namespace talus::geometry
