#pragma once
#include "talus/environment/environment.h"
#include "talus/settings/section.h"

/// The tables of a scene file that fill an Environment.
namespace talus::environment {

/// What walls and bodies say of these two keys.
inline constexpr const char* group_doc =
    "A name for several that move together: a [[motion]] whose 'wall' is this word moves them all.";
inline constexpr const char* parent_doc =
    "A wall, prescribed body or group whose motions carry it along, behind its own; these may have parents "
    "too.";

settings::Section worldSection();
settings::Section materialSection();
settings::Section wallSection();
settings::Section motionSection();
settings::Section sinkSection();

}  // namespace talus::environment
