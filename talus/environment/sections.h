#pragma once
#include "talus/environment/environment.h"
#include "talus/settings/section.h"

/// The tables of a scene file that fill an Environment.
namespace talus::environment {

/// Descriptions of two keys that walls and bodies share.
inline constexpr const char* group_doc =
    "Name of a group that moves together: a [[motion]] whose 'wall' is this name moves all of the group.";
inline constexpr const char* parent_doc =
    "A wall, prescribed body or group whose motions carry this one along, after its own motions. A parent "
    "may "
    "have a parent too.";

settings::Section worldSection();
settings::Section materialSection();
settings::Section wallSection();
settings::Section motionSection();
settings::Section sinkSection();

}  // namespace talus::environment
