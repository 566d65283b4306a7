#include "talus/grains/law/law.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "talus/grains/law/cohesion.h"
#include "talus/grains/law/law_table.h"
#include "talus/grains/law/laws.h"

namespace talus::grains {
namespace {

using std::numbers::pi;

void setCohesion(const Contact& contact, double largest_radius, LawConstants& law) {
    law.cohesion = contact.cohesion;
    switch (contact.cohesion) {
        case Cohesion::None: return;
        case Cohesion::Constant:
            law.pull = contact.pull;
            law.range = std::max(law.range, contact.range);
            return;
        case Cohesion::Dmt: law.pull = 4 * pi * contact.surface_energy; return;
        case Cohesion::Jkr:
            law.adhesion = std::sqrt(pi * contact.surface_energy / (0.5 * law.stiffness));
            // The largest effective radius is that of the largest grain at a flat wall.
            law.range = -jkrTear(law.adhesion, largest_radius);
            return;
        case Cohesion::Capillary:
            law.pull = 4 * pi * contact.surface_tension * std::cos(contact.wetting_angle);
            law.adhesion = 0.5 / contact.bridge_volume;
            // Lian, Thornton, Adams (1993): a bridge ruptures at a gap of (1 + theta/2) V^(1/3).
            law.range = (1 + 0.5 * contact.wetting_angle) * std::cbrt(contact.bridge_volume);
            return;
    }
}

}  // namespace

Law::Law() : row_(BuiltInLaws::rows().front()) {}

Law::Law(const char* word) : row_(nullptr) {
    for (const LawRow* row : BuiltInLaws::rows())
        if (row->name == word) row_ = row;
    TALUS_ASSERT(row_ != nullptr, "no contact law has this name");
}

bool Law::same(const Law& other) const { return row_->name == other.row_->name; }

LawConstants lawConstants(const Contact& contact, double largest_radius) {
    LawConstants law;
    law.law = contact.law->index;
    law.row = &*contact.law;
    law.stiffness = contact.stiffness;
    law.shear_stiffness = contact.shear_stiffness;
    law.shear_compliance = contact.shear_stiffness > 0 ? 1 / contact.shear_stiffness : 0;
    law.friction = contact.friction;
    law.dashpot_share = contact.cap == Cap::Total ? 1 : 0;
    law.min_normal = contact.adhesionless ? 0 : -std::numeric_limits<double>::infinity();
    contact.law->setConstants(contact, law);
    setCohesion(contact, largest_radius, law);
    law.rolling = contact.rolling;
    if (contact.rolling != Rolling::None) {
        law.rolling_friction = contact.rolling_friction;
        law.twisting_friction = contact.twisting_friction;
    }
    if (contact.rolling == Rolling::Spring) {
        law.rolling_stiffness = contact.rolling_stiffness;
        law.rolling_damping = 2 * contact.rolling_damping;
    }
    return law;
}

double contactTime(const LawConstants& law, double m_e, double r_e, double speed) {
    double time = law.row->normalTime(law, m_e, r_e, speed);
    const double shear = law.row->shearStiffness(law, m_e, r_e, speed), rolling = law.rolling_stiffness;
    if (shear > 0) time = std::min(time, pi * std::sqrt(2.0 / 7.0 * m_e / shear));
    if (rolling > 0) time = std::min(time, pi * std::sqrt(0.4 * m_e / rolling));
    return time;
}

double springEnergy(const LawConstants& law, double overlap, double m_e, double r_e, double history) {
    return law.row == nullptr ? 0 : law.row->springEnergy(law, overlap, m_e, r_e, history);
}

const LawLoops& LawTable::loops() const {
    const LawRow* any = nullptr;
    for (const LawConstants& law : laws_) {
        if (law.row == nullptr) continue;
        TALUS_ASSERT(any == nullptr || any->loops == law.row->loops, "the laws of a scene are of one list");
        any = law.row;
    }
    return any == nullptr ? loopsOf<BuiltInLaws>() : any->loops();
}

}  // namespace talus::grains
