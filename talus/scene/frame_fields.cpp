#include "talus/scene/frame_fields.h"

#include "talus/grains/fields.h"

namespace talus::scene {

std::vector<std::string_view> frameFields() {
    namespace f = grains::fields;
    return {f::velocity.name, f::spin.name, f::radius.name, f::mass.name,
            f::material.name, f::id.name,   f::birth.name};
}

std::vector<std::string_view> colours() {
    std::vector<std::string_view> names = frameFields();
    names.insert(names.end(), {"height", "slope"});
    return names;
}

}  // namespace talus::scene
