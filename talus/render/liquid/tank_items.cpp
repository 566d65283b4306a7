#include "talus/render/liquid/tank_items.h"

#include <algorithm>

namespace talus::render {
namespace {

constexpr double far = 1e6;  ///< in the units of the shaders, in which a picture is a few wide

std::array<double, 3> parts(const Vec3d& v) { return {v.x, v.y, v.z}; }

}  // namespace

TanksView::TanksView(std::span<const picture::Tank> tanks, const Focus& focus, const Vec3d& eye) {
    for (const picture::Tank& tank :
         tanks.first(std::min<std::size_t>(tanks.size(), SurfaceCode::most_tanks))) {
        const double scale = 1 / focus.radius;
        Frame frame{tank.turn,
                    turnedBack(tank.turn, focus.origin - tank.shift) * scale,
                    tank.box.min * scale,
                    tank.box.max * scale,
                    {},
                    {}};
        const std::array<double, 3> at = parts(frame.into(eye)), low = parts(frame.low),
                                    high = parts(frame.high);
        // For the shaders the origin is that of the picture: the tank's own, or the scene's, may be so far
        // off that a float there is coarser than a picture.
        std::array<double, 3> seen_low = parts(frame.low - frame.shift),
                              seen_high = parts(frame.high - frame.shift);
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
        items_.push_back({{row(tank.turn.x), row(tank.turn.y), row(tank.turn.z)},
                          row({seen_low[0], seen_low[1], seen_low[2]}),
                          row({seen_high[0], seen_high[1], seen_high[2]})});
        frames_.push_back(frame);
    }
}

std::uint32_t TanksView::tankAt(const Vec3d& place, double slack) const {
    for (std::size_t k = 0; k < frames_.size(); ++k) {
        const Frame& frame = frames_[k];
        const std::array<double, 3> at = parts(frame.into(place)), low = parts(frame.low),
                                    high = parts(frame.high);
        bool in = true;
        for (std::size_t side = 0; side < 6; ++side) {
            const std::size_t axis = side / 2;
            const double deep = side % 2 == 0 ? at[axis] - low[axis] : high[axis] - at[axis];
            in = in && deep > (frame.closed[side] ? -slack : 0);
        }
        if (in) return std::uint32_t(k + 1);
    }
    return 0;
}

void TanksView::addImages(std::vector<Vec3d>& images, const Vec3d& place, std::uint32_t tank, double reach,
                          double reach_near) const {
    if (tank == 0) return;
    const Frame& frame = frames_[tank - 1];
    const std::array<double, 3> at = parts(frame.into(place)), low = parts(frame.low),
                                high = parts(frame.high);
    // Along each axis the place itself and its images; behind edges and corners there are images of images.
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
                if (i + j + k > 0) images.push_back(frame.outOf({along[0][i], along[1][j], along[2][k]}));
}

void TanksView::addFeet(std::vector<OnSide>& feet, const Vec3d& place, std::uint32_t tank,
                        double reach) const {
    if (tank == 0) return;
    const Frame& frame = frames_[tank - 1];
    const std::array<double, 3> at = parts(frame.into(place)), low = parts(frame.low),
                                high = parts(frame.high);
    for (std::size_t side = 0; side < 6; ++side) {
        const std::size_t axis = side / 2;
        const double wall = side % 2 == 0 ? low[axis] : high[axis];
        const double deep = side % 2 == 0 ? at[axis] - wall : wall - at[axis];
        if (!frame.near[side] || deep >= reach) continue;
        std::array<double, 3> foot = at;
        foot[axis] = wall;
        feet.push_back({frame.outOf({foot[0], foot[1], foot[2]}), std::uint32_t(side + 1)});
    }
}

}  // namespace talus::render
