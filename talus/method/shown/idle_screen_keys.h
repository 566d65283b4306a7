#pragma once
#include "talus/method/checking.h"
#include "talus/picture/screen/settings.h"

namespace talus::method {

/// Warns of keys of [screen] that say something and have no effect on this screen: those of another value
/// of onto, and those that another key replaces.
void checkIdleScreenKeys(const picture::engraved::ScreenSettings& screen, const Checking& checking);

}  // namespace talus::method
