#include "talus/method/coupling/meetings.h"

#include <algorithm>

#include "talus/method/method.h"

namespace talus::method {

Thing walls() {
    return {"walls", [](const Scene& scene) -> std::optional<Thing::Key> {
                const auto& walls = scene.environment.walls;
                const auto own = std::ranges::find_if(walls, [](const auto& wall) { return !wall.made; });
                if (own == walls.end()) return std::nullopt;
                return Thing::Key{"wall", static_cast<std::size_t>(own - walls.begin()), "name"};
            }};
}

const Meeting* meetingOf(const std::vector<Method>& methods, std::string_view first,
                         std::string_view second) {
    for (const Method& method : methods)
        for (const Meeting& meeting : method.meetings)
            if ((meeting.first == first && meeting.second == second) ||
                (meeting.first == second && meeting.second == first))
                return &meeting;
    return nullptr;
}

std::vector<Thing> thingsOf(const std::vector<Method>& methods) {
    std::vector<Thing> things{walls()};
    for (const Method& method : methods)
        things.insert(things.end(), method.things.begin(), method.things.end());
    return things;
}

}  // namespace talus::method
