#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/picture/tank.h"
#include "talus/render/frame_constants.h"

namespace talus::render {

/// A tank in shader units and in the layout of `Tank` in shaders/liquid_tank.h.
struct TankItem {
    std::array<Float4, 3> axis;  ///< unit vectors
    Float4 low, high;            ///< coordinates of the sides along the axes; open sides are very far away
};

/// The liquid, tank and side that a texel of the surface belongs to, as a number of 24 bits. A float holds it
/// exactly. The shaders decode it (shaders/liquid_tank.h).
struct SurfaceCode {
    static constexpr std::uint32_t face_bit = 13, tank_bit = 16, max_liquids = 1u << 13, max_tanks = 255;
    std::uint32_t liquid = 0;  ///< index
    std::uint32_t face = 0;    ///< 1 to 6: on the side -x, +x, -y, +y, -z, +z of its tank; 0: not on a side
    std::uint32_t tank = 0;    ///< number of the tank, from 1; 0: in no tank

    /// The liquid of a texel of the smoothed surface, where sides have a negative code.
    static std::uint32_t liquidOf(float texel) {
        return static_cast<std::uint32_t>(texel < 0 ? -texel : texel) & (max_liquids - 1);
    }
    std::uint32_t bits() const { return liquid | face << face_bit | tank << tank_bit; }
};

/// The tanks of a picture. Finds the tank that a particle is in, and its mirror images at the sides.
class TanksView {
  public:
    TanksView(std::span<const picture::Tank> tanks, const Focus& focus, const Vec3d& eye);

    const std::vector<TankItem>& items() const { return items_; }

    /// The number of the tank that contains a position, from 1; 0: none. A position may be up to `tolerance`
    /// outside of closed sides.
    std::uint32_t tankAt(const Vec3d& position, double tolerance) const;

    /// Adds the mirror images of a position at those closed sides of its tank that are nearer than `reach`.
    /// For sides between the eye and the content of the tank, nearer than `reach_near`.
    void addImages(std::vector<Vec3d>& images, const Vec3d& position, std::uint32_t tank, double reach,
                   double reach_near) const;

    /// A position on a side of a tank.
    struct SidePoint {
        Vec3d position;
        std::uint32_t face;
    };
    /// Adds the projections of a position onto those closed sides that are nearer than `reach` and lie
    /// between the eye and the content of the tank.
    void addProjections(std::vector<SidePoint>& projections, const Vec3d& position, std::uint32_t tank,
                        double reach) const;

  private:
    struct Frame {
        Rotation rotation;
        Vec3d shift, low, high;
        std::array<bool, 6> closed, near;  ///< near: closed, and between the eye and the content
        Vec3d toTankFrame(const Vec3d& position) const { return rotatedBack(rotation, position) + shift; }
        Vec3d toPictureFrame(const Vec3d& position) const { return rotated(rotation, position - shift); }
    };
    std::vector<Frame> frames_;
    std::vector<TankItem> items_;
};

}  // namespace talus::render
