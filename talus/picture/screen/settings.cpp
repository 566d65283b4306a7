#include "talus/picture/screen/settings.h"

namespace talus::picture::engraved {

ScreenLinks linksOf(const ScreenSettings& settings) {
    const std::vector<double>& own = settings.links;
    const ScreenLinks links =
        own.empty() ? *screenPreset(settings.preset) : ScreenLinks{own[0], own[1], own[2], own[3]};
    return links.atRate(screen_rate, settings.rate);
}

ScreenLook lookOf(const ScreenSettings& settings) {
    ScreenLook look;
    look.base = picture::colourOf(settings.colour);
    look.outside = picture::colourOf(settings.outside);
    look.threshold = settings.zone.value_or(-1);
    for (const picture::NamedColourMap& named : picture::colour_maps)
        if (named.name == settings.map) look.map = named.map;
    look.lowest = settings.range[0];
    look.highest = settings.range[1];
    return look;
}

std::string lightingOf(const ScreenSettings& settings) {
    if (!settings.lighting.empty()) return settings.lighting;
    switch (settings.onto) {
        case ScreenSettings::Onto::Ground: return "1";
        case ScreenSettings::Onto::Volume: return "0.25 + 0.75*s";
        default: return standard_lighting;
    }
}

}  // namespace talus::picture::engraved
