#pragma once
#include <string>

#include "talus/method/checking.h"
#include "talus/method/scene.h"

namespace talus::scene {

/// Reports things in a scene that do not meet in this version (method/coupling/meetings.h), such as grains
/// that would fall through a volume.
void checkMeetings(const method::Checking& checking);

/// docs/meetings.md: what each thing does to each other.
std::string meetingsAsMarkdown(const method::Methods& methods);

}  // namespace talus::scene
