#include "talus/sand/grid/solve/bodies.h"

namespace talus::sand::grid {

namespace {

Six responseAt(int axis, const Vec3d& arm) {
    Vec3d along;
    setComponent(along, axis, 1);
    return responseAlong(along, arm);
}

}  // namespace

std::vector<BodyRows> bodyRowsOf(const Lattice& l, const Solids& s, const std::vector<Cell>& cells,
                                 const Faces& mass, const std::vector<FreeBody>& bodies) {
    std::vector<BodyRows> all(bodies.begin(), bodies.end());
    if (bodies.empty() || s.body[0].empty()) return all;
    for (int k = 1; k < l.count.z - 1; ++k)
        for (int j = 1; j < l.count.y - 1; ++j)
            for (int i = 1; i < l.count.x - 1; ++i) {
                const std::size_t c = l.index(i, j, k);
                const auto faceAt = [&](int axis, bool upper) {
                    Vec3d place{i + 0.5, j + 0.5, k + 0.5};
                    setComponent(place, axis, component(place, axis) + (upper ? 0.5 : -0.5));
                    return l.position(place);
                };
                for (int a = 0; a < 3; ++a)
                    if (s.body[a][c] >= 0 && s.face[a][c] == Face::Shut && mass[a][c] > 0) {
                        BodyRows& rows = all[static_cast<std::size_t>(s.body[a][c])];
                        rows.response.carry(mass[a][c], responseAt(a, faceAt(a, false) - rows.centre));
                    }
                if (cells[c] != Cell::Free) continue;
                for (int a = 0; a < 3; ++a)
                    for (const bool upper : {false, true}) {
                        const std::size_t f = upper ? c + l.stride(a) : c;
                        const double closed = (1 - s.open[a][f]) * l.area();
                        const int body = s.body[a][f];
                        if (closed == 0 || body < 0) continue;
                        BodyRows& rows = all[static_cast<std::size_t>(body)];
                        Six push = responseAt(a, faceAt(a, upper) - rows.centre);
                        for (double& x : push) x *= upper ? closed : -closed;
                        if (rows.cells.empty() || rows.cells.back() != c) {
                            rows.cells.push_back(static_cast<std::uint32_t>(c));
                            rows.rows.push_back({});
                        }
                        for (std::size_t m = 0; m < 6; ++m) rows.rows.back()[m] += push[m];
                    }
            }
    return all;
}

void addBodies(const std::vector<BodyRows>& bodies, double dt, exec::View<const double> p,
               exec::View<double> y) {
    for (const BodyRows& body : bodies) {
        Six impulse{};
        for (std::size_t n = 0; n < body.cells.size(); ++n)
            for (std::size_t m = 0; m < 6; ++m) impulse[m] += dt * body.rows[n][m] * p[body.cells[n]];
        const Six motion = body.response.motionBy(impulse);
        for (std::size_t n = 0; n < body.cells.size(); ++n)
            for (std::size_t m = 0; m < 6; ++m) y[body.cells[n]] += body.rows[n][m] * motion[m];
    }
}

}  // namespace talus::sand::grid
