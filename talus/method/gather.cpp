#include "talus/method/gather.h"

#include <algorithm>

namespace talus::method {
namespace {

/// @param hook a member of Method
template <class Item, class Hook>
std::vector<Item> gather(const Scene& scene, Hook hook) {
    std::vector<Item> all;
    for (const Method* method : scene.used())
        if (const auto& own = method->*hook)
            for (Item& item : own(scene)) all.push_back(std::move(item));
    return all;
}

}  // namespace

std::vector<environment::Source> sourcesOf(const Scene& scene) {
    return gather<environment::Source>(scene, &Method::sources);
}

std::vector<Vec3d> seenIn(const Scene& scene) { return gather<Vec3d>(scene, &Method::seen); }

std::vector<Land> landsOf(const Scene& scene) { return gather<Land>(scene, &Method::lands); }

std::vector<std::string_view> coloursOf(const Scene& scene) {
    std::vector<std::string_view> names;
    for (const std::string_view name : gather<std::string_view>(scene, &Method::colours_of))
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    return names;
}

}  // namespace talus::method
