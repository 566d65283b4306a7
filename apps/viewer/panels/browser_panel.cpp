#include "viewer/panels/browser_panel.h"

#include <algorithm>

#include <imgui/imgui_stdlib.h>

#include "viewer/commands/commands.h"

namespace talus::viewer {
namespace {

bool matches(const SceneEntry& scene, const std::string& search) {
    return search.empty() || scene.name.find(search) != std::string::npos ||
           scene.summary.find(search) != std::string::npos;
}

/// @return whether it was clicked
bool card(const SceneEntry& scene, ImTextureID texture, float width) {
    ImGui::PushID(scene.path.c_str());
    ImGui::BeginGroup();
    const ImVec2 size{width, width * 9 / 16};
    const bool clicked = texture != nullptr ? ImGui::ImageButton(texture, size, {0, 0}, {1, 1}, 0)
                                            : ImGui::Button("##picture", size);
    ImGui::TextUnformatted(scene.name.c_str());
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextDisabled("%s", scene.summary.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    ImGui::PopID();
    return clicked;
}

void tooltip(const std::string& text) {
    if (ImGui::IsItemHovered() && !text.empty()) ImGui::SetTooltip("%s", text.c_str());
}

/// @return the path that was clicked
const std::string* recentFiles(const Viewer& viewer, const std::string& search) {
    const std::string* clicked = nullptr;
    if (viewer.recentFiles().all().empty()) return clicked;
    ImGui::TextDisabled("Opened last");
    for (const RecentFile& file : viewer.recentFiles().all()) {
        if (file.path.find(search) == std::string::npos) continue;
        ImGui::BeginDisabled(file.missing);
        if (ImGui::Selectable(file.path.c_str())) clicked = &file.path;
        ImGui::EndDisabled();
        if (file.missing) {
            ImGui::SameLine();
            ImGui::TextDisabled("missing");
        }
    }
    ImGui::Spacing();
    return clicked;
}

/// @return the template that was clicked
const SceneEntry* templates(const Viewer& viewer, BrowserState& state) {
    const SceneEntry* clicked = nullptr;
    if (viewer.templates().empty()) return clicked;
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("Begin a new scene in the file");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 16);
    ImGui::InputText("##new file", &state.new_file);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("from a template:");
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    bool first = true;
    for (const SceneEntry& entry : viewer.templates()) {
        if (!matches(entry, state.search)) continue;
        const float width = ImGui::CalcTextSize(entry.name.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
        if (!first && ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width < right)
            ImGui::SameLine();
        first = false;
        if (ImGui::Button(entry.name.c_str())) clicked = &entry;
        tooltip(entry.summary);
    }
    ImGui::Spacing();
    return clicked;
}

}  // namespace

void drawBrowser(Viewer& viewer, BrowserState& state, float scale,
                 const std::function<ImTextureID(const std::filesystem::path&)>& textures) {
    ImGui::TextUnformatted("Open a scene, drop a file on the window, or press Ctrl+O.");
    ImGui::SetNextItemWidth(std::min(400 * scale, ImGui::GetContentRegionAvail().x));
    ImGui::InputTextWithHint("##search scenes", "search scenes", &state.search);
    ImGui::BeginChild("scenes", {}, false, ImGuiWindowFlags_NavFlattened);
    const std::string* recent = recentFiles(viewer, state.search);
    const SceneEntry* chosen = templates(viewer, state);
    ImGui::TextDisabled("Scenes that come with Talus");
    const float spacing = ImGui::GetStyle().ItemSpacing.x, available = ImGui::GetContentRegionAvail().x;
    const int columns = std::max(1, static_cast<int>(available / (220 * scale)));
    const float width = available / static_cast<float>(columns) - spacing;
    const SceneEntry* clicked = nullptr;
    if (ImGui::BeginTable("cards", columns)) {
        for (const SceneEntry& scene : viewer.scenes()) {
            if (!matches(scene, state.search)) continue;
            ImGui::TableNextColumn();
            // Pictures out of sight are not read yet.
            const bool visible = ImGui::IsRectVisible({width, width});
            if (card(scene, visible ? textures(scene.picture) : nullptr, width)) clicked = &scene;
        }
        ImGui::EndTable();
    }
    ImGui::EndChild();
    const std::string path = recent != nullptr ? *recent : clicked != nullptr ? clicked->path : "";
    if (!path.empty()) (void)viewer.execute("open " + quotedWord(path));
    if (chosen != nullptr)
        (void)viewer.execute("new " + quotedWord(chosen->name) + " " + quotedWord(state.new_file));
}

}  // namespace talus::viewer
