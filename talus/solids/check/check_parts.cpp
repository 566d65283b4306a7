#include <fmt/format.h>

#include "talus/solids/check/checks.h"

namespace talus::solids {
namespace {

/// Share of its volume that the parts of a body may add before a check warns. Chosen: twice what the pot of
/// the-scene adds, which holds water and boxes.
constexpr double much_added = 0.1;

}  // namespace

void checkParts(const Checking& checked) {
    const auto& bodies = in(checked.scene).bodies;
    for (std::size_t b = 0; b < bodies.size(); ++b)
        if (const Body& body = bodies[b]; body.convex && body.convex->added > much_added)
            checked.warn("body", b, "parts",
                         fmt::format("[[body]] '{}' collides as {} convex part{}, which add {:.2g}% to its "
                                     "volume: holes and hollows may be filled",
                                     body.name, body.convex->corners.size(),
                                     body.convex->corners.size() == 1 ? "" : "s", 100 * body.convex->added),
                         fmt::format("set parts above {}, up to 256, or prescribe its motion", body.parts));
}

}  // namespace talus::solids
