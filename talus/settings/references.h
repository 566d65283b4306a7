#pragma once
#include "talus/settings/document.h"
#include "talus/settings/registry.h"

namespace talus::settings {

/// Reports names that occur twice in a section, and values that should be the name of an entry of another
/// section (rows with `refers_to`) but are not.
void checkReferences(const Registry& registry, const Entries& root, Owners owners, Diagnostics& diagnostics);

}  // namespace talus::settings
