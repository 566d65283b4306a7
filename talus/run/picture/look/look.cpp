#include "talus/run/picture/look/look.h"

#include <algorithm>

#include "talus/method/shown/extra_sets.h"

namespace talus::run {

std::vector<std::string> hideable(const scene::Scene& scene, const Frame& frame) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    };
    for (const auto& [name, set] : frame.sets)
        if (name != method::contacts_set && !name.ends_with(method::cells_suffix)) add(name);
    for (const environment::Wall& wall : scene.environment.walls)
        if (wall.visible) add(wall.group);
    for (const environment::Wall& wall : scene.environment.walls)
        if (wall.visible) add(wall.name);
    return names;
}

std::vector<std::string> translucentNames(const scene::Scene& scene) {
    std::set<std::string> names;
    for (const environment::Wall& wall : scene.environment.walls) {
        if (!wall.visible) continue;
        names.insert(wall.name);
        if (!wall.group.empty()) names.insert(wall.group);
        if (wall.follows) names.insert("bodies");
    }
    return {names.begin(), names.end()};
}

std::vector<std::string> vectorFields(const Frame& frame) {
    std::set<std::string> names;
    for (const auto& [name, set] : frame.sets) {
        if (name.ends_with(method::cells_suffix)) continue;
        const std::vector<state::ArrayView>* fields = nullptr;
        if (const auto* points = set.as<state::PointsView>()) fields = &points->fields;
        if (const auto* mesh = set.as<state::MeshView>()) fields = &mesh->points.fields;
        if (const auto* columns = set.as<state::ColumnsView>()) fields = &columns->fields;
        if (fields == nullptr) continue;
        for (const state::ArrayView& field : *fields)
            if (field.components == 3) names.insert(field.name);
    }
    for (const char* axis : {"axis_x", "axis_y"}) names.erase(axis);
    return {names.begin(), names.end()};
}

Error noContacts() {
    return {ErrorKind::Input,
            "the frames hold no contacts; add \"contact_force\" to output.fields of the scene and run again"};
}

}  // namespace talus::run
