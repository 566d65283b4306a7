#include "talus/couple/water_cloth/carry_water.h"

#include <algorithm>
#include <optional>

#include "talus/couple/water_cloth/pass.h"
#include "talus/environment/deforming/point_impulses.h"
#include "talus/environment/deforming/point_normals.h"
#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/geometry/grow_box.h"
#include "talus/water/boundary/loads.h"
#include "talus/water/fields.h"

namespace talus::couple {
namespace {

namespace wf = water::fields;
namespace ef = environment::fields;
using environment::point_impulses_table;
using environment::PointOnFace;
using environment::WallsAt;

/// A particle is a cube: it touches what is nearer than half a spacing.
constexpr double touches = 0.5;
/// Of particles from sheets, as at other walls [m].
constexpr double nearest = 1e-6;
/// A particle that a sheet carried may meet other faces of it, in a fold, so many times.
constexpr int most_folds = 8;

template <class Values>
Vec3d at(const PointOnFace& on, const Values& of) {
    Vec3d sum;
    for (std::size_t c = 0; c < 3; ++c) sum += of[on.points[c]] * on.shares[c];
    return sum;
}

/// The bounds of each sheet, with what is `around` it; empty boxes for other walls.
std::vector<geometry::Box> boundsOf(const environment::Walls& walls, const environment::PointsNow& now,
                                    double around) {
    const Vec3d reach{around, around, around};
    std::vector<geometry::Box> boxes;
    for (const environment::WallBody& body : walls.bodies()) {
        boxes.push_back(geometry::emptyBox());
        for (std::size_t k = 0; k < body.corners.size(); ++k)
            if ((now.torn[body.first_row + k] & 1U) == 0)
                for (const std::uint32_t p : body.corners[k]) include(boxes.back(), now.position[p]);
        boxes.back() = {boxes.back().min - reach, boxes.back().max + reach};
    }
    return boxes;
}

bool isIn(const geometry::Box& box, const Vec3d& p) {
    return p.x > box.min.x && p.x < box.max.x && p.y > box.min.y && p.y < box.max.y && p.z > box.min.z &&
           p.z < box.max.z;
}

bool anyIn(const std::vector<geometry::Box>& boxes, state::View<const Vec3d> positions) {
    return std::any_of(positions.begin(), positions.end(), [&](const Vec3d& p) {
        return std::any_of(boxes.begin(), boxes.end(),
                           [&](const geometry::Box& box) { return isIn(box, p); });
    });
}

struct Nearest {
    std::size_t face;
    environment::WallDistance at;
};

std::optional<Nearest> nearestFace(const WallsAt& walls, const std::vector<geometry::Box>& bounds,
                                   const Vec3d& p, double reach) {
    std::optional<Nearest> found;
    for (std::size_t w = 0; w < bounds.size(); ++w) {
        if (!isIn(bounds[w], p)) continue;
        walls.forFacesNear(w, p, reach, [&](std::size_t face) {
            const environment::WallDistance d = walls.distance(face, p);
            if (d.distance < reach && (!found || d.distance < found->at.distance)) found = {face, d};
        });
    }
    return found;
}

}  // namespace

step::Access CarryWater::access() const {
    const environment::DeformingPoints& points = *layer.walls->points();
    step::Access access{
        .reads = environment::wallStateFields(*layer.walls),
        .writes = {{points.table, points.velocity}, {point_impulses_table, &ef::point_carried}},
        .resizes = {},
        .produces = {scratch}};
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&wf::position, &wf::velocity, &wf::pressure})
        access.reads.push_back({water::water_table, field});
    return access;
}

void CarryWater::run(step::Step& step) const {
    const environment::DeformingPoints& of = *layer.walls->points();
    const auto position = step.read(water::water_table, wf::position);
    const auto flow = step.read(water::water_table, wf::velocity);
    const auto pressure = step.read(water::water_table, wf::pressure);
    const auto velocity = step.write(of.table, *of.velocity);
    const auto mass = step.read(of.table, *of.mass);
    const auto carried = step.write(point_impulses_table, ef::point_carried);
    const auto positions = step.read(of.table, *of.position);
    const environment::WallState state = environment::wallState(step, *layer.walls);
    CarriedWater& now = step.produce<CarriedWater>(scratch);
    const std::size_t count = position.size();
    now.position.assign(positions.begin(), positions.end());
    now.velocity_before.assign(velocity.begin(), velocity.end());
    const double reach = layer.support;
    const std::vector<geometry::Box> bounds = boundsOf(*layer.walls, state.points, reach);
    now.particles.clear();
    std::fill(carried.begin(), carried.end(), 0.0);
    if (!anyIn(bounds, position)) {
        now.velocity = now.velocity_before;
        return;
    }
    const WallsAt walls(*layer.walls, step.time(), state);
    std::vector<std::optional<CarriedParticle>> found(count);
    exec::for_each(step.exec, count, [&](std::size_t i) {
        const auto near = nearestFace(walls, bounds, position[i], reach);
        if (!near) return;
        const PointOnFace on = walls.pointOn(near->face, position[i]);
        const bool arrives = near->at.distance < touches * layer.spacing &&
                             dot(wide(flow[i]) - at(on, velocity), near->at.normal) < 0;
        if (pressure[i] > 0 || arrives)
            found[i] = {static_cast<std::uint32_t>(i), walls.face(near->face).wall, on};
    });
    std::vector<Vec3d> momentum(mass.size());
    for (const auto& one : found) {
        if (!one) continue;
        now.particles.push_back(*one);
        for (std::size_t c = 0; c < 3; ++c) {
            const double share = layer.mass * one->on.shares[c];
            carried[one->on.points[c]] += share;
            momentum[one->on.points[c]] += wide(flow[one->row]) * share;
        }
    }
    const std::vector<Vec3d> normals = environment::pointNormals(walls, state.points);
    for (std::size_t p = 0; p < mass.size(); ++p) {
        if (!(carried[p] > 0)) continue;
        const Vec3d difference = momentum[p] / carried[p] - velocity[p];
        velocity[p] += normals[p] * (dot(difference, normals[p]) * carried[p] / (mass[p] + carried[p]));
    }
    now.velocity.assign(velocity.begin(), velocity.end());
}

step::Access MoveCarriedWater::access() const {
    const environment::DeformingPoints& points = *layer.walls->points();
    step::Access access{.reads = environment::wallStateFields(*layer.walls),
                        .writes = {{points.table, points.velocity},
                                   {water::water_table, &wf::position},
                                   {water::water_table, &wf::velocity},
                                   {water::load_table, &wf::impulse},
                                   {water::load_table, &wf::angular_impulse}},
                        .resizes = {},
                        .reads_scratch = {CarryWater::scratch}};
    access.reads.push_back({point_impulses_table, &ef::point_carried});
    for (const step::FieldRef& field : access.writes)
        if (std::string_view(field.table) != points.table) access.reads.push_back(field);
    return access;
}

void MoveCarriedWater::run(step::Step& step) const {
    const environment::DeformingPoints& of = *layer.walls->points();
    const CarriedWater& begin = step.readScratch<CarriedWater>(CarryWater::scratch);
    const auto position = step.write(water::water_table, wf::position);
    const auto flow = step.write(water::water_table, wf::velocity);
    const auto velocity = step.write(of.table, *of.velocity);
    const auto mass = step.read(of.table, *of.mass);
    const auto positions = step.read(of.table, *of.position);
    const auto carried = step.read(point_impulses_table, ef::point_carried);
    // What the layer at each point gained, over its mass: as it was taken up, and in the step.
    std::vector<Vec3d> gained(mass.size());
    double farthest = 0;
    for (std::size_t p = 0; p < mass.size(); ++p) {
        farthest = std::max(farthest, squaredLength(positions[p] - begin.position[p]));
        if (carried[p] > 0)
            gained[p] = (begin.velocity_before[p] - begin.velocity[p]) * (mass[p] / carried[p]) +
                        (velocity[p] - begin.velocity[p]);
    }
    const environment::WallState state = environment::wallState(step, *layer.walls);
    const double reach = std::sqrt(farthest) + 2 * nearest;
    const std::vector<geometry::Box> bounds = boundsOf(*layer.walls, state.points, reach);
    if (begin.particles.empty() && !anyIn(bounds, position)) return;
    const WallsAt walls(*layer.walls, step.time() + step.dt, state);
    const auto load = step.write(water::load_table, wf::impulse);
    const auto twist = step.write(water::load_table, wf::angular_impulse);
    const auto addLoad = [&](std::size_t w, const Vec3d& where, const Vec3d& impulse) {
        load[w] += impulse;
        twist[w] += cross(where - layer.walls->bodies()[w].reference, impulse);
    };
    for (const CarriedParticle& one : begin.particles) {
        const Vec3d change = at(one.on, gained);
        flow[one.row] = narrow(wide(flow[one.row]) + change);
        addLoad(one.wall, position[one.row], change * -layer.mass);
    }
    // Particles that the sheets passed.
    struct Put {
        Vec3d position;
        std::size_t face;
    };
    std::vector<std::optional<Put>> put(position.size());
    exec::for_each(step.exec, position.size(), [&](std::size_t i) {
        Vec3d from = position[i], to = from;
        double after = 0;
        std::size_t last = ~std::size_t{0};
        for (int fold = 0; fold < most_folds; ++fold) {
            std::optional<Pass> first;
            std::size_t face = 0;
            for (std::size_t w = 0; w < bounds.size(); ++w) {
                if (!isIn(bounds[w], position[i])) continue;
                const environment::WallBody& body = walls.walls().bodies()[w];
                walls.forFacesNear(w, to, reach + length(to - position[i]), [&](std::size_t f) {
                    if (f == last) return;
                    const auto& points = body.corners[f - body.first_face];
                    const environment::WallFace& end = walls.face(f);
                    const auto pass = firstPass(
                        {begin.position[points[0]], begin.position[points[1]], begin.position[points[2]]},
                        {end.a, end.b, end.c}, from, to, after);
                    if (!pass || (first && !(pass->share < first->share))) return;
                    first = pass;
                    face = f;
                });
            }
            if (!first) break;
            // From there on it is carried along, in front of the face.
            const environment::WallFace& end = walls.face(face);
            const auto& s = first->shares;
            const Vec3d meets = from + (to - from) * first->share;
            to = end.a * s[0] + end.b * s[1] + end.c * s[2] +
                 normalized(cross(end.b - end.a, end.c - end.a)) * (first->side * nearest);
            // The straight way that is at the position of the pass then. There it is on the faces beside this
            // one, too, to round-off: they count from a little later on.
            from = first->share < 1 ? to + (meets - to) / (1 - first->share) : to;
            after = first->share + 1e-6;
            last = face;
            put[i] = Put{to, face};
        }
    });
    for (std::size_t i = 0; i < put.size(); ++i) {
        if (!put[i]) continue;
        const Vec3d n = walls.distance(put[i]->face, put[i]->position).normal;
        position[i] = put[i]->position;
        const double approach = -dot(wide(flow[i]) - walls.velocityAt(put[i]->face, position[i]), n);
        if (!(approach > 0)) continue;
        const double impulse = approach / (1 / layer.mass + walls.mobility(put[i]->face, position[i], n));
        flow[i] = narrow(wide(flow[i]) + n * (impulse / layer.mass));
        addLoad(walls.face(put[i]->face).wall, position[i], n * -impulse);
        walls.push({static_cast<std::uint32_t>(put[i]->face), position[i], n * -impulse}, velocity);
    }
}

}  // namespace talus::couple
