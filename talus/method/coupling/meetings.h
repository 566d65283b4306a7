#pragma once
#include <functional>
#include <optional>
#include <string_view>

#include "talus/method/scene.h"

namespace talus::method {

/// Something that others can meet in a scene: "grains", "ground".
struct Thing {
    /// A key of the scene that brings it, at which errors point.
    struct Key {
        std::string_view section;
        std::size_t index = 0;
        std::string_view key;
    };

    std::string_view name;
    /// The key that brings it; nothing if the scene has none of it.
    std::function<std::optional<Key>(const Scene& scene)> in;
};

/// What two things in one scene do to each other. Each method and each coupling declares those that it
/// computes, or knows that nobody does. The check of scenes and docs/meetings.md are made from them.
struct Meeting {
    enum class Kind {
        BothWays,  ///< each acts on the other
        OneWay,    ///< the second acts on the first, and is not moved by it
        Through,   ///< they pass through each other
        Missing,   ///< they pass through each other in this version, and the check warns of it
        Refused,   ///< a scene with both is an error
    };

    std::string_view first, second;  ///< names of things; the same one twice for things of one kind
    Kind kind;
    std::string_view how;  ///< by what law or code; Refused: what the user can do instead
};

/// "walls": the [[wall]]s of a scene. They are no method's.
Thing walls();

/// The meeting of two things, in either order; null if no method declares one.
const Meeting* meetingOf(const std::vector<Method>& methods, std::string_view first, std::string_view second);

/// All things of a list of methods: walls, and those of the methods in their order.
std::vector<Thing> thingsOf(const std::vector<Method>& methods);

}  // namespace talus::method
