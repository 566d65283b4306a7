#pragma once
#include "talus/run/session/picks/pick.h"

namespace talus::run {

/// A contact of what was picked.
struct PickedContact {
    std::string with;             ///< "grain 17" by its id, "ground", the name of a wall or body
    Pick partner;                 ///< the same, to be picked
    double normal_force = 0;      ///< [N]; > 0: the two push each other apart
    double tangential_force = 0;  ///< [N], >= 0
    double overlap = 0;           ///< [m]; < 0: a gap across which the two attract each other
};

/// The contacts of a grain, a body, a wall or a column of ground, those with the largest forces first. Error
/// (Input): the set has no contacts, as liquids have none; the frame has none (noContacts()), or holds
/// damaged ones.
Result<std::vector<PickedContact>> contactsOf(const scene::Scene& scene, const Frame& frame,
                                              const Pick& pick);

}  // namespace talus::run
