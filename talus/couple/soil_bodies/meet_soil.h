#pragma once
#include "talus/couple/soil_bodies/soil_bodies.h"
#include "talus/step/stage.h"

namespace talus::couple {

/// Free bodies get the impulses of the soil under them (soil_contact.h), and are lifted out of bedrock.
struct MeetSoil {
    static constexpr const char* name = "meet soil";
    SoilBodies setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple
