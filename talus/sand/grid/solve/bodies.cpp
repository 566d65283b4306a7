#include "talus/sand/grid/solve/bodies.h"

namespace talus::sand::grid {

void BodyRows::add(std::size_t unknown, const Six& row) {
    if (unknowns.empty() || unknowns.back() != unknown) {
        unknowns.push_back(static_cast<std::uint32_t>(unknown));
        rows.push_back({});
    }
    for (std::size_t m = 0; m < 6; ++m) rows.back()[m] += row[m];
}

Six responseOnAxis(int axis, const Vec3d& arm) {
    Vec3d along;
    setComponent(along, axis, 1);
    return responseAlong(along, arm);
}

std::vector<BodyRows> bodyRowsOf(const Lattice& l, const Solids& s, const std::vector<Cell>& cells,
                                 const Faces& mass, const std::vector<FreeBody>& bodies) {
    std::vector<BodyRows> all(bodies.begin(), bodies.end());
    if (bodies.empty() || s.body[0].empty()) return all;
    for (int k = 1; k < l.count.z - 1; ++k)
        for (int j = 1; j < l.count.y - 1; ++j)
            for (int i = 1; i < l.count.x - 1; ++i) {
                const std::size_t c = l.index(i, j, k);
                const auto faceAt = [&](int axis, bool upper) {
                    Vec3d position{i + 0.5, j + 0.5, k + 0.5};
                    setComponent(position, axis, component(position, axis) + (upper ? 0.5 : -0.5));
                    return l.position(position);
                };
                for (int a = 0; a < 3; ++a)
                    if (s.body[a][c] >= 0 && s.face[a][c] == Face::Shut && mass[a][c] > 0) {
                        BodyRows& rows = all[static_cast<std::size_t>(s.body[a][c])];
                        rows.response.carry(mass[a][c], responseOnAxis(a, faceAt(a, false) - rows.centre));
                    }
                if (cells[c] != Cell::Free) continue;
                for (int a = 0; a < 3; ++a)
                    for (const bool upper : {false, true}) {
                        const std::size_t f = upper ? c + l.stride(a) : c;
                        const double closed = (1 - s.open[a][f]) * l.area();
                        const int body = s.body[a][f];
                        if (closed == 0 || body < 0) continue;
                        BodyRows& rows = all[static_cast<std::size_t>(body)];
                        Six push = responseOnAxis(a, faceAt(a, upper) - rows.centre);
                        for (double& x : push) x *= upper ? closed : -closed;
                        rows.add(c, push);
                    }
            }
    return all;
}

Motions motionsBy(const std::vector<BodyRows>& bodies, double dt, exec::View<const double> x) {
    Motions motions;
    for (const BodyRows& body : bodies) {
        Six impulse{};
        for (std::size_t n = 0; n < body.unknowns.size(); ++n)
            for (std::size_t m = 0; m < 6; ++m) impulse[m] += dt * body.rows[n][m] * x[body.unknowns[n]];
        motions.push_back(body.response.motionBy(impulse));
    }
    return motions;
}

void addMotions(const std::vector<BodyRows>& bodies, const Motions& motions, exec::View<double> y) {
    for (std::size_t b = 0; b < bodies.size(); ++b)
        for (std::size_t n = 0; n < bodies[b].unknowns.size(); ++n)
            y[bodies[b].unknowns[n]] += dot(bodies[b].rows[n], motions[b]);
}

std::vector<double> diagonalOf(const std::vector<BodyRows>& bodies, double dt) {
    std::vector<double> diagonal;
    for (const BodyRows& body : bodies)
        for (const Six& row : body.rows) diagonal.push_back(dt * dot(row, body.response.motionBy(row)));
    return diagonal;
}

}  // namespace talus::sand::grid
