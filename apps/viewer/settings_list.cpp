#include "viewer/settings_list.h"

#include <fmt/format.h>

#include "talus/scene/reader.h"

namespace talus::viewer {
namespace {

/// The path of a table in commands: "fill.lump", "contact[0]", "time"; "" for the top of the file.
std::string pathOf(const settings::Section& section, const void* object, std::size_t index) {
    if (!section.many) return std::string(section.name);
    if (section.named())
        return fmt::format("{}.{}", section.name,
                           std::get<std::string>(section.rows("name").front()->get(object)));
    return fmt::format("{}[{}]", section.name, index);
}

std::string titleOf(const settings::Section& section, const void* object, std::size_t index) {
    if (!section.many) return section.title();
    if (section.named())
        return fmt::format("{} {}", section.title(),
                           std::get<std::string>(section.rows("name").front()->get(object)));
    return fmt::format("{} {}", section.title(), index);
}

Setting settingOf(const settings::Section& section, const settings::Parameter& row, const void* object,
                  const std::string& table) {
    Setting setting;
    setting.key = row.key;
    setting.path = table.empty() ? setting.key : table + "." + setting.key;
    setting.value = settings::toToml(row.get(object), row);
    if (!row.required) setting.default_value = settings::toToml(section.defaultOf(row), row);
    setting.unit = row.unit;
    setting.range = row.range.text();
    setting.doc = row.doc;
    setting.choices.assign(row.choices.begin(), row.choices.end());
    setting.boolean = row.kind == settings::Kind::Boolean;
    setting.colour = row.kind == settings::Kind::Vector && (row.key == "colour" || row.key == "background");
    return setting;
}

}  // namespace

std::vector<SettingsTable> settingsOf(const scene::Scene& scene) {
    const settings::Registry registry = scene::registryOf(*scene.methods);
    const std::vector<void*> owners = scene::ownersOf(scene);
    std::vector<SettingsTable> tables;
    for (const settings::Section& section : registry.sections())
        for (std::size_t i = 0; i < section.size(owners[section.owner]); ++i) {
            const void* object = section.object(owners[section.owner], i);
            SettingsTable table{titleOf(section, object, i), std::string(section.doc)};
            const std::string path = pathOf(section, object, i);
            for (const settings::Parameter& row : section.parameters)
                if (section.applies(row, object))
                    table.settings.push_back(settingOf(section, row, object, path));
            tables.push_back(std::move(table));
        }
    return tables;
}

}  // namespace talus::viewer
