#include "talus/method/shown/idle_screen_keys.h"

#include "talus/method/shown/screen.h"
#include "talus/settings/idle_keys.h"

namespace talus::method {

using picture::engraved::ScreenSettings;
using Onto = ScreenSettings::Onto;

/// Keys with their defaults say nothing: the resolved scene of a run gives every key.
void checkIdleScreenKeys(const ScreenSettings& screen, const Checking& checking) {
    const settings::Section section = screenSection();
    const auto idle = [&](bool is_idle, std::initializer_list<std::string_view> keys, std::string_view why,
                          std::string_view hint) {
        if (!is_idle) return;
        for (const std::string_view key : keys) {
            const settings::Parameter& row = *section.rows(key).front();
            if (row.get(&screen) != section.defaultOf(row))
                settings::warnIdle(checking.diagnostics, checking.root, "screen", 0, {key}, why, hint);
        }
    };
    const bool is_ground = screen.onto == Onto::Ground, is_volume = screen.onto == Onto::Volume;
    idle(screen.onPlane(), {"camera"}, "points come straight onto a plane", "leave it out, or change onto");
    idle(is_volume, {"size"}, "the phyxels of a volume follow from its box and 'cell'",
         "leave it out, or give cell");
    idle(!screen.onPlane() && !is_volume, {"min", "max"}, "only a plane or a volume has a box",
         "leave it out, or change onto");
    idle(!is_volume, {"cell", "opacity"}, "the screen is no volume",
         "leave it out, or set onto = \"volume\"");
    idle(!is_ground, {"relief"}, "the screen is not on the ground", "leave it out, or set onto = \"ground\"");
    idle(is_ground || is_volume, {"zoom"}, "[render] gives the size of this picture",
         "leave it out, or set size in [render]");
    idle(!screen.links.empty(), {"preset"}, "'links' is given, too, and that counts",
         "leave one of them out");
    idle(screen.map != "none", {"colour"}, "'map' colours the screen", "leave one of them out");
    idle(screen.map == "none", {"range"}, "there is no colour map", "leave it out, or set map");
    idle(is_volume, {"outside"}, "outside of its zone a volume is transparent", "leave it out");
    idle(!is_volume && !screen.zone, {"outside"}, "without 'zone' all of the screen is lit",
         "leave it out, or set zone");
}

}  // namespace talus::method
