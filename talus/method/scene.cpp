#include "talus/method/scene.h"

#include "talus/method/method.h"

namespace talus::method {

Scene::Scene(const Methods& known) : methods(&known) {
    for (const Method& method : known) parts.push_back(method.defaults);
}

std::vector<const Method*> Scene::used() const {
    std::vector<const Method*> found;
    for (const Method& method : *methods)
        if (method.used && method.used(*this)) found.push_back(&method);
    return found;
}

}  // namespace talus::method
