#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "talus/grains/law/law.h"
#include "talus/grains/law/law_keys.h"

namespace talus::grains {

struct HeadOn;
struct LawLoops;

/// What a law says where it says nothing of its own. A law is a struct that derives from this one and has:
///   name              its word in scene files
///   line              what it is, in a few words; laws that follow each other may have the same
///   setConstants      fills in what is its own, from the settings of a contact
///   respond           the formula, for a number and for a pack of them, on processor and device
///   normalTime        how long an impact takes without damping and shear (contactTime())
///   springEnergy      what its springs hold (springEnergy())
///   keys              the settings of a contact that are its own (law_keys.h)
struct ContactLaw {
    /// Whether the history of the shear spring is a force; else it is a displacement.
    static constexpr bool keeps_force = false;
    /// Whether the law itself acts across a gap.
    static constexpr bool acts_apart = false;
    /// Whether speed changes the restitution of an impact, or its duration in steps.
    static constexpr bool depends_on_speed = true;

    /// Whether its damping follows from the restitution that the contact names.
    static bool asksForRestitution(const Contact&) { return false; }
    /// The key that makes the contact stiffer.
    static std::string_view stiffnessKey(const Contact&) { return "stiffness"; }
    /// Of the shear spring in an impact [N/m].
    static double shearStiffness(const LawConstants& law, double, double, double) {
        return law.shear_stiffness;
    }
};

/// A law as it is asked outside of the loops: by checks, estimates, measures, exports. Made by rowOf().
struct LawRow {
    std::string_view name;
    std::string_view line;
    std::uint32_t index;  ///< place in its list
    bool acts_apart, depends_on_speed;
    bool sticks;  ///< whether it has a form for a JKR neck

    void (*setConstants)(const Contact&, LawConstants&);
    double (*normalTime)(const LawConstants&, double m_e, double r_e, double speed);
    double (*shearStiffness)(const LawConstants&, double m_e, double r_e, double speed);
    double (*springEnergy)(const LawConstants&, double overlap, double m_e, double r_e, double history);
    double (*restitutionInSteps)(const HeadOn&, double dt, double phase);
    bool (*asksForRestitution)(const Contact&);
    std::string_view (*stiffnessKey)(const Contact&);
    std::vector<LawKey> (*keys)();
    const LawLoops& (*loops)();  ///< of its list
};

/// The rows of a list of laws, in its order.
using LawRows = std::span<const LawRow* const>;

}  // namespace talus::grains
