#include "viewer/panels/settings_panel.h"

#include <algorithm>
#include <cstdio>
#include <functional>

#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include "viewer/commands/commands.h"
#include "viewer/panels/widgets.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

bool matches(const Setting& setting, const std::string& search) {
    return search.empty() || setting.path.find(search) != std::string::npos ||
           setting.doc.find(search) != std::string::npos;
}

using Set = std::function<void(const std::string& value)>;

/// A value as three numbers, as in [0.8, 0.66, 0.44]; black where it is not.
std::array<float, 3> colourOf(const std::string& value) {
    std::array<float, 3> colour{};
    std::sscanf(value.c_str(), "[%f, %f, %f]", &colour[0], &colour[1], &colour[2]);
    return colour;
}

void colourField(SettingsState& state, const Setting& setting, const Set& set) {
    auto colour = state.edited == setting.path ? state.edited_colour : colourOf(setting.value);
    if (ImGui::ColorEdit3("##value", colour.data(), ImGuiColorEditFlags_Float)) {
        state.edited = setting.path;
        state.edited_colour = colour;
    }
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        set(fmt::format("[{:.3f}, {:.3f}, {:.3f}]", colour[0], colour[1], colour[2]));
        state.edited.clear();
    }
}

void choiceField(const Setting& setting, const Set& set) {
    const bool quoted = setting.value.size() > 1 && setting.value.front() == '"';
    const std::string shown = quoted ? setting.value.substr(1, setting.value.size() - 2) : setting.value;
    if (!ImGui::BeginCombo("##value", shown.c_str())) return;
    for (const std::string& choice : setting.choices)
        if (ImGui::Selectable(choice.c_str(), choice == shown)) set(quotedWord(choice));
    ImGui::EndCombo();
}

/// Enter or leaving the field takes the value; Esc restores the old one.
void textField(SettingsState& state, const Setting& setting, const Set& set) {
    std::string value = state.edited == setting.path ? state.edited_text : setting.value;
    const bool entered = ImGui::InputText("##value", &value, ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGui::IsItemActive()) {
        state.edited = setting.path;
        state.edited_text = value;
    }
    const bool left = ImGui::IsItemDeactivated();
    if ((entered || ImGui::IsItemDeactivatedAfterEdit()) && value != setting.value) set(value);
    if (entered || left) state.edited.clear();
}

void settingRow(Viewer& viewer, SettingsState& state, const Setting& setting) {
    ImGui::PushID(setting.path.c_str());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    const ImVec4 changed = ImGui::GetStyle().Colors[ImGuiCol_PlotHistogram];
    setting.isDefault() ? text(setting.key) : ImGui::TextColored(changed, "%s", setting.key.c_str());
    tooltip(fmt::format("{}\n{}{}{}{}", setting.doc,
                        setting.unit.empty() ? "" : "Unit: " + setting.unit + ". ",
                        setting.range.empty() ? "" : "Range: " + setting.range + ". ",
                        setting.default_value.empty() ? "" : "Default: " + setting.default_value + ".",
                        setting.isDefault() ? "" : "\nDiffers from the default."));
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-FLT_MIN);
    const Set set = [&](const std::string& value) {
        execute(viewer, fmt::format("set {} {}", quotedWord(setting.path), quotedWord(value)));
    };
    ImGui::BeginDisabled(!viewer.isLive() || viewer.isRecording());
    if (setting.boolean) {
        bool value = setting.value == "true";
        if (ImGui::Checkbox("##value", &value)) set(value ? "true" : "false");
    } else if (setting.colour) {
        colourField(state, setting, set);
    } else if (!setting.choices.empty()) {
        choiceField(setting, set);
    } else {
        textField(state, setting, set);
    }
    ImGui::EndDisabled();
    ImGui::TableNextColumn();
    text(setting.unit);
    ImGui::TableNextColumn();
    if (!setting.isDefault() && viewer.isLive() && !viewer.isRecording()) {
        if (ImGui::SmallButton("x")) set(setting.default_value);
        tooltip("Back to the default, " + setting.default_value);
    }
    ImGui::PopID();
}

}  // namespace

void settingsTab(Viewer& viewer, SettingsState& state) {
    ImGui::SetNextItemWidth(-FLT_MIN);
    ImGui::InputTextWithHint("##search", "search settings", &state.search);
    if (viewer.isOpen() && !viewer.isLive())
        ImGui::TextDisabled("A recorded run: settings can be read only.");
    if (viewer.isRecording())
        ImGui::TextWrapped("This run is being recorded: settings stay as they are until the recording ends.");
    if (const auto& waiting = viewer.status().waiting; !waiting.empty()) {
        for (const std::string& each : waiting) text("waits: " + each);
        if (ImGui::Button("Reset and apply")) execute(viewer, "reset");
    }
    ImGui::BeginChild("tables", {}, false, ImGuiWindowFlags_NavFlattened);
    for (const SettingsTable& table : viewer.settings()) {
        const bool found = std::any_of(table.settings.begin(), table.settings.end(),
                                       [&](const Setting& s) { return matches(s, state.search); });
        if (!found) continue;
        const ImGuiTreeNodeFlags open =
            state.search.empty() ? ImGuiTreeNodeFlags_None : ImGuiTreeNodeFlags_DefaultOpen;
        const bool shown = ImGui::CollapsingHeader(table.title.c_str(), open);
        tooltip(table.doc);
        if (!shown) continue;
        if (!ImGui::BeginTable(table.title.c_str(), 4, ImGuiTableFlags_SizingStretchProp)) continue;
        ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthStretch, 0.38f);
        ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 0.38f);
        ImGui::TableSetupColumn("unit", ImGuiTableColumnFlags_WidthStretch, 0.18f);
        ImGui::TableSetupColumn("default", ImGuiTableColumnFlags_WidthStretch, 0.06f);
        for (const Setting& setting : table.settings)
            if (matches(setting, state.search)) settingRow(viewer, state, setting);
        ImGui::EndTable();
    }
    ImGui::EndChild();
}

}  // namespace talus::viewer
