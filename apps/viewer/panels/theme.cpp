#include "viewer/panels/theme.h"

#include <filesystem>

#include <imgui/imgui.h>
#include <imgui/imgui_freetype.h>

namespace talus::viewer {

void setTheme(bool light, float scale) {
    ImGuiStyle style;
    light ? ImGui::StyleColorsLight(&style) : ImGui::StyleColorsDark(&style);
    const ImVec4 accent = light ? ImVec4{0.72f, 0.47f, 0.13f, 1} : ImVec4{0.85f, 0.65f, 0.36f, 1};  // sand
    const auto faint = [&](float alpha) { return ImVec4{accent.x, accent.y, accent.z, alpha}; };
    style.Colors[ImGuiCol_WindowBg] =
        light ? ImVec4{0.96f, 0.955f, 0.945f, 1} : ImVec4{0.11f, 0.115f, 0.125f, 1};
    style.Colors[ImGuiCol_PopupBg] = style.Colors[ImGuiCol_WindowBg];
    style.Colors[ImGuiCol_MenuBarBg] =
        light ? ImVec4{0.91f, 0.90f, 0.885f, 1} : ImVec4{0.15f, 0.155f, 0.165f, 1};
    for (const int colour : {ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed})
        style.Colors[colour] = style.Colors[ImGuiCol_MenuBarBg];
    style.Colors[ImGuiCol_PlotHistogram] = accent;  // what differs from its default
    for (const int colour : {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
        style.Colors[colour] = accent;
    for (const int colour : {ImGuiCol_Button, ImGuiCol_Header, ImGuiCol_FrameBg, ImGuiCol_Tab,
                             ImGuiCol_TableHeaderBg, ImGuiCol_ResizeGrip})
        style.Colors[colour] = faint(0.16f);
    for (const int colour : {ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered, ImGuiCol_FrameBgHovered,
                             ImGuiCol_TabHovered, ImGuiCol_TabActive})
        style.Colors[colour] = faint(0.34f);
    for (const int colour : {ImGuiCol_ButtonActive, ImGuiCol_HeaderActive, ImGuiCol_FrameBgActive})
        style.Colors[colour] = faint(0.5f);
    style.WindowBorderSize = 0;
    style.FrameRounding = style.GrabRounding = style.TabRounding = style.PopupRounding = 4;
    style.WindowPadding = {10, 8};
    style.ItemSpacing = {8, 5};
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

void loadFont(float scale) {
    constexpr const char* file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    // Latin, superscripts and the minus sign: pairs of first and last.
    static constexpr ImWchar characters[] = {0x20, 0xff, 0x2070, 0x207f, 0x2212, 0x2212, 0};
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    std::error_code code;
    if (std::filesystem::exists(file, code))
        fonts.AddFontFromFileTTF(file, 15 * scale, nullptr, characters);
    else
        ImGui::GetIO().FontGlobalScale = scale;
}

}  // namespace talus::viewer
