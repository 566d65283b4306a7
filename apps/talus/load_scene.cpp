#include "load_scene.h"

#include <fmt/format.h>

#include "report.h"
#include "talus/core/text_file.h"
#include "talus/run/folder.h"
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "talus/settings/fill.h"
#include "talus/settings/findings.h"

namespace talus::cli {

namespace {

/// What readScene() found, with the option that gave an override in place of `--set`.
Diagnostics withOptions(const Diagnostics& found, const std::vector<std::string>& options) {
    Diagnostics named;
    for (const std::string& option : options) named.addSource(option, "");
    for (Diagnostic each : found.items()) {
        // The option says where, since each gives one value.
        if (each.span.source > 0) each.span.line = 0;
        named.add(std::move(each));
    }
    return named;
}

/// The warnings of overrides.
Diagnostics ofOverrides(const Diagnostics& found, const std::vector<std::string>& options) {
    Diagnostics some;
    for (const std::string& option : options) some.addSource(option, "");
    for (const Diagnostic& each : found.items())
        if (each.span.source > 0) some.add(each);
    return some;
}

std::optional<LoadedScene> load(const std::string& path, Result<std::string> text,
                                const std::vector<std::string>& overrides, std::string_view undone,
                                bool warns, int& exit_code, const std::vector<std::string>& options = {}) {
    if (!text) {
        exit_code = fail(text.error());
        return std::nullopt;
    }
    scene::ReadResult result =
        scene::readScene(*text, path, overrides, scene::thisMachine(), run::readRasterGround);
    if (!options.empty()) result.diagnostics = withOptions(result.diagnostics, options);
    if (warns || !result.scene)
        sayOnStderr(result.diagnostics.format(path, *text));
    else if (!options.empty())
        sayOnStderr(ofOverrides(result.diagnostics, options).format(path, *text));
    if (!result.scene) {
        sayOnStderr(fmt::format("{}{}{}\n", result.diagnostics.counts(), undone.empty() ? "" : "; ", undone));
        exit_code = static_cast<int>(ErrorKind::Input);
        return std::nullopt;
    }
    return LoadedScene{std::move(*result.scene), std::move(*text), path, overrides};
}

}  // namespace

std::optional<LoadedScene> loadScene(const std::string& path, const std::vector<std::string>& overrides,
                                     std::string_view undone, int& exit_code) {
    return load(path, readTextFile(path), overrides, undone, true, exit_code);
}

int failAt(const LoadedScene& loaded, std::string_view section, std::string_view key, const Error& error) {
    Diagnostics diagnostics;
    auto root = settings::parseToml(loaded.text, 0, diagnostics);
    if (error.kind != ErrorKind::Input || !root) return fail(error);
    settings::applyOverrides(scene::registry(), loaded.overrides, *root, diagnostics);
    diagnostics.error(settings::spanOf(*root, section, 0, key), error.message);
    sayOnStderr(diagnostics.format(loaded.path, loaded.text));
    return static_cast<int>(error.kind);
}

std::optional<LoadedScene> loadSceneOf(const std::filesystem::path& folder, std::string_view undone,
                                       int& exit_code, const std::vector<std::string>& overrides,
                                       const std::vector<std::string>& options) {
    constexpr std::uint64_t max_bytes = std::uint64_t{1} << 24;
    const auto file = run::layout::scene(folder);
    return load(file.string(), io::readFile(file, max_bytes), overrides, undone, false, exit_code, options);
}

}  // namespace talus::cli
