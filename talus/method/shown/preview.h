#pragma once
#include <string>

#include "talus/picture/picture.h"

namespace talus::method {

/// A picture of what a scene's settings were made into, for `talus check --pictures`.
struct Preview {
    std::string name;          ///< of the file, without ending: letters, digits and '-'
    picture::Picture picture;  ///< owns all that it shows: it has no `spheres`
};

}  // namespace talus::method
