#include "talus/cloth/motion/forces.h"

#include "talus/cloth/motion/air_force.h"

namespace talus::cloth {
namespace {

constexpr double third = 1.0 / 3;

}  // namespace

void listTriangles(View<const std::array<std::uint32_t, 3>> corners, std::size_t points,
                   MotionScratch& scratch) {
    scratch.first_triangle_of.assign(points + 1, 0);
    for (const auto& corner : corners)
        for (const std::uint32_t p : corner) ++scratch.first_triangle_of[p + 1];
    for (std::size_t p = 0; p < points; ++p) scratch.first_triangle_of[p + 1] += scratch.first_triangle_of[p];
    scratch.triangles_of.resize(3 * corners.size());
    std::vector<std::uint32_t> next(scratch.first_triangle_of.begin(), scratch.first_triangle_of.end() - 1);
    for (std::uint32_t t = 0; t < corners.size(); ++t)
        for (const std::uint32_t p : corners[t]) scratch.triangles_of[next[p]++] = t;
}

void sumForces(const exec::Exec& exec, const Setup& setup, const ClothState& cloth, double time,
               MotionScratch& scratch) {
    const bool air = setup.anyAir();
    if (air) {
        scratch.triangle_force.resize(cloth.corners.size());
        // Evaluated once where it is the same everywhere.
        std::vector<Vec3d> uniform(setup.sheets.size());
        for (std::size_t s = 0; s < uniform.size(); ++s) uniform[s] = setup.air[s].windAt(time);
        exec::for_each(exec, cloth.corners.size(), [&](std::size_t t) {
            const auto [a, b, c] = cloth.corners[t];
            const std::uint16_t s = cloth.sheet[a];
            const Sheet& sheet = setup.sheets[s];
            Vec3d& force = scratch.triangle_force[t];
            force = {};
            if (!(sheet.air_drag > 0 || sheet.air_lift > 0) || (cloth.torn[t] & 1U) != 0) return;
            const Vec3d middle = (cloth.position[a] + cloth.position[b] + cloth.position[c]) * third;
            const Vec3d velocity = (cloth.velocity[a] + cloth.velocity[b] + cloth.velocity[c]) * third;
            const Vec3d wind = setup.air[s].uniform() ? uniform[s] : setup.air[s].at(middle, time);
            const Vec3d normal =
                cross(cloth.position[b] - cloth.position[a], cloth.position[c] - cloth.position[a]) * 0.5;
            // A third for each corner.
            force = airForce(wind - velocity, normal, sheet.air_drag, sheet.air_lift) * third;
        });
    }
    exec::for_each(exec, cloth.points(), [&](std::size_t p) {
        Vec3d force = setup.gravity * cloth.mass[p];
        if (air) {
            for (std::uint32_t k = scratch.first_triangle_of[p]; k < scratch.first_triangle_of[p + 1]; ++k)
                force += scratch.triangle_force[scratch.triangles_of[k]];
            const std::uint16_t s = cloth.sheet[p];
            if (const double c = setup.sheets[s].quadratic_drag; c > 0) {
                const Vec3d u = cloth.velocity[p] - setup.air[s].at(cloth.position[p], time);
                force -= u * (c * length(u));
            }
        }
        cloth.force[p] = force;
    });
}

void addSpringForces(const exec::Exec& exec, const ClothState& cloth) {
    const SpringRows& springs = cloth.springs;
    std::size_t begin = 0;
    for (const std::size_t end : springs.colour_ends) {
        exec::for_each(exec, end - begin, [&, begin](std::size_t q) {
            const std::size_t s = begin + q;
            const auto [i, j] = springs.ends[s];
            const Vec3d r = cloth.position[i] - cloth.position[j];
            const double now = length(r);
            if (!(now > 0)) return;  // no direction
            const Vec3d e = r / now;
            const double size = springs.stiffness[s] * (now - springs.length[s]) +
                                (springs.stiffness[s] > 0 ? springs.damping[s] : 0) *
                                    dot(cloth.velocity[i] - cloth.velocity[j], e);
            cloth.force[i] -= e * size;
            cloth.force[j] += e * size;
        });
        begin = end;
    }
    const HingeRows& hinges = cloth.hinges;
    begin = 0;
    for (const std::size_t end : hinges.colour_ends) {
        exec::for_each(exec, end - begin, [&, begin](std::size_t k) {
            const std::size_t q = begin + k;
            const auto [i0, i1] = hinges.edge[q];
            const auto [i2, i3] = hinges.wings[q];
            const Vec3d& c = hinges.weight[q];
            const Vec3d x0 = cloth.position[i0], e1 = cloth.position[i1] - x0, e2 = cloth.position[i2] - x0,
                        e3 = cloth.position[i3] - x0;
            Vec3d s = e1 * c.x + e2 * c.y + e3 * c.z;
            const Vec3d normal = cross(e1, e2) - cross(e1, e3);
            if (const double size = length(normal); hinges.curl[q] != 0 && size > 0)
                s -= normal * (hinges.curl[q] / size);
            const Vec3d push = s * -hinges.bend[q];
            cloth.force[i0] -= push * (c.x + c.y + c.z);
            cloth.force[i1] += push * c.x;
            cloth.force[i2] += push * c.y;
            cloth.force[i3] += push * c.z;
        });
        begin = end;
    }
}

}  // namespace talus::cloth
