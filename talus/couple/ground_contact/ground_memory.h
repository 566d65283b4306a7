#pragma once
#include <array>
#include <cstdint>

#include "talus/couple/ground_contact/fields.h"
#include "talus/exec/view.h"
#include "talus/state/table.h"
#include "talus/step/stage.h"

namespace talus::couple {

/// Packs x and y of a unit normal that points up, 16 bits each. Never 0, which stands for no normal.
inline std::uint32_t packedNormal(const Vec3d& normal) {
    // 32000 of 32768: the result stays in range despite round-off, and is never 0.
    const auto part = [](double v) { return static_cast<std::uint32_t>(v * 32000 + 32768.5); };
    return part(normal.x) << 16 | part(normal.y);
}
/// The squared distance of two normals, projected onto the horizontal plane.
inline double squaredDistance(std::uint32_t packed, const Vec3d& normal) {
    const double x = (static_cast<double>(packed >> 16) - 32768) / 32000 - normal.x;
    const double y = (static_cast<double>(packed & 0xffff) - 32768) / 32000 - normal.y;
    return x * x + y * y;
}

/// The history of one contact with the ground.
struct HeldContact {
    std::uint32_t normal = 0;
    Vec3f spring, angle;
};

/// The histories of one grain's contacts with the ground. A contact of this step takes over the history of
/// the contact of the last step with the nearest normal. So a spring persists from triangle to triangle and
/// over edges, and stays on its side of a furrow.
struct HeldContacts {
    std::array<HeldContact, max_held_contacts> touch;
    std::size_t count = 0;

    /// The history for a contact with this normal; null if no normal is near. Each history is taken only
    /// once.
    const HeldContact* take(const Vec3d& normal) {
        double nearest = 0.25;  // a normal does not turn by 30 degrees within a step
        HeldContact* found = nullptr;
        for (std::size_t k = 0; k < count; ++k) {
            if (touch[k].normal == 0) continue;
            const double distance = squaredDistance(touch[k].normal, normal);
            if (distance < nearest) nearest = distance, found = &touch[k];
        }
        if (found) found->normal = 0;
        return found;
    }
    void put(const Vec3d& normal, const Vec3d& spring, const Vec3d& angle) {
        if (count < max_held_contacts) touch[count++] = {packedNormal(normal), narrow(spring), narrow(angle)};
    }
};

/// The columns of the grains that hold the histories.
struct GroundMemory {
    exec::View<std::uint8_t> touches;
    exec::View<Vec3<std::uint32_t>> normals;
    std::array<exec::View<Vec3f>, max_held_contacts> spring;
    std::array<exec::View<Vec3f>, max_held_contacts> angle;  ///< empty if no contact resists rolling

    static GroundMemory of(step::Step& step, bool resists_turning);
    /// Views to read only.
    static GroundMemory of(const state::Table& grains);
    static std::vector<step::FieldRef> columns(bool resists_turning);

    HeldContacts of(std::size_t grain) const {
        HeldContacts held;
        held.count = touches[grain];
        if (held.count == 0) return held;
        const Vec3<std::uint32_t> normal = normals[grain];
        const std::uint32_t each[max_held_contacts] = {normal.x, normal.y, normal.z};
        for (std::size_t k = 0; k < held.count; ++k)
            held.touch[k] = {each[k], spring[k][grain], angle[k].empty() ? Vec3f{} : angle[k][grain]};
        return held;
    }
    void put(std::size_t grain, const HeldContacts& held) const {
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
