#include "talus/couple/granular/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "talus/environment/wall_motion.h"
#include "talus/environment/wall_shape.h"
#include "talus/grains/check/impacts.h"
#include "talus/grains/check/work.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/sources/emit.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/grain_file.h"
#include "talus/solids/mobility.h"
#include "talus/solids/rigid_of.h"
#include "talus/step/clock.h"

namespace talus::couple::granular {
namespace {

/// Steps in the shortest contact if dt is automatic: LAMMPS' granular examples and MercuryDPM use 50 for the
/// linear law. The error of the restitution with 40: docs/theory/grains.md (Restitution in steps).
constexpr double steps_per_contact = 40;

/// Bytes per grain: the columns, its listed contacts, and the scratch of the search (peaks at 1,000,000
/// grains in bench/results/grains-2026-11.md, and a margin). Not included is the image of a checkpoint while
/// it is written, some 500 bytes per grain: 307,520 grains peak at 334 MB, and this gives 208.
constexpr double bytes_per_grain = 480;

/// Histories of contacts with the ground; a column's height at the start and now, and bounds for tiles.
constexpr double bytes_per_grain_on_ground = 97, bytes_per_column = 17;

/// The largest speed of any wall [m/s].
double fastestWall(const Scene& scene) {
    double fastest = 0;
    for (const environment::Wall& wall : scene.environment.walls) {
        const auto bounds = environment::boundsOf(wall);
        double speed = 0;
        const environment::Pose start = environment::startPose(wall);
        for (const environment::Motion& motion : scene.environment.motions) {
            if (motion.wall != wall.name) continue;
            double reach = 0;
            for (int corner = 0; bounds && corner < 8; ++corner)
                reach = std::max(reach, length(start.toWorld(cornerOf(*bounds, corner)) - motion.point));
            speed += environment::largestSpeed(motion, reach);
        }
        fastest = std::max(fastest, speed);
    }
    return fastest;
}

/// The largest expected speed of grains [m/s]: their speed at the start, and what they gain by falling
/// through the scene.
double expectedSpeed(const Scene& scene) {
    double speed = 0;
    const Vec3d& g = scene.environment.gravity;
    const double strength = length(g);
    double highest = -std::numeric_limits<double>::infinity(),
           lowest = std::numeric_limits<double>::infinity();
    const auto height = [&](const Vec3d& p) { return strength > 0 ? -dot(p, g) / strength : 0.0; };
    const auto source = [&](const Vec3d& p, double v) {
        highest = std::max(highest, height(p));
        lowest = std::min(lowest, height(p));
        speed = std::max(speed, v);
    };
    for (const auto& e : grains::in(scene).emitters) {
        source(e.centre, e.speed);
        if (e.shape == grains::Emitter::Shape::Line) source(e.end, e.speed);
    }
    for (const auto& f : grains::in(scene).fills) {
        source(f.box.max, length(f.velocity));
        source(f.box.min, 0);
    }
    for (const auto& i : grains::in(scene).imports)
        for (const auto& row : *i.grains) source(row.position, length(row.velocity));
    for (const auto& p : grains::in(scene).placed) source(p.position, length(p.velocity));
    for (const auto& b : solids::in(scene).bodies)
        if (b.motion == solids::Body::Motion::Free) source(b.position, length(b.velocity));
    if (!(highest > -std::numeric_limits<double>::infinity())) return 1;
    for (const auto& w : scene.environment.walls) {
        const auto bounds = environment::boundsOf(w);
        const environment::Pose start = environment::startPose(w);
        if (!bounds) lowest = std::min(lowest, height(w.plane.point));
        for (int corner = 0; bounds && corner < 8; ++corner)
            lowest = std::min(lowest, height(start.toWorld(cornerOf(*bounds, corner))));
    }
    if (ground::in(scene).ground) {
        const geometry::Heightfield& field = *ground::in(scene).ground->surface;
        const geometry::Box bounds =
            geometry::boundsOf(exec::Exec::serial(), field.grid, field.height.view());
        for (int corner = 0; corner < 8; ++corner)
            lowest = std::min(lowest, height(cornerOf(bounds, corner)));
    }
    speed = std::sqrt(speed * speed + 2 * strength * std::max(0.0, highest - lowest));
    return std::max(speed, 1e-3);
}

/// Mass of the lightest grain of a material [kg]; infinite if it has no grains.
double lightestGrain(const Scene& scene, const std::string& material) {
    const double radius = grains::lightestRadius(scene, material);
    if (radius == 0) return std::numeric_limits<double>::infinity();
    return 4.0 / 3.0 * M_PI * radius * radius * radius *
           scene.environment.materials[materialIndex(scene.environment, material)].density;
}

/// The smallest effective mass at a contact with a free body of this material (solids/mobility.h), or with a
/// wall of it that deforms [kg]; infinite if there is neither. Along a surface a ball has 2/7 of it, which
/// contactTime() includes.
double lightestBody(const Scene& scene, const std::string& material) {
    double lightest = std::numeric_limits<double>::infinity();
    for (const solids::Body& body : solids::in(scene).bodies)
        if (body.material == material && body.motion == solids::Body::Motion::Free)
            lightest =
                std::min(lightest, 1 / solids::largestMobility(solids::rigidOf(scene, body), *body.solid));
    for (const environment::Wall& wall : scene.environment.walls)
        if (wall.material == material && wall.deforms) lightest = std::min(lightest, wall.lightest_point);
    return lightest;
}

/// The smallest effective mass of a contact between two materials: of two grains, or of a grain and a wall or
/// a free body [kg]. Infinite if neither material has grains.
double smallestEffectiveMass(const Scene& scene, const grains::Contact& contact) {
    const auto pair = [](double a, double b) {
        return std::isinf(a) ? b : std::isinf(b) ? a : a * b / (a + b);
    };
    const double a = lightestGrain(scene, contact.first), b = lightestGrain(scene, contact.second);
    if (std::isinf(a) && std::isinf(b)) return a;
    // A material without grains and free bodies is that of a wall: its mass is infinite.
    return std::min({pair(a, b), pair(a, lightestBody(scene, contact.second)),
                     pair(lightestBody(scene, contact.first), b)});
}

double shortestContact(const Scene& scene, double speed) {
    const double smallest = 0.5 * grains::radiusRange(scene).smallest;
    double shortest = std::numeric_limits<double>::infinity();
    for (const grains::Contact& contact : grains::in(scene).contacts) {
        const double effective_mass = smallestEffectiveMass(scene, contact);
        if (std::isinf(effective_mass)) continue;
        shortest = std::min(
            shortest, grains::contactTime(grains::lawConstants(contact), effective_mass, smallest, speed));
    }
    return shortest;
}

/// The key that asks for the most grains.
method::Needs::Key largestCount(const Scene& scene) {
    method::Needs::Key key;
    double largest = 0;
    for (std::size_t i = 0; i < grains::in(scene).emitters.size(); ++i) {
        const auto count = grains::grainsUntil(grains::in(scene).emitters[i], scene.time.end());
        if (count > largest) {
            largest = count;
            key = {"emitter", i, "count"};
        }
    }
    for (std::size_t i = 0; i < grains::in(scene).fills.size(); ++i) {
        const grains::Fill& fill = grains::in(scene).fills[i];
        const double count = grains::fillCount(fill);
        if (count > largest) {
            largest = count;
            key = {"fill", i, fill.count > 0 ? "count" : "max"};
        }
    }
    return key;
}

}  // namespace

Expected expect(const Scene& scene) {
    Expected result;
    result.speed = expectedSpeed(scene);
    result.impact_speed = result.speed + fastestWall(scene);
    result.contact_time = shortestContact(scene, result.impact_speed);
    double automatic = std::isinf(result.contact_time) ? scene.time.frame_interval / 100
                                                       : result.contact_time / steps_per_contact;
    if (!scene.time.dt && !std::isinf(result.contact_time))
        automatic = grains::cutForDamping(scene, result.impact_speed, automatic);
    // Bodies press the ground at poses half a spacing apart: they should not move further in one step.
    if (!solids::in(scene).bodies.empty() && ground::in(scene).ground)
        automatic =
            std::min(automatic, 0.5 * ground::in(scene).ground->surface->grid.spacing / expectedSpeed(scene));
    const double longest = scene.time.dt.value_or(automatic);
    const double steps_per_frame = std::ceil(scene.time.frame_interval / longest * (1 - 1e-12));
    result.dt = scene.time.frame_interval / std::max(1.0, steps_per_frame);

    result.grains = static_cast<double>(grains::in(scene).placed.size());
    for (const auto& f : grains::in(scene).fills) result.grains += grains::expectedCount(f);
    for (const auto& i : grains::in(scene).imports) result.grains += static_cast<double>(i.grains->size());
    for (const auto& e : grains::in(scene).emitters)
        result.grains += std::ceil(grains::grainsBy(e, scene.time.end()));
    return result;
}

method::Needs needs(const Scene& scene) {
    const Expected expected = expect(scene);
    const double grains = expected.grains;
    method::Needs needs;
    needs.longest_step = expected.dt;
    needs.why = std::isfinite(expected.contact_time)
                    ? fmt::format("the shortest contact lasts {:.3g} s", expected.contact_time)
                    : "nothing touches anything";
    needs.advice = fmt::format(
        "the shortest contact lasts {:.3g} s; lower the stiffness or the speeds, or use "
        "heavier grains",
        expected.contact_time);
    needs.limits = {{"solids", expected.dt}};
    if (scene.environment.points) needs.limits.push_back({"cloth", expected.dt});
    needs.what = "grains";
    needs.count = grains;
    needs.most = largestCount(scene);
    needs.at_most = couple::hybridIn(scene).has_value();
    needs.work = grains::grainSteps(scene, scene.time.end() / expected.dt) / grains::grain_steps_per_second;
    // A grain takes 78 bytes in a frame, and 250 in a checkpoint with 2.7 contacts (307,520 grains as above);
    // 380 allows for more contacts.
    constexpr double frame_bytes = 80, checkpoint_bytes = 380;
    needs.memory_bytes = bytes_per_grain * grains;
    needs.frame_bytes = grains * frame_bytes;
    needs.checkpoint_bytes = grains * checkpoint_bytes;
    if (!ground::in(scene).ground) return needs;
    const auto columns = static_cast<double>(ground::in(scene).ground->surface->grid.size());
    if (grains == 0) {
        needs.what = "columns";
        needs.count = columns;
        needs.most = {"ground", 0, "spacing"};
    }
    // Heights per column: in a frame one single precision number, in a checkpoint a double; in memory those
    // of the start, of the state, of a copy for a file, and the parts of a picture.
    needs.memory_bytes += bytes_per_grain_on_ground * grains + (bytes_per_column + 60) * columns;
    needs.frame_bytes += 4 * columns;
    needs.checkpoint_bytes += 8 * columns;
    if (couple::hybridIn(scene)) {
        // Per column and material the mass and the number of grains; in frames the masses that are not zero.
        const auto materials = static_cast<double>(scene.environment.materials.size());
        needs.memory_bytes += 16 * materials * columns;
        needs.frame_bytes += 4 * columns;
        needs.checkpoint_bytes += 16 * materials * columns;
    }
    if (ground::in(scene).soil) {
        // Per column the height before a body touched it, whether a body touches it, and whether it is loose.
        needs.memory_bytes += 40 * columns;
        needs.checkpoint_bytes += 10 * columns;
    }
    return needs;
}

}  // namespace talus::couple::granular
