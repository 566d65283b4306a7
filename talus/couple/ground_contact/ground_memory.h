#pragma once
#include <array>
#include <cstdint>

#include "talus/couple/ground_contact/fields.h"
#include "talus/exec/view.h"
#include "talus/state/table.h"
#include "talus/step/stage.h"

namespace talus::couple {

/// x and y of a unit normal that points up, 16 bits each; never 0, which stands for none.
inline std::uint32_t packedNormal(const Vec3d& normal) {
    // 32000 of 32768: round-off of a unit vector stays inside, and 0 is never met.
    const auto part = [](double v) { return static_cast<std::uint32_t>(v * 32000 + 32768.5); };
    return part(normal.x) << 16 | part(normal.y);
}
/// The squared distance of two normals in the plan, where those that point up fill a disc.
inline double squaredDistance(std::uint32_t packed, const Vec3d& normal) {
    const double x = (static_cast<double>(packed >> 16) - 32768) / 32000 - normal.x;
    const double y = (static_cast<double>(packed & 0xffff) - 32768) / 32000 - normal.y;
    return x * x + y * y;
}

struct HeldTouch {
    std::uint32_t normal = 0;
    Vec3f spring, angle;
};

/// What one grain remembers of its contacts with the ground. A contact of this step takes over what the one
/// with the nearest normal held in the last step: so a spring goes along from triangle to triangle and over
/// edges, and stays on its side of a furrow.
struct HeldTouches {
    std::array<HeldTouch, remembered> touch;
    std::size_t count = 0;

    /// What goes over to a contact of that normal; null where none is near. Another contact cannot have it.
    const HeldTouch* take(const Vec3d& normal) {
        double nearest = 0.25;  // a normal does not turn by 30 degrees within a step
        HeldTouch* found = nullptr;
        for (std::size_t k = 0; k < count; ++k) {
            if (touch[k].normal == 0) continue;
            const double distance = squaredDistance(touch[k].normal, normal);
            if (distance < nearest) nearest = distance, found = &touch[k];
        }
        if (found) found->normal = 0;
        return found;
    }
    void put(const Vec3d& normal, const Vec3d& spring, const Vec3d& angle) {
        if (count < remembered) touch[count++] = {packedNormal(normal), narrow(spring), narrow(angle)};
    }
};

/// The columns of the grains that hold them.
struct GroundMemory {
    exec::View<std::uint8_t> touches;
    exec::View<Vec3<std::uint32_t>> normals;
    std::array<exec::View<Vec3f>, remembered> spring;
    std::array<exec::View<Vec3f>, remembered> angle;  ///< empty where nothing resists turning

    static GroundMemory of(step::Step& step, bool resists_turning);
    /// To read from.
    static GroundMemory of(const state::Table& grains);
    static std::vector<step::FieldRef> columns(bool resists_turning);

    HeldTouches of(std::size_t grain) const {
        HeldTouches held;
        held.count = touches[grain];
        if (held.count == 0) return held;
        const Vec3<std::uint32_t> normal = normals[grain];
        const std::uint32_t each[remembered] = {normal.x, normal.y, normal.z};
        for (std::size_t k = 0; k < held.count; ++k)
            held.touch[k] = {each[k], spring[k][grain], angle[k].empty() ? Vec3f{} : angle[k][grain]};
        return held;
    }
    void put(std::size_t grain, const HeldTouches& held) const {
        touches[grain] = static_cast<std::uint8_t>(held.count);
        if (held.count > 0)
            normals[grain] = {held.touch[0].normal, held.count > 1 ? held.touch[1].normal : 0,
                              held.count > 2 ? held.touch[2].normal : 0};
        for (std::size_t k = 0; k < held.count; ++k) {
            spring[k][grain] = held.touch[k].spring;
            if (!angle[k].empty()) angle[k][grain] = held.touch[k].angle;
        }
    }
    void clear(std::size_t grain) const {
        if (touches[grain] != 0) touches[grain] = 0;
    }
};

}  // namespace talus::couple
