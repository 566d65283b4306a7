#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "talus/couple/bodies/body_rows.h"
#include "talus/couple/bodies/overlaps.h"
#include "talus/couple/granular/body_setup.h"
#include "talus/couple/granular/check/checks.h"
#include "talus/environment/wall_motion.h"
#include "talus/geometry/ground_surface.h"
#include "talus/grains/pipeline.h"

/// Reports free bodies that would pass through each other or through walls, as far as is known before the
/// run.
namespace talus::couple::granular {
namespace {

using environment::Pose;
using environment::Wall;

/// The poses of all bodies at a time, if no free body has collided with anything until then.
class Flight {
  public:
    Flight(const Scene& scene, const couple::Bodies& setup) : scene_(scene), setup_(setup) {
        for (const Wall& wall : scene.environment.walls) start_.push_back(startPose(wall));
        for (std::vector<Vec3d>* column : {&shift_, &turn_x_, &turn_y_, &velocity_, &spin_})
            column->resize(start_.size());
    }

    void moveTo(double time) {
        time_ = time;
        for (std::size_t w = 0; w < start_.size(); ++w) set(w, start_[w]);
        const Vec3d& gravity = scene_.environment.gravity;
        for (const couple::Body& body : setup_.bodies) {
            if (!body.presence.at(time)) {
                set(body.wall, environment::absentPose(body.wall));
                continue;
            }
            if (!body.free) {
                set(body.wall, couple::wallPose(couple::prescribed(body, time)));
                continue;
            }
            const double flown = time - body.presence.enters;
            Pose pose = body.start;
            pose.shift += body.start.velocity * flown + gravity * (0.5 * flown * flown);
            if (body.start.spin != Vec3d{}) pose.turn = rotationBy(body.start.spin * flown) * pose.turn;
            set(body.wall, pose);
        }
    }

    environment::WallsAt walls() const {
        const auto view = [](const std::vector<Vec3d>& column) {
            return exec::View<const Vec3d>(column.data(), column.size());
        };
        return {
            *setup_.walls, time_, {view(shift_), view(turn_x_), view(turn_y_), view(velocity_), view(spin_)}};
    }

    /// Whether a free ball touches something that it bounces off, which ends its free flight.
    bool ballHasCollided(const environment::WallsAt& at) const {
        return std::any_of(setup_.bodies.begin(), setup_.bodies.end(), [&](const couple::Body& body) {
            if (!body.free || !body.ball) return false;
            const Vec3d middle = at.pose(body.wall).shift;
            bool met = false;
            for (std::size_t w = 0; w < setup_.solid_walls.size(); ++w)
                if (setup_.solid_walls[w])
                    setup_.walls->forFacesNear(w, at.inFrame(w, middle), *body.ball, [&](std::uint32_t face) {
                        met |= at.distance(face, middle).distance < *body.ball;
                    });
            return met;
        });
    }

    /// The largest speed of the free bodies' centres at a time [m/s].
    double fastest(double time) const {
        double speed = 0;
        for (const couple::Body& body : setup_.bodies)
            if (body.free)
                speed = std::max(speed, length(body.start.velocity + scene_.environment.gravity * time));
        return speed;
    }

  private:
    void set(std::size_t w, const Pose& pose) {
        shift_[w] = pose.shift;
        turn_x_[w] = pose.turn.x;
        turn_y_[w] = pose.turn.y;
    }

    const Scene& scene_;
    const couple::Bodies& setup_;
    double time_ = 0;
    std::vector<Pose> start_;
    std::vector<Vec3d> shift_, turn_x_, turn_y_, velocity_, spin_;
};

/// Whether anything but walls and other bodies can stop a free body. Then its path is not known before the
/// run.
bool somethingElseActs(const Scene& scene) {
    const auto& used = scene.used();
    // Another method that is used (water, particles) acts on bodies; so do grains and ground of this method.
    return used.size() > 1 || ground::in(scene).ground || scene.environment.volume ||
           !grains::in(scene).emitters.empty() || !grains::in(scene).fills.empty() ||
           !grains::in(scene).imports.empty() || !grains::in(scene).placed.empty();
}

/// The smallest side of the free bodies' boxes [m].
double smallestSide(const couple::Bodies& setup) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const couple::Body& body : setup.bodies) {
        if (!body.free) continue;
        const geometry::Box box = geometry::PosedSolid{body.solid.get(), {}, {}}.bounds();
        const Vec3d size = box.max - box.min;
        smallest = std::min({smallest, size.x, size.y, size.z});
    }
    return smallest;
}

}  // namespace

void checkFreeBodies(const Checking& checked) {
    const Scene& scene = checked.scene;
    const auto& bodies = solids::in(scene).bodies;
    const auto free = std::find_if(bodies.begin(), bodies.end(), [](const solids::Body& body) {
        return body.motion == solids::Body::Motion::Free;
    });
    if (free == bodies.end()) return;
    if (scene.environment.volume)
        return checked.error(
            "body", static_cast<std::size_t>(free - bodies.begin()), "motion",
            fmt::format("free [[body]] '{}' would fall through the [volume]", free->name),
            "in this version free bodies do not collide with a [volume]: prescribe its motion, or use "
            "[ground] and [soil]");

    grains::Setup walls_only;
    walls_only.walls = std::make_shared<const environment::Walls>(
        scene.environment.walls, std::vector<std::uint16_t>(scene.environment.walls.size()),
        scene.environment.motions);
    const couple::Bodies setup = bodySetup(scene, walls_only);
    const couple::BodyOverlaps overlaps(setup);
    if (!overlaps.any()) return;
    Flight flight(scene, setup);
    const auto report = [&](const couple::BodyOverlaps::Found& found, double time) {
        const std::string when =
            time > 0 ? fmt::format(" after {:.3g} s of free flight", time) : std::string(" at the start");
        checked.error("body", found.body, "position", couple::overlapText(setup, found) + when,
                      couple::overlapAdvice());
    };
    flight.moveTo(0);
    if (const auto found = overlaps.find(flight.walls())) return report(*found, 0);
    if (somethingElseActs(scene)) return;

    // Checks the flight in steps of a quarter of the smallest body's side, up to a maximum number of checks.
    constexpr int max_checks = 2000;
    const double distance = 0.25 * smallestSide(setup);
    double time = 0;
    for (int k = 0; k < max_checks && time < scene.time.end(); ++k) {
        const double longest = scene.time.end() / 100;
        time += std::min(longest, distance / std::max(flight.fastest(time + longest), 1e-9));
        flight.moveTo(time);
        const environment::WallsAt at = flight.walls();
        if (const auto found = overlaps.find(at)) return report(*found, time);
        if (flight.ballHasCollided(at)) return;
    }
}

}  // namespace talus::couple::granular
