#pragma once
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "talus/picture/screen/lighting.h"
#include "talus/picture/screen/links.h"
#include "talus/picture/screen/profile.h"
#include "talus/run/frames.h"

namespace talus::cli {

/// The options of `talus engrave` as they were typed.
struct EngraveArguments {
    std::string folder;
    std::string set;
    std::string where;
    std::string frames = ":";
    std::string preset = "sand";
    std::vector<double> links;
    std::string size = "256x192";
    double rate = picture::engraved::screen_rate;
    std::string radius;
    double height = 0.7;
    std::string profile = picture::engraved::standard_profile;
    double settle = 0;
    std::string camera, plane;
    std::string lighting = picture::engraved::standard_lighting;
    std::vector<int> colour, outside;
    std::string map;
    std::vector<double> range;
    double zone = -1;
    int zoom = 1;
    std::string out, video;
    bool exr = false;
    int threads = 0;
};

void addEngraveOptions(CLI::App& command, EngraveArguments& arguments);

/// Only points whose field has one of these values.
struct Where {
    std::string field;
    std::vector<double> values;
};

/// The options, checked.
struct Engraving {
    run::FrameRange frames;
    std::optional<Where> where;
    picture::engraved::ScreenLinks links;  ///< at `rate`
    double rate = 0;                       ///< [1/s]
    std::size_t width = 0, height = 0;     ///< phyxels
    std::optional<double> radius;          ///< of a mark [m]
    picture::engraved::Profile profile;
    picture::engraved::Lighting lighting;
    picture::engraved::ScreenLook look;
};

/// Error (Input) with the option that is wrong and what to give in its place.
Result<Engraving> engravingOf(const EngraveArguments& arguments);

}  // namespace talus::cli
