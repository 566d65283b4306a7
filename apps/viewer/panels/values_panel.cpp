#include "viewer/panels/values_panel.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <imgui/imgui.h>

#include "talus/run/picture/look/caption.h"
#include "viewer/commands/commands.h"
#include "viewer/panels/widgets.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

void values(Viewer& viewer, const Picked& picked) {
    if (!ImGui::BeginTable("values", 2, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp)) return;
    for (const run::PickedValue& value : picked.values) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID(value.name.c_str());
        if (ImGui::Selectable(value.name.c_str())) execute(viewer, "follow-pick " + quotedWord(value.name));
        ImGui::PopID();
        tooltip(value.meaning + (value.meaning.empty() ? "" : "\n") + "Click: draw it over time in Plots.");
        ImGui::TableNextColumn();
        std::string numbers;
        for (const double component : value.components)
            numbers += fmt::format("{}{:.6g}", numbers.empty() ? "" : ", ", component);
        ImGui::TextWrapped("%s %s", numbers.c_str(), value.unit.c_str());
    }
    ImGui::EndTable();
}

/// A row for each contact. A click on it picks what the contact is with.
void contactRows(Viewer& viewer, const Picked& picked) {
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const char* column : {"with", "normal N", "tangential N", "overlap"})
        ImGui::TableSetupColumn(column);
    ImGui::TableHeadersRow();
    std::optional<int> clicked;
    ImGuiListClipper clipper;  // a wall may have thousands
    clipper.Begin(static_cast<int>(picked.contacts.size()));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            const run::PickedContact& contact = picked.contacts[static_cast<std::size_t>(row)];
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::PushID(row);
            if (ImGui::Selectable(contact.with.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
                clicked = row;
            ImGui::PopID();
            tooltip("Click: pick it.");
            ImGui::TableNextColumn();
            text(fmt::format("{:.4g}", contact.normal_force));
            ImGui::TableNextColumn();
            text(fmt::format("{:.4g}", contact.tangential_force));
            ImGui::TableNextColumn();
            text(run::lengthText(contact.overlap));
        }
    if (clicked) execute(viewer, fmt::format("pick-partner {}", *clicked + 1));
}

void contacts(Viewer& viewer, const Picked& picked) {
    ImGui::Separator();
    if (!picked.no_contacts.empty()) {
        ImGui::TextWrapped("%s", asSentence(picked.no_contacts).c_str());
        return;
    }
    const std::size_t count = picked.contacts.size();
    text(count == 0 ? "No contacts" : fmt::format("{} contact{}", count, count == 1 ? "" : "s"));
    tooltip("Forces > 0 push apart. An overlap < 0 is a gap across which the two attract each other.");
    if (count == 0) return;
    const ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY;
    const float rows = static_cast<float>(std::min<std::size_t>(count, 12)) + 1.5f;
    if (!ImGui::BeginTable("contacts", 4, flags, {0, rows * ImGui::GetTextLineHeightWithSpacing()})) return;
    contactRows(viewer, picked);
    ImGui::EndTable();
}

}  // namespace

void valuesTab(Viewer& viewer) {
    const auto& picked = viewer.picked();
    if (!picked) {
        ImGui::TextWrapped("Click on something in the picture to see all its values and contacts.");
        return;
    }
    text(viewer.pickName());
    ImGui::BeginChild("picked", {}, false, ImGuiWindowFlags_NavFlattened);
    const Picked shown = *picked;  // a copy: a click picks something else
    values(viewer, shown);
    contacts(viewer, shown);
    ImGui::EndChild();
}

}  // namespace talus::viewer
