#pragma once
#include <vector>

#include "talus/method/common.h"
#include "talus/method/part.h"

namespace talus::method {

struct Method;
using Methods = std::vector<Method>;

/// A scene, with every default filled in: the settings that all methods share, and the part of each method.
struct Scene : Common {
    /// An empty scene. @param known its methods; they must outlive it
    explicit Scene(const Methods& known);

    /// The part of this type. @pre one of the methods has such a part
    template <class T>
    T& of() {
        for (Part& part : parts)
            if (part.is<T>()) return part.as<T>();
        TALUS_ASSERT(false, "a scene is asked for the settings of a method that it does not know");
        return parts.front().as<T>();
    }
    template <class T>
    const T& of() const {
        return const_cast<Scene*>(this)->of<T>();
    }

    /// The methods that the scene uses, in the order of the list.
    std::vector<const Method*> used() const;

    const Methods* methods;
    std::vector<Part> parts;  ///< in the order of the methods
};

}  // namespace talus::method
