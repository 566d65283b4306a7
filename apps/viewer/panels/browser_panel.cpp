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

}  // namespace

void drawBrowser(Viewer& viewer, std::string& search, float scale,
                 const std::function<ImTextureID(const std::filesystem::path&)>& textures) {
    ImGui::TextUnformatted("Open a scene, drop a file on the window, or press Ctrl+O.");
    ImGui::SetNextItemWidth(std::min(400 * scale, ImGui::GetContentRegionAvail().x));
    ImGui::InputTextWithHint("##search scenes", "search scenes", &search);
    ImGui::BeginChild("scenes");
    const float spacing = ImGui::GetStyle().ItemSpacing.x, available = ImGui::GetContentRegionAvail().x;
    const int columns = std::max(1, static_cast<int>(available / (220 * scale)));
    const float width = available / static_cast<float>(columns) - spacing;
    const SceneEntry* clicked = nullptr;
    if (ImGui::BeginTable("cards", columns)) {
        for (const SceneEntry& scene : viewer.scenes()) {
            if (!matches(scene, search)) continue;
            ImGui::TableNextColumn();
            // Pictures out of sight are not read yet.
            const bool visible = ImGui::IsRectVisible({width, width});
            if (card(scene, visible ? textures(scene.picture) : nullptr, width)) clicked = &scene;
        }
        ImGui::EndTable();
    }
    ImGui::EndChild();
    if (clicked != nullptr) (void)viewer.execute("open " + quotedWord(clicked->path));
}

}  // namespace talus::viewer
