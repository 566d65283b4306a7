#pragma once
#include <string>
#include <vector>

#include "talus/scene/scene.h"

namespace talus::viewer {

/// A setting of a scene, as the panel shows it.
struct Setting {
    std::string path;           ///< for the command `set`: "fill.lump.grain_radius", "contact[0].friction"
    std::string key;            ///< "grain_radius"
    std::string value;          ///< as TOML, in SI units
    std::string default_value;  ///< "" where the key is required
    std::string unit;           ///< "" for a pure number
    std::string range;          ///< "> 0"; "" where every value is allowed
    std::string doc;            ///< its meaning in one line
    std::vector<std::string> choices{};  ///< the texts that are allowed; empty: not a choice
    bool boolean = false;
    bool colour = false;  ///< three numbers from 0 to 1

    bool isDefault() const { return default_value.empty() || value == default_value; }
};

/// A table of a scene.
struct SettingsTable {
    std::string title;  ///< "[time]", "[[fill]] lump"
    std::string doc;
    std::vector<Setting> settings{};
};

/// All tables that a scene has, with the settings that apply in it.
std::vector<SettingsTable> settingsOf(const scene::Scene& scene);

}  // namespace talus::viewer
