#pragma once
#include <span>
#include <string>

#include "talus/core/result.h"

namespace talus::viewer {

/// Tables of objects that the user added by hand, which end the file.
struct SavedObjects {
    std::string saved;  ///< what an earlier save wrote, and `now` replaces
    std::string now;
};

/// Writes a scene file with changed settings; everything else in its text stays as it is.
/// @param from the scene file
/// @param to `from`, or the name of a file that does not exist
/// @param options the settings, as "key=value"
/// Errors: Input where the result would be no right scene, or where `to` must not be written; Storage. After
/// an error nothing is written.
Status saveScene(const std::string& from, const std::string& to, std::span<const std::string> options,
                 const SavedObjects& objects = {});

}  // namespace talus::viewer
