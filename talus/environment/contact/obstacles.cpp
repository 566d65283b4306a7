#include "talus/environment/contact/obstacles.h"

#include <algorithm>
#include <cmath>

#include "talus/environment/contact/limits.h"
#include "talus/environment/contact/volume_hit.h"

namespace talus::environment {

namespace {

/// Two faces whose normals differ by less do not form a fold: squared sine of 0.2 seconds of arc, a thousand
/// times the round-off of normals.
constexpr double min_fold = 1e-12;

/// The component of a path along the normal of a surface, as a share of its length.
double steepness(const Vec3d& path, const Vec3d& normal) {
    const double size = length(path);
    return size > 0 ? std::abs(dot(path, normal)) / size : 0;
}

/// Whether a point is in a box that is larger by `around` on all sides.
bool isWithin(const geometry::Box& box, const Vec3d& p, double around) {
    return p.x >= box.min.x - around && p.x <= box.max.x + around && p.y >= box.min.y - around &&
           p.y <= box.max.y + around && p.z >= box.min.z - around && p.z <= box.max.z + around;
}

}  // namespace

FaceBounds::FaceBounds(const Walls& walls) : of(walls.faces().size()) {
    for (const WallBody& body : walls.bodies())
        if (!body.tree)
            for (std::uint32_t f = body.first_face; f < body.end_face; ++f) of[f] = boundOf(walls.faces()[f]);
}

Obstacles::Obstacles(const Surfaces& surfaces, const FaceBounds& bounds, const WallsAt& begin,
                     const WallsAt& end, const geometry::GroundSurface* ground,
                     const geometry::VolumeSurface* volume)
    : surfaces_(surfaces), bounds_(bounds), begin_(begin), end_(end), ground_(ground), volume_(volume) {}

template <class Take>
void Obstacles::forNear(std::uint32_t wall, const Vec3d& from, const Vec3d& to, double reach,
                        Take take) const {
    const Walls& walls = begin_.walls();
    const WallBody& body = walls.bodies()[wall];
    const Vec3d middle = (from + to) * 0.5;
    const double around = 0.5 * length(to - from) + reach * (1 + position_tolerance);
    if (body.deforms) {
        begin_.forFacesNear(wall, middle, around, take);
        return;
    }
    if (body.tree) {
        if (!isWithin(body.bounds, middle, around)) return;
        begin_.forFacesNear(wall, middle, around, take);
        return;
    }
    for (std::uint32_t f = body.first_face; f < body.end_face; ++f)
        if (bounds_.of[f].near(middle, around)) take(f);
}

std::optional<Obstacles::Hit> Obstacles::first(const Vec3d& from, const Vec3d& to, double reach,
                                               const Scratch& scratch, std::uint32_t excluded_face) const {
    const Walls& walls = begin_.walls();
    std::optional<Hit> found;
    for (std::uint32_t w = 0; w < walls.bodies().size(); ++w) {
        const bool moves = walls.moves(w);
        const Vec3d a = moves ? scratch.local[w] : from, b = moves ? end_.inFrame(w, to) : to;
        forNear(w, a, b, reach, [&](std::uint32_t f) {
            const bool at_once = found && found->share <= 0;  // no other hit is earlier
            if (f == excluded_face || at_once) return;
            const auto hit = firstHit(begin_.face(f), a, b, reach, found ? found->share : 2);
            if (!hit || (found && hit->share >= found->share)) return;
            found = Hit{hit->share, hit->normal, false, w, f, {}};
            if (moves) {
                found->normal = rotated(end_.pose(w).rotation, hit->normal);
                found->local_path = rotated(end_.pose(w).rotation, b - a);
            }
        });
    }
    if (ground_ != nullptr) {
        const Vec3d low{0, 0, reach};
        const auto crossing = ground_->crossing(from - low, to - low, ground_tolerance * reach);
        if (crossing && (!found || crossing->share < found->share))
            found = Hit{crossing->share, crossing->normal, true, 0, 0, {}};
    }
    if (volume_ != nullptr)
        if (const auto hit = firstHit(*volume_, from, to, reach);
            hit && (!found || hit->share < found->share))
            found = Hit{hit->share, hit->normal, true, 0, 0, {}};
    return found;
}

/// Computes the position in the frame of each moving wall.
void Obstacles::setLocal(const Vec3d& position, Scratch& scratch) const {
    const Walls& walls = begin_.walls();
    scratch.local.resize(walls.bodies().size());
    for (std::size_t w = 0; w < scratch.local.size(); ++w)
        if (walls.moves(w)) scratch.local[w] = begin_.inFrame(w, position);
}

/// Moves a position out of what it overlaps at the start of the step: a particle that appeared in a wall,
/// that two walls squeeze, or over which the ground rose. Never moves it through a wall.
void Obstacles::pushOut(Vec3d& position, double reach, Scratch& scratch) const {
    const Walls& walls = begin_.walls();
    for (std::uint32_t w = 0; w < walls.bodies().size(); ++w) {
        const Vec3d p = begin_.inFrame(w, position);
        Vec3d push;
        const auto pushFrom = [&](const WallDistance& at) {
            const double overlap = reach - at.distance;
            if (overlap > overlap_tolerance * reach && overlap * overlap > squaredLength(push))
                push = at.normal * overlap;
        };
        if (!walls.isMeshOfBody(w))
            forNear(w, p, p, reach, [&](std::uint32_t f) { pushFrom(begin_.distance(f, position)); });
        else if (isWithin(walls.bodies()[w].bounds, p, reach))
            // Its triangles have two sides, but the body may have moved over the particle since the last
            // step.
            pushFrom(begin_.distanceFromMesh(w, position));
        if (push == Vec3d{}) continue;
        const auto stop = first(position, position + push, reach, scratch);
        position += push * (stop && (stop->on_ground || stop->wall != w) ? stop->share : 1.0);
        setLocal(position, scratch);
    }
    if (ground_ == nullptr) return;
    const double below = ground_->heightAt(position.x, position.y) + reach - position.z;
    if (below <= ground_tolerance * reach) return;
    const Vec3d push{0, 0, below};
    const auto stop = first(position, position + push, reach, scratch);
    position += push * (stop ? stop->share : 1.0);
    setLocal(position, scratch);
}

/// Moves the particle by a share of the path to a target, and its positions in the frames of moving walls.
void Obstacles::advance(Traveller& t, const Vec3d& target, double share, Scratch& scratch) const {
    const Walls& walls = begin_.walls();
    t.position += (target - t.position) * share;
    for (std::size_t w = 0; w < scratch.local.size(); ++w)
        if (walls.moves(w)) scratch.local[w] += (end_.inFrame(w, target) - scratch.local[w]) * share;
}

/// The velocity of what was hit. @param position start of the path @param time that the path takes [s]
Vec3d Obstacles::velocityOf(const Hit& hit, const Vec3d& position, const Vec3d& path, double time) const {
    const bool moves = !hit.on_ground && begin_.walls().moves(hit.wall);
    if (moves && end_.deforms(hit.wall)) return end_.velocityAt(hit.face, position + path * hit.share);
    return moves && time > 0 ? (path - hit.local_path) / time : Vec3d{};
}

/// Applies the impulse of a contact to the particle, and the opposite one to what it hit.
void Obstacles::exchange(const Hit& hit, Traveller& t, double reach, const Vec3d& wall_velocity,
                         const Surface& surface, Loads& loads) const {
    const Walls& walls = begin_.walls();
    const bool moves = !hit.on_ground && walls.moves(hit.wall);
    const Vec3d point = t.position - hit.normal * reach;
    double mass = t.mass;
    if (moves) mass = 1 / (1 / t.mass + end_.mobility(hit.face, point, hit.normal));
    Vec3d impulse = contactImpulse(t.velocity - wall_velocity, hit.normal, mass, surface);
    t.velocity += impulse / t.mass;
    // As a load, so that the momentum of particle and obstacle is kept.
    if (impulse != Vec3d{}) {
        impulse -= t.residual * t.mass;
        t.residual = {};
    }
    // A path along the ground's triangles must not count as one into them.
    if (hit.on_ground && dot(t.velocity, hit.normal) < 1e-9 * length(t.velocity))
        t.velocity += hit.normal * (1e-9 * length(t.velocity));
    addReaction(hit, impulse, point, loads);
}

/// Adds the reaction to an impulse on the particle to the load of what it hit.
void Obstacles::addReaction(const Hit& hit, const Vec3d& impulse, const Vec3d& point, Loads& loads) const {
    Load& load = hit.on_ground ? loads.ground : loads.walls[hit.wall];
    load.impulse -= impulse;
    if (hit.on_ground) {
        load.angular_impulse -= cross(point, impulse);
        return;
    }
    const Vec3d& reference = begin_.walls().bodies()[hit.wall].reference;
    const bool moves = begin_.walls().moves(hit.wall);
    if (begin_.deforms(hit.wall)) loads.on_faces.push_back({hit.face, point, -impulse});
    load.angular_impulse -=
        cross(point - (moves ? end_.pose(hit.wall).toWorld(reference) : reference), impulse);
}

void Obstacles::travel(Traveller& t, double dt, Scratch& scratch, Loads& loads) const {
    const double reach = std::max(t.radius, smallest_reach);
    setLocal(t.position, scratch);
    const Vec3d start = t.position;
    pushOut(t.position, reach, scratch);
    t.target += t.position - start;
    double left = 1;
    Vec3d normal_before;
    for (int bounce = 0; bounce < max_bounces; ++bounce) {
        const auto hit = first(t.position, t.target, reach, scratch);
        if (!hit) {
            t.position = t.target;
            return;
        }
        const bool goes_on = hit->share * length(t.target - t.position) > reach;
        const Vec3d wall_velocity = velocityOf(*hit, t.position, t.target - t.position, left * dt);
        advance(t, t.target, hit->share, scratch);
        left *= 1 - hit->share;
        Surface surface = surfaceOf(*hit);
        if (surface.by_depth)
            surface.restitution *= left * steepness(t.velocity - wall_velocity, hit->normal);
        exchange(*hit, t, reach, wall_velocity, surface, loads);
        Vec3d path = t.velocity;
        if (surface.by_depth) path -= hit->normal * dot(path - wall_velocity, hit->normal);
        t.target = t.position + path * (left * dt);
        const Vec3d fold = cross(normal_before, hit->normal);
        normal_before = hit->normal;
        if (bounce + 1 < max_bounces) continue;
        // Many bounces within a step: the particle slides, or is caught between two walls.
        if (!hit->on_ground && begin_.walls().moves(hit->wall))
            slideWith(*hit, t, reach, left * dt, scratch, loads);
        else if (!goes_on && squaredLength(fold) > min_fold)
            slideAlong(fold, *hit, t, reach, left * dt, scratch, loads);
        else if (const auto swept = first(t.position, t.position, reach, scratch); swept)
            t.position += swept->local_path * (swept->share - 1);
        else if (!hit->on_ground)
            t.position = slide(*hit, t, reach, left * dt, loads.walls[hit->wall]);
    }
}

/// Moves the particle along the fold in which two resting faces meet. Alternate bounces off the two turn the
/// velocity into the fold only slowly: in a flat fold of 15 degrees each takes 3% of the part across the
/// fold. Without this, a particle that the water presses into a fold of the ground would stay there and get
/// ever faster. @param fold direction, of any length > 0
void Obstacles::slideAlong(const Vec3d& fold, const Hit& hit, Traveller& t, double reach, double left_time,
                           Scratch& scratch, Loads& loads) const {
    const Vec3d along = fold * (dot(t.velocity, fold) / squaredLength(fold));
    addReaction(hit, (along - t.velocity) * t.mass, t.position - hit.normal * reach, loads);
    t.velocity = along;
    const Vec3d target = t.position + along * left_time;
    const auto stop = first(t.position, target, reach, scratch);
    t.position += (target - t.position) * (stop ? stop->share : 1.0);
}

/// Moves the particle along a hollow face that stands still, where each straight path ends in the face again:
/// in chords. After each chord the position is brought back to the face, and the velocity turned along it.
Vec3d Obstacles::slide(const Hit& hit, Traveller& t, double reach, double left_time, Load& load) const {
    Scratch none;
    none.local.resize(begin_.walls().bodies().size());
    setLocal(t.position, none);
    constexpr int chords = 8;
    Vec3d position = t.position, normal = hit.normal;
    const Side side = begin_.distance(hit.face, position).side;
    for (int k = 0; k < chords; ++k) {
        const Vec3d along = t.velocity - normal * dot(t.velocity, normal);
        Vec3d next = position + along * (left_time / chords);
        const WallDistance at = keptOn(side, begin_.distance(hit.face, next));
        // Ends beyond a border, or around a bend that is too sharp for the chord.
        if (at.at_edge || dot(at.normal, normal) < 0.5) return position;
        if (at.distance < reach) next += at.normal * (reach - at.distance);
        if (const auto stop = first(position, next, reach, none);
            stop && (stop->on_ground || stop->face != hit.face))
            return position + (next - position) * stop->share;
        const Vec3d impulse =
            contactImpulse(t.velocity, at.normal, t.mass, {0, surfaces_.walls[hit.wall].friction});
        t.velocity += impulse / t.mass;
        load.impulse -= impulse;
        load.angular_impulse -= cross(next - begin_.walls().bodies()[hit.wall].reference, impulse);
        position = next;
        normal = at.normal;
    }
    return position;
}

/// Moves the particle along a moving wall, in the wall's frame: the rest of the step in chords along its
/// face, while the wall carries the particle along. The particle bounces off other obstacles on the path.
void Obstacles::slideWith(Hit hit, Traveller& t, double reach, double left_time, Scratch& scratch,
                          Loads& loads) const {
    constexpr int chords = 8;
    const WallFace& face = begin_.face(hit.face);
    const Pose& pose = end_.pose(hit.wall);
    const Surface sliding{0, surfaces_.walls[hit.wall].friction};
    Vec3d& local = scratch.local[hit.wall];
    const Side side = distanceTo(face, local).side;
    Vec3d normal = rotatedBack(pose.rotation, hit.normal);
    for (int k = 0; k < chords && left_time > 0; ++k) {
        // The wall's velocity at the particle: mean over the rest of the step.
        const Vec3d wall_velocity = (pose.toWorld(local) - t.position) / left_time;
        const double share = 1.0 / (chords - k);
        Vec3d along = rotatedBack(pose.rotation, t.velocity - wall_velocity);
        along -= normal * dot(along, normal);
        Vec3d next = local + along * (left_time * share);
        const WallDistance at = keptOn(side, distanceTo(face, next));
        // Ends beyond a border, or around a bend that is too sharp for the chord.
        if (at.at_edge || dot(at.normal, normal) < 0.5) break;
        if (at.distance < reach) next += at.normal * (reach - at.distance);
        const Vec3d target = pose.toWorld(local + (next - local) / share), path = target - t.position;
        const auto stop = first(t.position, target, reach, scratch, hit.face);
        const bool stops = stop && stop->share < share;
        advance(t, target, stops ? stop->share : share, scratch);
        if (stops) {
            exchange(*stop, t, reach, velocityOf(*stop, t.position - path * (stop->share), path, left_time),
                     surfaceOf(*stop), loads);
            left_time *= 1 - stop->share;
            continue;
        }
        left_time *= 1 - share;
        normal = at.normal;
        hit.normal = rotated(pose.rotation, normal);
        exchange(hit, t, reach, wall_velocity, sliding, loads);
    }
    t.position = pose.toWorld(local);
}

Vec3d Obstacles::lastFreePosition(const Vec3d& from, const Vec3d& to, double radius, Scratch& scratch) const {
    setLocal(from, scratch);
    const auto hit = first(from, to, std::max(radius, smallest_reach), scratch);
    return hit ? from + (to - from) * hit->share : to;
}

}  // namespace talus::environment
