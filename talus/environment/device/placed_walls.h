#pragma once
#include <memory>
#include <vector>

#include "talus/environment/wall_view.h"
#include "talus/environment/walls.h"
#include "talus/exec/device_or_host_array.h"

namespace talus::environment::device {

/// The walls of a scene in the memory of a device. @pre no wall follows a body
class PlacedWalls {
  public:
    PlacedWalls(std::shared_ptr<const Walls> walls, exec::Device where)
        : walls_(std::move(walls)), faces_(where), poses_(where), moving_(where), reference_(where) {
        faces_.assign(viewOf(walls_->faces()));
        std::vector<std::uint8_t> moves;
        for (std::size_t w = 0; w < walls_->bodies().size(); ++w) moves.push_back(walls_->moves(w));
        for (const std::uint8_t moving : moves) any_moves_ |= moving != 0;
        moving_.assign(viewOf(moves));
        placeAt(0);
    }

    bool anyMoves() const { return any_moves_; }
    /// Updates the poses to a time [s]. Views stay valid.
    void placeAt(double time) {
        const WallsAt at(*walls_, time);
        std::vector<Pose> poses;
        std::vector<Vec3d> reference;
        for (std::size_t w = 0; w < walls_->bodies().size(); ++w) {
            poses.push_back(at.pose(w));
            reference.push_back(at.pose(w).toWorld(walls_->bodies()[w].reference));
        }
        poses_.assign(viewOf(poses));
        reference_.assign(viewOf(reference));
    }
    WallView view() const { return {faces_.view(), poses_.view(), moving_.view(), reference_.view()}; }

  private:
    template <class T>
    static exec::View<const T> viewOf(const std::vector<T>& values) {
        return {values.data(), values.size()};
    }

    std::shared_ptr<const Walls> walls_;
    exec::DeviceOrHostArray<WallFace> faces_;
    exec::DeviceOrHostArray<Pose> poses_;
    exec::DeviceOrHostArray<std::uint8_t> moving_;
    exec::DeviceOrHostArray<Vec3d> reference_;
    bool any_moves_ = false;
};

}  // namespace talus::environment::device
