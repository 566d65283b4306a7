#include "talus/couple/soil_bodies/meet_soil.h"

#include <algorithm>

#include "talus/couple/soil_bodies/soil_contact.h"
#include "talus/ground/fields.h"
#include "talus/solids/body_rows.h"

namespace talus::couple {

namespace sf = solids::fields;
using ground::ground_table;

step::Access MeetSoil::access() const {
    step::Access access{.reads = solids::bodyFields(), .writes = solids::bodyFields(), .resizes = {}};
    access.reads.push_back({solids::bodies_table, &sf::contact_impulse});
    access.writes.push_back({solids::bodies_table, &sf::contact_impulse});
    access.reads.push_back({ground_table, &ground::fields::height});
    access.reads.push_back({ground_table, &ground::fields::touched});
    access.reads.push_back({ground_table, &ground::fields::before});
    return access;
}

void MeetSoil::run(step::Step& step) const {
    const solids::BodyRows rows = solids::writeBodies(step);
    const auto contact_impulse = step.write(solids::bodies_table, sf::contact_impulse);
    const SoilView soil{setup.ground.grid(), step.read(ground_table, ground::fields::height),
                        step.read(ground_table, ground::fields::touched), setup.ground.start->bedrock.view(),
                        step.read(ground_table, ground::fields::before)};
    const double gravity = std::max(0.0, -setup.solids.gravity.z);
    for (std::size_t b = 0; b < setup.solids.bodies.size(); ++b) {
        const solids::PreparedBody& body = setup.solids.bodies[b];
        if (!body.free || !body.presence.at(step.time() + step.dt)) continue;
        solids::BodyState now = rows.at(b);
        const Patch patch = patchUnder(solids::placed(body, now), soil);
        now.position.z += patch.in_rock;
        contact_impulse[b] += meetSoil(body, setup.response[b], patch, gravity, step.dt, now);
        rows.set(b, now);
    }
}

}  // namespace talus::couple
