#include "viewer/hand/object_tables.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "talus/run/session/interaction.h"
#include "talus/scene/reader.h"
#include "viewer/commands/commands.h"

namespace talus::viewer {
namespace {

using run::vectorText;

/// A part of a tool: a [[body]] that moves with the group.
std::string part(const ObjectEntry& entry, std::size_t number, const std::string& shape, const Vec3d& offset,
                 const Vec3d& rotation = {}) {
    std::string text = fmt::format(
        "[[body]]\nname = \"{}-{}\"\nmaterial = {}\n{}position = {}\nmotion = \"prescribed\"\ngroup = "
        "\"{}\"\n"
        "enters = {}\n",
        entry.name, number, quotedWord(entry.material), shape, vectorText(entry.position + offset),
        entry.name, entry.time);
    if (rotation != Vec3d{}) text += fmt::format("rotation = {}\n", vectorText(rotation));
    return text;
}

std::string sphere(double radius) { return fmt::format("shape = \"sphere\"\nradius = {}\n", radius); }
std::string box(const Vec3d& size) { return fmt::format("shape = \"box\"\nsize = {}\n", vectorText(size)); }
std::string capsule(double radius, double length) {
    return fmt::format("shape = \"capsule\"\nradius = {}\nlength = {}\n", radius, length);
}
std::string mesh(const std::string& file, double scale) {
    return fmt::format("shape = \"mesh\"\nfile = {}\nscale = {}\n", quotedWord(file), scale);
}

/// A beam along x with five tines downwards.
std::vector<std::string> rake(double width, const ObjectEntry& entry) {
    constexpr int tines = 5;
    constexpr double quarter_turn = 1.5707963267948966;
    const double radius = 0.03 * width, depth = 0.35 * width;
    std::vector<std::string> parts{part(entry, 0, capsule(radius, width), {}, {0, quarter_turn, 0})};
    for (int k = 0; k < tines; ++k)
        parts.push_back(part(entry, parts.size(), capsule(radius, depth),
                             {width * (static_cast<double>(k) / (tines - 1) - 0.5), 0, -0.5 * depth}));
    return parts;
}

/// A box without a lid: its bottom and four sides.
std::vector<std::string> bucket(double width, const ObjectEntry& entry) {
    const double thick = 0.06 * width, height = 0.8 * width, away = 0.5 * (width - thick);
    const Vec3d across{thick, width, height}, along{width - 2 * thick, thick, height};
    return {part(entry, 0, box({width, width, thick}), {0, 0, -0.5 * (height + thick)}),
            part(entry, 1, box(across), {-away, 0, 0}), part(entry, 2, box(across), {away, 0, 0}),
            part(entry, 3, box(along), {0, -away, 0}), part(entry, 4, box(along), {0, away, 0})};
}

bool has(const settings::Section& section, std::string_view key) { return !section.rows(key).empty(); }

/// Whether a section describes sources that one can aim and switch.
bool isSource(const settings::Section& section) {
    return section.many && section.named() && has(section, "centre") && has(section, "direction") &&
           has(section, "start") && has(section, "stop");
}

/// The keys that a spout sets itself, or that would end it.
bool isOwnKey(std::string_view key) {
    constexpr std::string_view keys[] = {"name",  "centre", "direction", "start",  "stop",      "times",
                                         "rates", "speeds", "count",     "volume", "carried_by"};
    return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

/// The value that another table of the same method has for a key; nothing where none has it.
std::optional<std::string> valueBeside(const settings::Registry& registry, const std::vector<void*>& owners,
                                       const settings::Section& section, std::string_view key) {
    for (const settings::Section& other : registry.sections()) {
        if (other.owner != section.owner || !other.many || other.name == section.name) continue;
        for (std::size_t i = 0; i < other.size(owners[other.owner]); ++i) {
            const void* object = other.object(owners[other.owner], i);
            for (const settings::Parameter* row : other.rows(key))
                if (other.applies(*row, object)) return settings::toToml(row->get(object), *row);
        }
    }
    return std::nullopt;
}

/// Whether a scene has a table of the method to which a section belongs.
bool isUsed(const settings::Registry& registry, const std::vector<void*>& owners,
            const settings::Section& section) {
    return std::any_of(registry.sections().begin(), registry.sections().end(), [&](const auto& other) {
        return other.owner == section.owner && other.many && other.size(owners[other.owner]) > 0;
    });
}

std::string spoutHead(const settings::Section& section, const ObjectEntry& entry, const Vec3d& direction) {
    return fmt::format("[[{}]]\nname = \"{}\"\ncentre = {}\ndirection = {}\nstart = {}\n", section.name,
                       entry.name, vectorText(entry.position), vectorText(direction), entry.time);
}

}  // namespace

const std::vector<std::string>& toolKinds() {
    static const std::vector<std::string> kinds{"ball", "rake", "bucket", "box"};
    return kinds;
}
const std::vector<std::string>& droppedKinds() {
    static const std::vector<std::string> kinds{"ball", "box"};
    return kinds;
}

std::vector<std::string> toolTables(const ObjectShape& shape, const ObjectEntry& entry) {
    if (shape.kind == "ball") return {part(entry, 0, sphere(0.5 * shape.size), {})};
    if (shape.kind == "box") return {part(entry, 0, box(Vec3d{1, 1, 1} * shape.size), {})};
    if (shape.kind == "rake") return rake(shape.size, entry);
    if (shape.kind == "bucket") return bucket(shape.size, entry);
    return {part(entry, 0, mesh(shape.kind, shape.size), {})};
}

std::vector<std::string> droppedTables(const ObjectShape& shape, const ObjectEntry& entry) {
    const std::string body = shape.kind == "ball"  ? sphere(0.5 * shape.size)
                             : shape.kind == "box" ? box(Vec3d{1, 1, 1} * shape.size)
                                                   : mesh(shape.kind, shape.size);
    return {fmt::format("[[body]]\nname = \"{}\"\nmaterial = {}\n{}position = {}\nenters = {}\n", entry.name,
                        quotedWord(entry.material), body, vectorText(entry.position), entry.time)};
}

Result<std::vector<std::string>> spoutTables(const scene::Scene& scene, const ObjectEntry& entry,
                                             const Vec3d& direction, const SpoutOpening& opening) {
    const settings::Registry registry = scene::registryOf(*scene.methods);
    const std::vector<void*> owners = scene::ownersOf(scene);
    // A copy of the scene's first source.
    for (const settings::Section& section : registry.sections()) {
        if (!isSource(section)) continue;
        for (std::size_t i = 0; i < section.size(owners[section.owner]); ++i) {
            const void* object = section.object(owners[section.owner], i);
            if (!section.applies(*section.rows("centre").front(), object)) continue;
            std::string text = spoutHead(section, entry, direction);
            for (const settings::Parameter& row : section.parameters) {
                if (isOwnKey(row.key) || !section.applies(row, object)) continue;
                const std::string value = settings::toToml(row.get(object), row);
                if (row.required || value != settings::toToml(section.defaultOf(row), row))
                    text += fmt::format("{} = {}\n", row.key, value);
            }
            return std::vector<std::string>{text};
        }
    }
    for (const settings::Section& section : registry.sections()) {
        if (!isSource(section) || !isUsed(registry, owners, section)) continue;
        std::string text = spoutHead(section, entry, direction) +
                           fmt::format("radius = {}\nspeed = {}\n", opening.radius, opening.speed);
        bool complete = true;
        for (const settings::Parameter& row : section.parameters) {
            if (isOwnKey(row.key) || row.key == "radius" || row.key == "speed" ||
                !section.applies(row, section.defaults.get()))
                continue;
            const auto value = valueBeside(registry, owners, section, row.key);
            if (value && row.key != "shape") text += fmt::format("{} = {}\n", row.key, *value);
            complete = complete && (value || !row.required);
        }
        if (complete) return std::vector<std::string>{text};
    }
    return Error{ErrorKind::Input,
                 "nothing in the scene says what should flow; write a source into the scene file, such as "
                 "[[emitter]], [[inflow]] or [[particle_emitter]] (talus explain)"};
}

}  // namespace talus::viewer
