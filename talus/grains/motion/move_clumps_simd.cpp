// Four clumps at once, with the operations of MoveClumps for one (move_clumps.cpp) and so the same bits.
#include <algorithm>
#include <array>

#include "talus/grains/motion/move_clump.h"
#include "talus/math/free_turn.h"
#include "talus/math/vector_pack.h"

namespace talus::grains {
namespace {

using Mask4 = decltype(Pack4{} < Pack4{});

bool all(const Mask4& mask) { return mask[0] && mask[1] && mask[2] && mask[3]; }

Vectors4 select(const Mask4& condition, const Vectors4& yes, const Vectors4& no) {
    return {condition ? yes.x : no.x, condition ? yes.y : no.y, condition ? yes.z : no.z};
}
Mask4 isZero(const Vectors4& v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }
Vectors4 stopped(const Vectors4& v) {
    const auto one = [](const Pack4& p) { return (p < slowest_motion && p > -slowest_motion) ? Pack4{} : p; };
    return {one(v.x), one(v.y), one(v.z)};
}
Vectors4 scaled(const Vectors4& a, const Vectors4& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

/// Four rotations.
struct Rotations4 {
    Vectors4 x, y, z;
};
Vectors4 turned(const Rotations4& r, const Vectors4& v) { return r.x * v.x + r.y * v.y + r.z * v.z; }
Vectors4 turnedBack(const Rotations4& r, const Vectors4& v) {
    return {dot(r.x, v), dot(r.y, v), dot(r.z, v)};
}

/// meanSpin() of math/free_turn.h. A lane keeps its value from the iteration on in which it has converged.
Vectors4 meanSpin(const Vectors4& inverse, const Vectors4& momentum, double dt) {
    Vectors4 middle = momentum;
    Mask4 done{};
    for (int k = 0; k < max_turn_iterations; ++k) {
        const Vectors4 next = momentum + cross(middle, scaled(middle, inverse)) * everywhere(0.5 * dt);
        const Mask4 now = squaredLength(next - middle) <= turn_tolerance * squaredLength(next);
        middle = select(done, middle, next);
        done = done | now;
        if (all(done)) break;
    }
    return scaled(middle, inverse);
}

/// turnedOn() of math/free_turn.h.
Rotations4 turnedOn(const Rotations4& turn, const Vectors4& spin, double dt) {
    const Vectors4 g = spin * everywhere(0.5 * dt);
    const Pack4 share = 2.0 / (1.0 + squaredLength(g));
    const auto byCayley = [&](const Vectors4& v) {
        const Vectors4 once = cross(g, v);
        return v + (once + cross(g, once)) * share;
    };
    const auto unit = [](const Vectors4& v) { return v * (1.5 - 0.5 * squaredLength(v)); };
    Rotations4 next{turned(turn, byCayley(everywhere(Vec3d{1, 0, 0}))),
                    turned(turn, byCayley(everywhere(Vec3d{0, 1, 0}))),
                    {}};
    next.x = unit(next.x);
    next.y = unit(next.y - next.x * dot(next.x, next.y));
    next.z = cross(next.x, next.y);
    return next;
}

/// The number of a shape, as in each of four clumps.
template <class Of>
Vectors4 ofEach(const std::array<const ClumpShape*, 4>& shape, Of of) {
    const Vec3d v[4] = {of(*shape[0]), of(*shape[1]), of(*shape[2]), of(*shape[3])};
    return {Pack4{v[0].x, v[1].x, v[2].x, v[3].x}, Pack4{v[0].y, v[1].y, v[2].y, v[3].y},
            Pack4{v[0].z, v[1].z, v[2].z, v[3].z}};
}

}  // namespace

void MoveClump::four(std::size_t c) const {
    const std::array<const ClumpShape*, 4> shape{&shapeOf(c), &shapeOf(c + 1), &shapeOf(c + 2),
                                                 &shapeOf(c + 3)};
    const bool alike = shape[0] == shape[1] && shape[0] == shape[2] && shape[0] == shape[3];
    const auto numbers = [&](auto of) { return alike ? everywhere(of(*shape[0])) : ofEach(shape, of); };
    const Pack4 mass = loadNumbers(&clumps.mass[c]), radius = loadNumbers(&clumps.radius[c]);
    const Vectors4 inverse =
        numbers([](const ClumpShape& s) { return s.inverse_inertia; }) * (1.0 / (mass * radius * radius));

    const Vectors4 velocity = stopped(loadVectors(&clumps.velocity[c]) * everywhere(keep) +
                                      loadVectors(&clumps.force[c]) * (h / mass));
    const Vectors4 centre = loadVectors(&clumps.position[c]) + velocity * everywhere(dt);
    storeVectors(&clumps.velocity[c], velocity);
    storeVectors(&clumps.position[c], centre);

    Rotations4 turn{loadVectors(&clumps.axis_x[c]), loadVectors(&clumps.axis_y[c]), {}};
    turn.z = cross(turn.x, turn.y);
    Vectors4 spin{};
    if (spins) {
        Vectors4 momentum = loadVectors(&clumps.momentum[c]) * everywhere(keep) +
                            loadVectors(&clumps.torque[c]) * everywhere(h);
        const Mask4 rests = isZero(momentum);
        if (!all(rests)) {
            const Rotations4 next = turnedOn(turn, meanSpin(inverse, turnedBack(turn, momentum), dt), dt);
            turn = {select(rests, turn.x, next.x), select(rests, turn.y, next.y),
                    select(rests, turn.z, next.z)};
            spin = stopped(turned(turn, scaled(turnedBack(turn, momentum), inverse)));
            spin = select(rests, Vectors4{}, spin);
            momentum = select(isZero(spin), Vectors4{}, momentum);
            storeVectors(&clumps.axis_x[c], turn.x);
            storeVectors(&clumps.axis_y[c], turn.y);
        }
        storeVectors(&clumps.momentum[c], momentum);
    }

    std::size_t most = 0;
    for (const ClumpShape* each : shape) most = std::max(most, each->spheres.size());
    std::array<Vec3d, 4> next, moves, spins_now;
    storeVectors(spins_now.data(), spin);
    for (std::size_t k = 0; k < most; ++k) {
        const Vectors4 arm = turned(turn, numbers([&](const ClumpShape& s) {
                                              return s.spheres[std::min(k, s.spheres.size() - 1)].centre;
                                          }) * radius);
        storeVectors(next.data(), centre + arm);
        storeVectors(moves.data(), velocity + cross(spin, arm));
        for (std::size_t lane = 0; lane < 4; ++lane)
            if (k < shape[lane]->spheres.size())
                place(clumps.sphere_row[clumps.first_sphere[c + lane] + k], next[lane], moves[lane],
                      spins_now[lane]);
    }
}

}  // namespace talus::grains
