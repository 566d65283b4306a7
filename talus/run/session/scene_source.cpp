#include "talus/run/session/scene_source.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::run {
namespace {

std::vector<std::string>::iterator overrideOf(std::vector<std::string>& overrides, const std::string& key) {
    return std::find_if(overrides.begin(), overrides.end(),
                        [&](const std::string& text) { return text.substr(0, text.find('=')) == key; });
}

}  // namespace

void setOverride(std::vector<std::string>& overrides, const std::string& key, const std::string& value) {
    std::string text = fmt::format("{}={}", key, value);
    const auto earlier = overrideOf(overrides, key);
    if (earlier == overrides.end())
        overrides.push_back(std::move(text));
    else
        *earlier = std::move(text);
}

void removeOverride(std::vector<std::string>& overrides, const std::string& key) {
    if (const auto found = overrideOf(overrides, key); found != overrides.end()) overrides.erase(found);
}

std::pair<std::string, std::string> splitOverride(const std::string& text) {
    const std::size_t equals = text.find('=');
    return {text.substr(0, equals), text.substr(equals + 1)};
}

Result<scene::Simulation> SceneSource::build(const exec::Exec& exec, int host_threads,
                                             std::string& warnings) const {
    scene::ReadResult result = read();
    std::string found = result.diagnostics.format(file, wholeText());
    if (!result.scene) return Error{ErrorKind::Input, std::move(found)};
    warnings += found;
    interaction.attachTo(*result.scene);
    return scene::Simulation::build(*result.scene, exec, host_threads);
}

}  // namespace talus::run
