#include "viewer/panels/widgets.h"

#include <imgui/imgui.h>

#include "viewer/viewer.h"

namespace talus::viewer {

void text(const std::string& line) { ImGui::TextUnformatted(line.c_str()); }

void execute(Viewer& viewer, const std::string& line) { (void)viewer.execute(line); }

std::string asSentence(std::string message) {
    if (message.empty()) return message;
    if (message[0] >= 'a' && message[0] <= 'z') message[0] = static_cast<char>(message[0] - 'a' + 'A');
    return message + ".";
}

void tooltip(const std::string& line) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 28);
    text(line);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

}  // namespace talus::viewer
