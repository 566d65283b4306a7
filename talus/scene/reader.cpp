#include "talus/scene/reader.h"

#include <unistd.h>

#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "talus/scene/passes.h"

namespace talus::scene {
namespace {

/// The parser would copy a larger text several times.
constexpr std::size_t largest_text = std::size_t{16} << 20;

/// Directions whose length means nothing are stored as units. One that is a unit already stays as it is, bit
/// by bit, so that a scene survives being written and read.
void normalizeDirections(Scene& scene) {
    constexpr double round_off = 1e-14;
    const auto normalize = [](Vec3d& direction) {
        if (std::abs(squaredLength(direction) - 1) > round_off) direction = normalized(direction);
    };
    for (grains::Wall& wall : scene.walls) normalize(wall.plane.normal);
    for (grains::Sink& sink : scene.sinks) normalize(sink.plane.normal);
}

void readInto(ReadResult& result, std::string_view text, const std::string& folder,
              std::span<const std::string> overrides, const Machine& machine, const RasterReader& rasters) {
    Diagnostics& diagnostics = result.diagnostics;
    if (text.size() > largest_text)
        return diagnostics.error({}, "the text is larger than 16 MiB", "a scene file is a short text");
    std::optional<Entries> root = parseToml(text, 0, diagnostics);
    if (!root) return;
    applyOverrides(overrides, *root, diagnostics);
    Scene scene = fillScene(*root, diagnostics);
    if (diagnostics.hasErrors()) return;

    loadMeshes(scene, folder, *root, diagnostics);
    loadImports(scene, folder, *root, diagnostics);
    if (diagnostics.hasErrors()) return;
    loadRaster(scene, folder, rasters, *root, diagnostics);
    makeGround(scene, *root, diagnostics);
    if (diagnostics.hasErrors()) return;
    makeBodies(scene, folder, *root, diagnostics);
    if (diagnostics.hasErrors()) return;

    Checked checked{scene, *root, diagnostics};
    checkSizes(checked);
    if (diagnostics.hasErrors()) return;
    checkHybrid(checked);
    if (diagnostics.hasErrors()) return;
    checkReferences(checked);
    checkContacts(checked);
    if (!diagnostics.hasErrors()) checkFixed(checked);
    checkGeometry(checked);
    checkGround(checked);
    if (!diagnostics.hasErrors()) checkBodies(checked);
    checkEmitters(checked);
    checkOverlaps(checked);
    if (diagnostics.hasErrors()) return;
    normalizeDirections(scene);

    checkFeasibility(checked, machine);
    if (!diagnostics.hasErrors()) result.scene = std::move(scene);
}

}  // namespace

Machine thisMachine() {
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    return {.memory_bytes =
                pages > 0 && bytes > 0 ? static_cast<double>(pages) * static_cast<double>(bytes) : 0};
}

std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 64;
    std::string out = "'";
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto byte = static_cast<unsigned char>(word[i]);
        if (i >= longest && (byte & 0xc0) != 0x80) return out + "...'";
        out += byte < 0x20 || byte == 0x7f ? '?' : word[i];
    }
    return out + "'";
}

double roundedDown(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::floor(value / unit) * unit;
}

SourceSpan Checked::place(std::string_view section, std::size_t index, std::string_view key) const {
    const Entries* entries = &root;
    SourceSpan span;
    if (!section.empty()) {
        const Entry* entry = find(root, section);
        if (!entry) return {};
        const Node* node = &entry->node;
        if (const List* list = std::get_if<List>(&node->value)) {
            if (index >= list->size()) return entry->span;
            node = &(*list)[index];
        }
        entries = std::get_if<Entries>(&node->value);
        span = node->span;
    }
    const Entry* given = entries ? find(*entries, key) : nullptr;
    return given ? given->node.span : span;
}

void Checked::warn(SourceSpan span, std::string message, std::string hint) {
    if (diagnostics.warningCount() < most_findings)
        diagnostics.warning(span, std::move(message), std::move(hint));
}

ReadResult readScene(std::string_view text, std::string_view file_name,
                     std::span<const std::string> overrides, const Machine& machine,
                     const RasterReader& rasters) {
    ReadResult result;
    const std::string folder = std::filesystem::path(file_name).parent_path().string();
    readInto(result, text, folder, overrides, machine, rasters);
    result.diagnostics.sortByPlace();
    if (full(result.diagnostics) || result.diagnostics.warningCount() >= most_findings)
        result.diagnostics.note({},
                                fmt::format("there may be more; no more than {} are told", most_findings));
    return result;
}

}  // namespace talus::scene
