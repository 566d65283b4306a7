#include "talus/run/session/interaction.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace talus::run {

// fmt writes the shortest text that reads as the same number.
std::string vectorText(const Vec3d& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

namespace {

std::string listText(const std::vector<Vec3d>& values) {
    std::vector<std::string> texts;
    for (const Vec3d& v : values) texts.push_back(vectorText(v));
    return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string motionText(const UserObject& object) {
    const environment::Keyframes& keys = *object.keyframes;
    std::string text = fmt::format(
        "[[motion]]\nwall = \"{}\"\nkind = \"keyframes\"\ndesign_speed = 0\npoint = {}\ntimes = "
        "[{}]\npositions = {}\n",
        object.name, vectorText(object.pivot), fmt::join(keys.times, ", "), listText(keys.positions));
    if (!keys.rotations.empty()) text += fmt::format("rotations = {}\n", listText(keys.rotations));
    return text;
}

}  // namespace

UserObject* Interaction::find(const std::string& name) {
    const auto found = std::find_if(objects_.begin(), objects_.end(),
                                    [&](const UserObject& object) { return object.name == name; });
    return found == objects_.end() ? nullptr : &*found;
}

void Interaction::setEnd(UserObject& object, double time) {
    for (std::string& table : object.tables)
        if (!table.starts_with("[[motion]]"))
            table += fmt::format("{} = {}\n", table.starts_with("[[body]]") ? "leaves" : "stop", time);
}

std::string Interaction::toToml() const {
    std::string text;
    for (const UserObject& object : objects_) {
        for (const std::string& table : object.tables) text += "\n" + table;
        if (object.keyframes) text += "\n" + motionText(object);
    }
    return text;
}

void Interaction::attachTo(scene::Scene& scene) const {
    std::vector<environment::Motion>& motions = scene.environment.motions;
    for (const UserObject& object : objects_) {
        if (!object.keyframes) continue;
        // The last one of that name: the scene itself may have others.
        std::size_t own = motions.size();
        for (std::size_t m = 0; m < motions.size(); ++m)
            if (!motions[m].copy_of && motions[m].wall == object.name) own = m;
        for (std::size_t m = 0; m < motions.size(); ++m)
            if (m == own || motions[m].copy_of == own) motions[m].input = object.keyframes;
    }
}

}  // namespace talus::run
