#include "talus/environment/contact/barriers.h"
#include "talus/environment/wall_motion.h"
#include "talus/solids/body_rows.h"
#include "talus/solids/check/checks.h"
#include "talus/solids/contact/overlaps.h"

/// Reports free bodies that overlap walls or bodies at the start.
namespace talus::solids {
namespace {

/// The poses of all walls at the start.
class Start {
  public:
    Start(const method::Scene& scene, const Setup& setup) : walls_(setup.walls) {
        for (const environment::Wall& wall : scene.environment.walls) add(environment::startPose(wall));
        for (const PreparedBody& body : setup.bodies)
            set(body.wall, wallPose(body,
                                    body.free ? BodyState{body.start.shift, body.start.rotation, {}, {}}
                                              : prescribed(body, 0),
                                    0));
    }

    environment::WallsAt walls() const {
        const auto view = [](const std::vector<Vec3d>& column) {
            return exec::View<const Vec3d>(column.data(), column.size());
        };
        return {*walls_, 0, {view(shift_), view(axis_x_), view(axis_y_), view(rest_), view(rest_)}};
    }

  private:
    void add(const environment::Pose& pose) {
        for (std::vector<Vec3d>* column : {&shift_, &axis_x_, &axis_y_, &rest_}) column->emplace_back();
        set(shift_.size() - 1, pose);
    }
    void set(std::size_t w, const environment::Pose& pose) {
        shift_[w] = pose.shift;
        axis_x_[w] = pose.rotation.x;
        axis_y_[w] = pose.rotation.y;
    }

    std::shared_ptr<const environment::Walls> walls_;
    std::vector<Vec3d> shift_, axis_x_, axis_y_, rest_;
};

}  // namespace

void checkOverlaps(const Checking& checked) {
    const method::Scene& scene = checked.scene;
    const auto isFree = [](const Body& body) { return body.motion == Body::Motion::Free; };
    if (std::ranges::none_of(in(scene).bodies, isFree)) return;
    const Setup setup = setupOf(scene, environment::rigidWallsOf(scene.environment));
    if (const auto found = BodyOverlaps(setup).find(Start(scene, setup).walls()))
        checked.error("body", found->body, "position", overlapText(setup, *found),
                      "they would be pushed apart at once; move one of them");
}

}  // namespace talus::solids
