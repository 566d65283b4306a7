#include "talus/environment/contact/planes.h"

#include <algorithm>
#include <array>
#include <limits>

#include "talus/environment/contact/limits.h"

namespace talus::environment {
namespace {

double distance(const WallFace& plane, const Vec3d& p) { return dot(p - plane.a, plane.b); }

/// As Obstacles::pushOut(): moves the position out of each wall by its deepest overlap.
void pushOut(const std::vector<WallFace>& planes, double reach, Vec3d& position) {
    for (std::size_t f = 0; f < planes.size();) {
        const std::uint16_t wall = planes[f].wall;
        const Vec3d from = position;
        Vec3d push;
        for (; f < planes.size() && planes[f].wall == wall; ++f) {
            const double overlap = reach - distance(planes[f], from);
            if (overlap > overlap_tolerance * reach && overlap * overlap > squaredLength(push))
                push = planes[f].b * overlap;
        }
        position += push;
    }
}

double reachOf(const Traveller& t) { return std::max(t.radius, Obstacles::smallest_reach); }

}  // namespace

void travelBetweenPlanes(const Planes& planes, Traveller& t, double dt, std::vector<Load>& loads) {
    const Vec3d start = t.position;
    pushOut(planes.walls.faces(), reachOf(t), t.position);
    t.target += t.position - start;
    continueBetweenPlanes(planes, t, 0, 1, dt, loads);
}

void continueBetweenPlanes(const Planes& planes, Traveller& t, int bounces, double left, double dt,
                           std::vector<Load>& loads) {
    const double reach = reachOf(t);
    for (; bounces < Obstacles::max_bounces; ++bounces) {
        const Vec3d path = t.target - t.position;
        const double slides = -sliding_share * length(path);
        const WallFace* hit = nullptr;
        double share = 2;
        for (const WallFace& plane : planes.walls.faces()) {
            const double slope = dot(path, plane.b);
            if (!(slope < slides)) continue;
            const double gap = distance(plane, t.position) - reach;
            const double at = gap <= position_tolerance * reach ? 0 : gap / -slope;
            if (at <= 1 && at < share) {
                share = at;
                hit = &plane;
            }
        }
        if (hit == nullptr) {
            t.position = t.target;
            return;
        }
        t.position += path * share;
        left *= 1 - share;
        const Vec3d impulse = contactImpulse(t.velocity, hit->b, t.mass, planes.surfaces[hit->wall]);
        t.velocity += impulse / t.mass;
        Load& load = loads[hit->wall];
        load.impulse -= impulse;
        load.angular_impulse -=
            cross(t.position - hit->b * reach - planes.walls.bodies()[hit->wall].reference, impulse);
        t.target = t.position + t.velocity * (left * dt);
    }
}

std::size_t listTouching(const Planes& planes, const MovedRows& particles, std::size_t count,
                         std::uint32_t* found) {
    std::array<double, max_rows> gaps;
    const Vec3d* __restrict x = particles.position;
    const float* __restrict r = particles.radius;
    double* __restrict gap = gaps.data();
    for (std::size_t i = 0; i < count; ++i) gap[i] = std::numeric_limits<double>::infinity();
    constexpr auto min_reach = static_cast<float>(Obstacles::smallest_reach);
    for (const WallFace& plane : planes.walls.faces()) {
        const Vec3d n = plane.b;
        const double offset = dot(plane.a, n);
        for (std::size_t i = 0; i < count; ++i) {
            const float reach = r[i] > min_reach ? r[i] : min_reach;
            const double d = x[i].x * n.x + x[i].y * n.y + x[i].z * n.z - offset - static_cast<double>(reach);
            gap[i] = d < gap[i] ? d : gap[i];
        }
    }
    std::size_t touching = 0;
    for (std::size_t i = 0; i < count; ++i) {
        found[touching] = static_cast<std::uint32_t>(i);
        touching += gap[i] < 0;
    }
    return touching;
}

}  // namespace talus::environment
