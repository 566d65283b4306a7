#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "talus/grains/law/law.h"
#include "talus/grains/law/law_keys.h"

namespace talus::grains {

struct HeadOn;
struct LawLoops;

/// Base of contact laws with the default members. A law is a struct that derives from this one and has:
/// name              its name in scene files
/// line              a description in a few words; consecutive laws may have the same
/// setConstants      sets the law's own constants from the settings of a contact
/// respond           the formula, for numbers and SIMD packs, on processor and device
/// normalTime        duration of an impact without damping and tangential force (contactTime())
/// springEnergy      energy of its springs (springEnergy())
/// keys              the law's own settings of a contact (law_keys.h)
struct ContactLaw {
    /// Whether the history of the tangential spring is a force; else it is a displacement.
    static constexpr bool history_is_force = false;
    /// Whether the law acts across a gap, without cohesion.
    static constexpr bool acts_across_gaps = false;
    /// Whether the restitution of an impact, or its duration in steps, depends on the speed.
    static constexpr bool depends_on_speed = true;

    /// Whether the damping follows from the contact's restitution.
    static bool asksForRestitution(const Contact&) { return false; }
    /// The key that sets the stiffness of the contact.
    static std::string_view stiffnessKey(const Contact&) { return "stiffness"; }
    /// Stiffness of the tangential spring in an impact [N/m].
    static double shearStiffness(const LawConstants& law, double, double, double) {
        return law.shear_stiffness;
    }
};

/// A law for use outside of the loops: in checks, estimates, measures and exports. Made by rowOf().
struct LawRow {
    std::string_view name;
    std::string_view line;
    std::uint32_t index;  ///< index in its list
    bool acts_across_gaps, depends_on_speed;
    bool sticks;  ///< whether it has a formula for a JKR neck

    void (*setConstants)(const Contact&, LawConstants&);
    double (*normalTime)(const LawConstants&, double m_e, double r_e, double speed);
    double (*shearStiffness)(const LawConstants&, double m_e, double r_e, double speed);
    double (*springEnergy)(const LawConstants&, double overlap, double m_e, double r_e, double history);
    double (*restitutionInSteps)(const HeadOn&, double dt, double phase);
    bool (*asksForRestitution)(const Contact&);
    std::string_view (*stiffnessKey)(const Contact&);
    std::vector<LawKey> (*keys)();
    const LawLoops& (*loops)();  ///< the loops of its list
};

/// The rows of a list of laws, in its order.
using LawRows = std::span<const LawRow* const>;

}  // namespace talus::grains
