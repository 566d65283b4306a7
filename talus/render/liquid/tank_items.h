#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/picture/tank.h"
#include "talus/render/passes/frame_constants.h"

namespace talus::render {

/// A tank in the units and layout of the shaders; mirrors `Tank` of shaders/liquid_tank.h.
struct TankItem {
    std::array<Float4, 3> axis;  ///< unit
    Float4 low, high;            ///< ends along the axes, from the origin; open sides are very far away
};

/// The liquid, tank and side that a texel of a liquid's surface belongs to, in 24 bits, which a float can
/// hold. The shaders read the same code.
struct SurfaceCode {
    static constexpr std::uint32_t face_bit = 13, tank_bit = 16, most_looks = 1u << 13, most_tanks = 255;
    std::uint32_t look = 0;
    std::uint32_t face = 0;  ///< 1 to 6: on the side -x, +x, ... +z of its tank; 0: not on a side
    std::uint32_t tank = 0;  ///< from 1; 0: in none

    std::uint32_t bits() const { return look | face << face_bit | tank << tank_bit; }
};

/// The tanks of a picture, for finding which tank a particle is in and its mirror images.
class TanksView {
  public:
    TanksView(std::span<const picture::Tank> tanks, const Focus& focus, const Vec3d& eye);

    const std::vector<TankItem>& items() const { return items_; }

    /// The tank that contains a position, or whose closed sides are at most `slack` away; 0: none.
    std::uint32_t tankAt(const Vec3d& place, double slack) const;

    /// Adds the mirror images of a position behind those closed sides of its tank that are nearer than
    /// `reach` (or `reach_near` for sides between the eye and the tank).
    void addImages(std::vector<Vec3d>& images, const Vec3d& place, std::uint32_t tank, double reach,
                   double reach_near) const;

    /// A position on a side between the eye and the tank.
    struct OnSide {
        Vec3d place;
        std::uint32_t face;
    };
    /// Adds the projections of a position onto those closed sides that are nearer than `reach` and between
    /// the eye and the tank.
    void addFeet(std::vector<OnSide>& feet, const Vec3d& place, std::uint32_t tank, double reach) const;

  private:
    struct Frame {
        Rotation turn;
        Vec3d shift, low, high;
        std::array<bool, 6> closed, near;  ///< near: closed, and the eye is behind it
        Vec3d into(const Vec3d& place) const { return turnedBack(turn, place) + shift; }
        Vec3d outOf(const Vec3d& place) const { return turned(turn, place - shift); }
    };
    std::vector<Frame> frames_;
    std::vector<TankItem> items_;
};

}  // namespace talus::render
