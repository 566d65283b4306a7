#include "talus/render/liquid/tank_items.h"

#include <algorithm>

namespace talus::render {
namespace {

constexpr double far = 1e6;  ///< in shader units, in which a picture is a few units wide

std::array<double, 3> components(const Vec3d& v) { return {v.x, v.y, v.z}; }

}  // namespace

TanksView::TanksView(std::span<const picture::Tank> tanks, const Focus& focus, const Vec3d& eye) {
    for (const picture::Tank& tank :
         tanks.first(std::min<std::size_t>(tanks.size(), SurfaceCode::max_tanks))) {
        const double scale = 1 / focus.radius;
        Frame frame{tank.rotation,
                    rotatedBack(tank.rotation, focus.origin - tank.shift) * scale,
                    tank.box.min * scale,
                    tank.box.max * scale,
                    {},
                    {}};
        const std::array<double, 3> at = components(frame.toTankFrame(eye)), low = components(frame.low),
                                    high = components(frame.high);
        // The shaders get coordinates relative to the origin of the picture. The origin of the tank or of the
        // scene may be so far away that floats cannot resolve the picture.
        std::array<double, 3> seen_low = components(frame.low - frame.shift),
                              seen_high = components(frame.high - frame.shift);
        for (std::size_t side = 0; side < 6; ++side) {
            const std::size_t axis = side / 2;
            const bool outside = side % 2 == 0 ? at[axis] < low[axis] : at[axis] > high[axis];
            frame.closed[side] = !tank.open[side];
            frame.near[side] = frame.closed[side] && outside;
            if (tank.open[side]) (side % 2 == 0 ? seen_low : seen_high)[axis] = side % 2 == 0 ? -far : far;
        }
        const auto row = [](const Vec3d& axis) {
            return Float4{float(axis.x), float(axis.y), float(axis.z), 0};
        };
        items_.push_back({{row(tank.rotation.x), row(tank.rotation.y), row(tank.rotation.z)},
                          row({seen_low[0], seen_low[1], seen_low[2]}),
                          row({seen_high[0], seen_high[1], seen_high[2]})});
        frames_.push_back(frame);
    }
}

std::uint32_t TanksView::tankAt(const Vec3d& position, double tolerance) const {
    for (std::size_t k = 0; k < frames_.size(); ++k) {
        const Frame& frame = frames_[k];
        const std::array<double, 3> at = components(frame.toTankFrame(position)), low = components(frame.low),
                                    high = components(frame.high);
        bool in = true;
        for (std::size_t side = 0; side < 6; ++side) {
            const std::size_t axis = side / 2;
            const double deep = side % 2 == 0 ? at[axis] - low[axis] : high[axis] - at[axis];
            in = in && deep > (frame.closed[side] ? -tolerance : 0);
        }
        if (in) return std::uint32_t(k + 1);
    }
    return 0;
}

void TanksView::addImages(std::vector<Vec3d>& images, const Vec3d& position, std::uint32_t tank, double reach,
                          double reach_near) const {
    if (tank == 0) return;
    const Frame& frame = frames_[tank - 1];
    const std::array<double, 3> at = components(frame.toTankFrame(position)), low = components(frame.low),
                                high = components(frame.high);
    // Along each axis: the coordinate and its images. All combinations are added, so that there are also
    // images behind edges and corners.
    std::array<std::array<double, 3>, 3> along{};
    std::array<std::size_t, 3> count{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        along[axis][count[axis]++] = at[axis];
        for (std::size_t side = 2 * axis; side < 2 * axis + 2; ++side) {
            const double wall = side % 2 == 0 ? low[axis] : high[axis];
            const double deep = side % 2 == 0 ? at[axis] - wall : wall - at[axis];
            if (frame.closed[side] && deep < (frame.near[side] ? reach_near : reach))
                along[axis][count[axis]++] = 2 * wall - at[axis];
        }
    }
    for (std::size_t i = 0; i < count[0]; ++i)
        for (std::size_t j = 0; j < count[1]; ++j)
            for (std::size_t k = 0; k < count[2]; ++k)
                if (i + j + k > 0)
                    images.push_back(frame.toPictureFrame({along[0][i], along[1][j], along[2][k]}));
}

void TanksView::addProjections(std::vector<SidePoint>& projections, const Vec3d& position, std::uint32_t tank,
                               double reach) const {
    if (tank == 0) return;
    const Frame& frame = frames_[tank - 1];
    const std::array<double, 3> at = components(frame.toTankFrame(position)), low = components(frame.low),
                                high = components(frame.high);
    for (std::size_t side = 0; side < 6; ++side) {
        const std::size_t axis = side / 2;
        const double wall = side % 2 == 0 ? low[axis] : high[axis];
        const double deep = side % 2 == 0 ? at[axis] - wall : wall - at[axis];
        if (!frame.near[side] || deep >= reach) continue;
        std::array<double, 3> projection = at;
        projection[axis] = wall;
        projections.push_back(
            {frame.toPictureFrame({projection[0], projection[1], projection[2]}), std::uint32_t(side + 1)});
    }
}

}  // namespace talus::render
