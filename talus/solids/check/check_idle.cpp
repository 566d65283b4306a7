#include "talus/settings/idle_keys.h"
#include "talus/solids/check/checks.h"

namespace talus::solids {

/// Keys with their defaults say nothing: the resolved scene of a run gives every key.
void checkIdle(const Checking& checked) {
    const Part& part = in(checked.scene);
    const auto warn = [&](const char* section, std::size_t index, const char* key, const char* why,
                          const char* hint) {
        settings::warnIdle(checked.diagnostics, checked.root, section, index, {key}, why, hint);
    };
    for (std::size_t b = 0; b < part.bodies.size(); ++b) {
        const Body& body = part.bodies[b];
        if (body.made) continue;
        if (body.mass && body.density)
            warn("body", b, "density", "'mass' is given, too, and that counts", "leave one of them out");
        if (body.motion == Body::Motion::Prescribed && body.parts != Body{}.parts)
            warn("body", b, "parts", "a prescribed body is met as the triangles of its file",
                 "leave it out, or make the body free");
    }
    for (std::size_t c = 0; c < part.chains.size(); ++c)
        if (part.chains[c].held == Chain::Held::From && part.chains[c].last != Chain{}.last)
            warn("chain", c, "last", "held = \"from\", so nothing holds its end",
                 "leave it out, or set held = \"both\"");
}

}  // namespace talus::solids
