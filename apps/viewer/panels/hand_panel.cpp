#include "viewer/panels/hand_panel.h"

#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include "viewer/commands/commands.h"
#include "viewer/panels/widgets.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

bool button(Viewer& viewer, const std::string& label, const std::string& command, const char* tip) {
    const bool pressed = ImGui::Button(label.c_str());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tip);
    if (pressed) (void)viewer.execute(command);
    return pressed;
}

/// The pixel in the middle of the picture, as arguments of a command.
std::string middle(const Viewer& viewer) {
    return fmt::format("{} {}", viewer.width() / 2, viewer.height() / 2);
}

void tools(Viewer& viewer, const HandPanelState& state) {
    bool first = true;
    for (const std::string& kind : toolKinds()) {
        if (!first) ImGui::SameLine();
        first = false;
        const bool chosen = viewer.hands().on() && viewer.hands().tool().kind == kind;
        if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        button(
            viewer, kind, fmt::format("tool {} {:.6g}", kind, state.size),
            "Then drag in the picture: the tool enters under the mouse and follows it. The wheel pushes it "
            "away.");
        if (chosen) ImGui::PopStyleColor();
    }
    bool on = viewer.hands().on();
    if (ImGui::Checkbox("Dragging moves the tool (H)", &on))
        (void)viewer.execute(on ? "hand on" : "hand off");
    if (!viewer.hands().holdsTool()) return;
    button(viewer, "Turn left", "turn 15", "By 15 degrees about the vertical");
    ImGui::SameLine();
    button(viewer, "Turn right", "turn -15", "By 15 degrees about the vertical");
    ImGui::SameLine();
    button(viewer, "Tip", "turn 0 15", "By 15 degrees towards you");
    ImGui::SameLine();
    button(viewer, "Tip back", "turn 0 -15", "By 15 degrees away from you");
    button(viewer, "Put away", "put-away", "The tool leaves the scene (Backspace)");
}

void sources(Viewer& viewer, HandPanelState& state) {
    for (const std::string& kind : droppedKinds()) {
        button(viewer, "Drop a " + kind, fmt::format("drop {} {:.6g} {}", kind, state.size, middle(viewer)),
               "Above what is in the middle of the picture");
        ImGui::SameLine();
    }
    button(viewer, "Spout", "spout " + middle(viewer),
           "A source like that of the scene, above the middle of the picture");
    ImGui::SameLine();
    button(viewer, "Stop it", "stop-spout", "The newest spout stops");
    ImGui::InputTextWithHint("##mesh", "path of a mesh: STL, OBJ or PLY", &state.file);
    ImGui::BeginDisabled(state.file.empty());
    button(viewer, "As a tool", "tool " + quotedWord(state.file), "In metres, as the file is");
    ImGui::SameLine();
    button(viewer, "Drop it", fmt::format("drop {} 1 {}", quotedWord(state.file), middle(viewer)),
           "Above what is in the middle of the picture; a closed surface, in metres");
    ImGui::EndDisabled();
}

void movables(Viewer& viewer) {
    const std::string selected = viewer.hands().selected();
    for (const std::string& name : Hands::movable(viewer)) {
        const bool chosen = name == selected;
        if (ImGui::Selectable(name.c_str(), chosen))
            (void)viewer.execute("select " + (chosen ? std::string("none") : quotedWord(name)));
    }
}

}  // namespace

void handTab(Viewer& viewer, HandPanelState& state) {
    if (!viewer.isLive() || !viewer.shot()) {
        ImGui::TextWrapped("Open a scene file: a recorded run cannot be touched.");
        return;
    }
    const bool recording = viewer.isRecording();
    if (recording) {
        ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_PlotHistogram));
        ImGui::TextWrapped("%s", asSentence(Hands::not_while_recording).c_str());
        ImGui::PopStyleColor();
        button(viewer, "End the recording", "end-record",
               "With a checkpoint, from which talus resume goes on");
    }
    ImGui::BeginDisabled(recording);
    const auto largest = static_cast<float>(0.5 * Hands::sizeOf(*viewer.shot()->scene));
    if (state.size <= 0 || state.size > largest) state.size = largest / 8;
    ImGui::TextDisabled("Tools");
    ImGui::SliderFloat("size", &state.size, largest / 100, largest, "%.3g m", ImGuiSliderFlags_Logarithmic);
    tools(viewer, state);
    ImGui::Separator();
    ImGui::TextDisabled("Things that fall and flow");
    sources(viewer, state);
    ImGui::Separator();
    ImGui::TextDisabled("Move by handles");
    movables(viewer);
    ImGui::Separator();
    button(viewer, "Begin again without all this", "reset-hand",
           "A reset alone repeats what was done by hand. Save (Ctrl+S) writes it into the scene file.");
    ImGui::EndDisabled();
}

}  // namespace talus::viewer
