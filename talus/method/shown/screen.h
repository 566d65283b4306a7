#pragma once
#include <optional>

#include "talus/method/method.h"
#include "talus/picture/screen/settings.h"

namespace talus::method {

/// The part of a scene that [screen] fills.
struct ScreenPart {
    std::optional<picture::engraved::ScreenSettings> screen;
};

/// [screen], a picture of a run as an engraved screen: settings and their check. It has no state and no step
/// in the world, since a picture changes nothing; run/engraving/ makes it.
Method screen();

/// The keys of [screen].
settings::Section screenSection();

/// The settings of a scene; null where it has no screen, or where the program does not know screens.
const picture::engraved::ScreenSettings* screenOf(const Scene& scene);

/// The time of one thread for the steps and the pictures of a screen [s]; 0 where a scene has none.
double screenWork(const Scene& scene);

}  // namespace talus::method
