#include <algorithm>
#include <array>

#include "talus/environment/contact/limits.h"
#include "talus/environment/contact/planes.h"
#include "talus/math/simd.h"

namespace talus::environment {
namespace {

namespace stdx = std::experimental;
using Number = Pack<double>;
using Mask = Number::mask_type;
using Vector = Vec3<Number>;
constexpr std::size_t lanes = Number::size();
using Row = std::array<double, lanes>;

Vector all(const Vec3d& v) { return {v.x, v.y, v.z}; }
void choose(const Mask& where, const Vec3d& from, Vector& to) {
    stdx::where(where, to.x) = from.x;
    stdx::where(where, to.y) = from.y;
    stdx::where(where, to.z) = from.z;
}

/// The first hit of each lane, with what the bounce needs to know of the wall.
struct FirstHit {
    Number share = 2;  ///< share of the path before the hit; above 1: no hit
    Vector normal{}, reference{};
    Number restitution = 0, friction = 0, wall = 0;

    Mask found() const { return share <= 1; }
};

Number distance(const WallFace& plane, const Vector& p) { return dot(p - all(plane.a), all(plane.b)); }

FirstHit firstHit(const Planes& planes, const Vector& position, const Vector& path, const Number& reach) {
    const Number slides = -sliding_share * length(path);
    FirstHit hit;
    for (const WallFace& plane : planes.walls.faces()) {
        const Number slope = dot(path, all(plane.b)), gap = distance(plane, position) - reach;
        const Number at = select<Number>(gap <= position_tolerance * reach, 0.0, gap / -slope);
        const Mask nearer = slope < slides && at <= 1.0 && at < hit.share;
        stdx::where(nearer, hit.share) = at;
        choose(nearer, plane.b, hit.normal);
        choose(nearer, planes.walls.bodies()[plane.wall].reference, hit.reference);
        stdx::where(nearer, hit.restitution) = planes.surfaces[plane.wall].restitution;
        stdx::where(nearer, hit.friction) = planes.surfaces[plane.wall].friction;
        stdx::where(nearer, hit.wall) = plane.wall;
    }
    return hit;
}

/// Whether firstHit() finds a hit. A first test without root and quotient rules most lanes out after a
/// bounce.
Mask meetsAny(const Planes& planes, const Vector& position, const Vector& path, const Number& reach) {
    Mask approaches(false), found(false);
    for (const WallFace& plane : planes.walls.faces())
        approaches = approaches || dot(path, all(plane.b)) < 0.0;
    if (stdx::none_of(approaches)) return found;
    return firstHit(planes, position, path, reach).found();
}

/// A vector of lanes as arrays, to read lane by lane.
struct Rows {
    Row x, y, z;

    explicit Rows(const Vector& v) {
        v.x.copy_to(x.data(), stdx::element_aligned);
        v.y.copy_to(y.data(), stdx::element_aligned);
        v.z.copy_to(z.data(), stdx::element_aligned);
    }
    Vec3d operator[](std::size_t lane) const { return {x[lane], y[lane], z[lane]}; }
};

double minusAll(double sum, const Row& row) {
    for (const double v : row) sum -= v;
    return sum;
}
Vec3d minusAll(const Vec3d& sum, const Rows& rows) {
    return {minusAll(sum.x, rows.x), minusAll(sum.y, rows.y), minusAll(sum.z, rows.z)};
}

/// The rows that share one vector.
struct Batch {
    std::array<std::uint32_t, lanes> row;  ///< from `count` on the last row is repeated
    std::size_t count;

    template <class Value>
    Number column(Value value) const {
        return Number([&](auto lane) { return static_cast<double>(value(row[lane])); });
    }
    template <class T>
    Vector vectors(const Vec3<T>* v) const {
        return {column([v](auto i) { return v[i].x; }), column([v](auto i) { return v[i].y; }),
                column([v](auto i) { return v[i].z; })};
    }
};

/// Moves one batch. Particles that hit a second plane in the step, or start within one, are rare: they are
/// moved one by one, in the order of the rows, so that the loads are summed in that order.
TALUS_FLATTEN void travel(const Planes& planes, const MovedRows& particles, const Batch& batch, double dt,
                          std::vector<Load>& loads) {
    const Vector end = batch.vectors(particles.position), velocity = batch.vectors(particles.velocity);
    const Number radius = batch.column([&](auto i) { return particles.radius[i]; });
    const Number mass = batch.column([&](auto i) { return particles.mass[i]; });
    const Number smallest = Obstacles::smallest_reach;
    const Number reach = select<Number>(radius < smallest, smallest, radius);
    const Vector went = particles.path ? batch.vectors(particles.path) : velocity * Number(dt);
    const Vector begin = end - went;
    Mask overlaps(false);
    for (const WallFace& plane : planes.walls.faces())
        overlaps = overlaps || reach - distance(plane, begin) > overlap_tolerance * reach;

    // Adds a zero push, which turns -0 into 0, as pushOut() does.
    const Vector position = begin + all({}), target = end + (position - begin), path = target - position;
    const FirstHit hit = firstHit(planes, position, path, reach);
    const Vector met = position + path * hit.share;
    const Number left = Number(1) - hit.share;
    const Vector impulse = contactImpulse(velocity, hit.normal, mass, hit.restitution, hit.friction);
    const Vector after = velocity + impulse / mass;
    const Vector twist = cross(met - hit.normal * reach - hit.reference, impulse);
    const Vector next = met + after * (left * dt);
    const Mask meets = hit.found(), again = meets && meetsAny(planes, met, next - met, reach);

    const auto chosen = [&](const Vector& a, const Vector& b) {
        return Rows({select<Number>(meets, a.x, b.x), select<Number>(meets, a.y, b.y),
                     select<Number>(meets, a.z, b.z)});
    };
    const Rows positions = chosen(next, target), velocities = chosen(after, velocity), impulses(impulse),
               twists(twist);
    const auto put = [&](std::size_t lane, const Vec3d& x, const Vec3d& v) {
        particles.position[batch.row[lane]] = x;
        particles.velocity[batch.row[lane]] = narrow(v);
    };
    const auto wall_of = [&](std::size_t lane) {
        const double wall = hit.wall[lane];
        return static_cast<std::size_t>(wall);
    };
    if (batch.count == lanes &&
        stdx::none_of(overlaps || again || !meets || hit.wall != Number(hit.wall[0]))) {
        for (std::size_t lane = 0; lane < lanes; ++lane) put(lane, positions[lane], velocities[lane]);
        Load& load = loads[wall_of(0)];
        load = {minusAll(load.impulse, impulses), minusAll(load.angular_impulse, twists)};
        return;
    }
    const Rows begins(begin), ends(end), mets(met), before(velocity);
    for (std::size_t lane = 0; lane < batch.count; ++lane) {
        const double r = radius[lane], m = mass[lane];
        if (overlaps[lane]) {
            Traveller t{begins[lane], ends[lane], before[lane], r, m};
            travelBetweenPlanes(planes, t, dt, loads);
            put(lane, t.position, t.velocity);
            continue;
        }
        if (meets[lane]) {
            loads[wall_of(lane)].impulse -= impulses[lane];
            loads[wall_of(lane)].angular_impulse -= twists[lane];
        }
        Traveller t{mets[lane], positions[lane], velocities[lane], r, m};
        if (again[lane]) continueBetweenPlanes(planes, t, 1, left[lane], dt, loads);
        put(lane, again[lane] ? t.position : positions[lane], t.velocity);
    }
}

}  // namespace

void travelBetweenPlanes(const Planes& planes, const MovedRows& particles,
                         std::span<const std::uint32_t> which, double dt, std::vector<Load>& loads) {
    for (std::size_t k = 0; k < which.size(); k += lanes) {
        Batch batch{{}, std::min(lanes, which.size() - k)};
        for (std::size_t lane = 0; lane < lanes; ++lane)
            batch.row[lane] = which[k + std::min(lane, batch.count - 1)];
        travel(planes, particles, batch, dt, loads);
    }
}

}  // namespace talus::environment
