#include "talus/grains/law.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "talus/grains/restitution.h"

namespace talus::grains {

LawConstants lawConstants(const Contact& contact) {
    LawConstants law;
    law.law = contact.law;
    law.stiffness = contact.stiffness;
    law.shear_stiffness = contact.shear_stiffness;
    law.shear_compliance = contact.shear_stiffness > 0 ? 1 / contact.shear_stiffness : 0;
    law.friction = contact.friction;
    law.dashpot_share = contact.cap == Cap::Total ? 1 : 0;
    law.least_normal = contact.adhesionless ? 0 : -std::numeric_limits<double>::infinity();
    if (contact.law == Law::LeeHerrmann) {
        law.damping = contact.normal_damping;
        law.shear_damping = contact.shear_damping;
    } else {
        const double z = dampingRatio(contact.restitution, contact.adhesionless);
        law.damping = 2 * z * std::sqrt(contact.stiffness);
        law.shear_damping = 2 * z * std::sqrt(contact.shear_stiffness);
    }
    return law;
}

double contactTime(const LawConstants& law, double m_e, double speed) {
    using std::numbers::pi;
    const double normal = law.law == Law::Linear
                              ? pi * std::sqrt(m_e / law.stiffness)
                              : 3.2181 * std::pow(m_e / (law.stiffness * std::sqrt(speed)), 0.4);
    if (law.shear_stiffness <= 0) return normal;
    return std::min(normal, pi * std::sqrt(2.0 / 7.0 * m_e / law.shear_stiffness));
}

double springEnergy(const LawConstants& law, double overlap, double stretch) {
    const double normal = law.law == Law::Linear ? Linear::energy(law.stiffness, overlap)
                                                 : LeeHerrmann::energy(law.stiffness, overlap);
    return normal + 0.5 * law.shear_stiffness * stretch * stretch;
}

}  // namespace talus::grains
