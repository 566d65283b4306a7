#pragma once
#include "talus/settings/document.h"
#include "talus/settings/registry.h"

namespace talus::settings {

/// Reports names that are given twice in a section, and words that should name an entry of another (rows with
/// `refers_to`) and do not.
void checkReferences(const Registry& registry, const Entries& root, Owners owners, Diagnostics& diagnostics);

}  // namespace talus::settings
