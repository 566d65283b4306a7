#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/grains/fill.h"
#include "talus/grains/wall_motion.h"
#include "talus/grains/wall_shape.h"
#include "talus/scene/body_setup.h"
#include "talus/scene/impacts.h"
#include "talus/scene/setup.h"
#include "talus/scene/simulation.h"
#include "talus/solids/mobility.h"

namespace talus::scene {
namespace {

/// Steps in the shortest contact when dt is automatic: LAMMPS' granular examples and MercuryDPM take 50
/// for the linear law. What 40 make of the restitution is in docs/theory/grains.md (Restitution in steps).
constexpr double steps_per_contact = 40;

/// Bytes a grain needs: the columns, its listed contacts, and the search's scratch (docs/theory/grains.md).
constexpr double bytes_per_grain = 480;

/// What grains remember of the ground; a column's height as it starts and as it is, and bounds for tiles.
constexpr double bytes_per_grain_on_ground = 97, bytes_per_column = 17;

/// The largest speed that a wall moves with [m/s].
double fastestWall(const Scene& scene) {
    double fastest = 0;
    for (const grains::Wall& wall : scene.walls) {
        const auto bounds = grains::boundsOf(wall);
        double speed = 0;
        const grains::Pose start = grains::startPose(wall);
        for (const grains::Motion& motion : scene.motions) {
            if (motion.wall != wall.name) continue;
            double reach = 0;
            for (int corner = 0; bounds && corner < 8; ++corner)
                reach = std::max(reach, length(start.place(cornerOf(*bounds, corner)) - motion.point));
            speed += grains::largestSpeed(motion, reach);
        }
        fastest = std::max(fastest, speed);
    }
    return fastest;
}

/// The largest speed to expect of grains [m/s]: what they start with and what they gain by falling through
/// the scene.
double expectedSpeed(const Scene& scene) {
    double speed = 0;
    const Vec3d& g = scene.grains.gravity;
    const double strength = length(g);
    double highest = -std::numeric_limits<double>::infinity(),
           lowest = std::numeric_limits<double>::infinity();
    const auto height = [&](const Vec3d& p) { return strength > 0 ? -dot(p, g) / strength : 0.0; };
    const auto source = [&](const Vec3d& p, double v) {
        highest = std::max(highest, height(p));
        lowest = std::min(lowest, height(p));
        speed = std::max(speed, v);
    };
    for (const auto& e : scene.emitters) source(e.centre, e.speed);
    for (const auto& f : scene.fills) {
        source(f.box.max, length(f.velocity));
        source(f.box.min, 0);
    }
    for (const auto& i : scene.imports)
        for (const auto& row : *i.grains) source(row.position, length(row.velocity));
    for (const auto& p : scene.placed) source(p.position, length(p.velocity));
    for (const auto& b : scene.bodies)
        if (b.motion == solids::Body::Motion::Free) source(b.position, length(b.velocity));
    if (!(highest > -std::numeric_limits<double>::infinity())) return 1;
    for (const auto& w : scene.walls) {
        const auto bounds = grains::boundsOf(w);
        const grains::Pose start = grains::startPose(w);
        if (!bounds) lowest = std::min(lowest, height(w.plane.point));
        for (int corner = 0; bounds && corner < 8; ++corner)
            lowest = std::min(lowest, height(start.place(cornerOf(*bounds, corner))));
    }
    if (scene.ground) {
        const geometry::Heightfield& field = *scene.ground->surface;
        const geometry::Box bounds =
            geometry::boundsOf(exec::Exec::serial(), field.grid, field.height.view());
        for (int corner = 0; corner < 8; ++corner)
            lowest = std::min(lowest, height(cornerOf(bounds, corner)));
    }
    speed = std::sqrt(speed * speed + 2 * strength * std::max(0.0, highest - lowest));
    return std::max(speed, 1e-3);
}

/// Of a material [kg]; infinite where it has no grains.
double lightestGrain(const Scene& scene, const std::string& material) {
    const double radius = radiusRange(scene, material).smallest;
    if (radius == 0) return std::numeric_limits<double>::infinity();
    return 4.0 / 3.0 * M_PI * radius * radius * radius *
           scene.materials[materialIndex(scene, material)].density;
}

/// The smallest mass that contacts of this material feel of a free body (solids/mobility.h) [kg]; infinite
/// where no such body is of it. Along a surface a ball has 2/7 of it, which contactTime() counts on.
double lightestBody(const Scene& scene, const std::string& material) {
    double lightest = std::numeric_limits<double>::infinity();
    for (const solids::Body& body : scene.bodies)
        if (body.material == material && body.motion == solids::Body::Motion::Free)
            lightest = std::min(lightest, 1 / solids::largestMobility(rigidOf(scene, body), *body.solid));
    return lightest;
}

/// The smallest effective mass of a contact between two materials: of two grains, or of a grain and a wall or
/// a free body [kg]. Infinite where neither is of grains.
double smallestEffectiveMass(const Scene& scene, const grains::Contact& contact) {
    const auto pair = [](double a, double b) {
        return std::isinf(a) ? b : std::isinf(b) ? a : a * b / (a + b);
    };
    const double a = lightestGrain(scene, contact.first), b = lightestGrain(scene, contact.second);
    if (std::isinf(a) && std::isinf(b)) return a;
    // A material that no grain and no free body has is a wall's: its mass is infinite.
    return std::min({pair(a, b), pair(a, lightestBody(scene, contact.second)),
                     pair(lightestBody(scene, contact.first), b)});
}

double shortestContact(const Scene& scene, double speed) {
    const double smallest = 0.5 * radiusRange(scene).smallest;
    double shortest = std::numeric_limits<double>::infinity();
    for (const grains::Contact& contact : scene.grains.contacts) {
        const double effective_mass = smallestEffectiveMass(scene, contact);
        if (std::isinf(effective_mass)) continue;
        shortest = std::min(
            shortest, grains::contactTime(grains::lawConstants(contact), effective_mass, smallest, speed));
    }
    return shortest;
}

}  // namespace

Estimate estimate(const Scene& scene) {
    Estimate result;
    result.speed = expectedSpeed(scene);
    result.impact_speed = result.speed + fastestWall(scene);
    result.contact_time = shortestContact(scene, result.impact_speed);
    double automatic = std::isinf(result.contact_time) ? scene.time.frame_interval / 100
                                                       : result.contact_time / steps_per_contact;
    if (!scene.time.dt && !std::isinf(result.contact_time))
        automatic = cutForDamping(scene, result.impact_speed, automatic);
    // Bodies press the ground at places half a spacing apart: a step shall not hold more than that.
    if (!scene.bodies.empty() && scene.ground)
        automatic = std::min(automatic, 0.5 * scene.ground->spacing / expectedSpeed(scene));
    const double longest = scene.time.dt.value_or(automatic);
    const double steps_per_frame = std::ceil(scene.time.frame_interval / longest * (1 - 1e-12));
    const double frames = scene.time.frames();
    result.dt = scene.time.frame_interval / std::max(1.0, steps_per_frame);
    const auto whole = [](double v) {
        return v < 1.8e19 ? static_cast<std::uint64_t>(v) : std::numeric_limits<std::uint64_t>::max();
    };
    result.steps = whole(frames * std::max(1.0, steps_per_frame));
    result.frames = whole(frames);

    double grains = static_cast<double>(scene.placed.size());
    for (const auto& f : scene.fills) grains += grains::fillCount(f);
    for (const auto& i : scene.imports) grains += static_cast<double>(i.grains->size());
    for (const auto& e : scene.emitters) {
        const double poured = std::max(0.0, scene.time.end() - e.start) * e.rate;
        grains += std::min(static_cast<double>(e.count), std::ceil(poured));
    }
    result.grains = whole(grains);
    constexpr double process = 60e6, frame_bytes = 80, checkpoint_bytes = 380;
    result.memory_bytes = process + bytes_per_grain * grains;
    if (scene.ground)
        result.memory_bytes += bytes_per_grain_on_ground * grains +
                               bytes_per_column * static_cast<double>(scene.ground->surface->grid.size());
    result.disk_bytes =
        grains * (frame_bytes * (frames + 1) + checkpoint_bytes * scene.output.keep_checkpoints);
    if (scene.ground && scene.ground->surface) {
        // Heights: in a frame a single precision number a column, in a checkpoint a double; in memory the
        // start, the state, a copy that goes into a file, and the pieces of a picture.
        const auto columns = static_cast<double>(scene.ground->surface->grid.size());
        result.memory_bytes += 60 * columns;
        result.disk_bytes += columns * (4 * (frames + 1) + 8 * scene.output.keep_checkpoints);
        if (scene.hybrid) {
            // Of each material mass and number of the grains; in frames the masses of those that are there.
            const auto materials = static_cast<double>(scene.materials.size());
            result.memory_bytes += 16 * materials * columns;
            result.disk_bytes +=
                columns * (4 * (frames + 1) + 16 * materials * scene.output.keep_checkpoints);
        }
        if (scene.soil) {
            // How high each was before a body touched it, whether one does, and whether it is loose.
            result.memory_bytes += 40 * columns;
            result.disk_bytes += 10 * columns * scene.output.keep_checkpoints;
        }
    }
    return result;
}

}  // namespace talus::scene
