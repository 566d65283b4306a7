#include "viewer/panels/panels.h"

#include <algorithm>

#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>
#include <imgui/imgui_stdlib.h>

#include "viewer/commands/commands.h"
#include "viewer/panels/status_line.h"
#include "viewer/panels/values_panel.h"
#include "viewer/panels/widgets.h"

namespace talus::viewer {
namespace {

constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoTitleBar |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNavFocus;

void menuOf(Viewer& viewer, std::string_view menu) {
    for (const Command& command : commands()) {
        if (command.menu != menu) continue;
        std::string label(command.name);
        std::replace(label.begin(), label.end(), '-', ' ');
        if (ImGui::MenuItem(label.c_str(), std::string(command.key).c_str()))
            execute(viewer, std::string(command.name));
        tooltip(std::string(command.help));
    }
}

/// Shows where the keyboard is.
void showFocus() {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    context.NavDisableHighlight = false;
    context.NavDisableMouseHover = true;
}

/// @param keyboard whether the menus get the keyboard
float menuBar(Viewer& viewer, PanelState& state, bool keyboard) {
    if (!ImGui::BeginMainMenuBar()) return 0;
    if (keyboard) {
        ImGuiWindow* bar = ImGui::GetCurrentWindow();
        ImGui::FocusWindow(bar);
        ImGui::SetNavID(bar->GetID("File"), ImGuiNavLayer_Menu, 0, {});
        showFocus();
    }
    if (ImGui::BeginMenu("File")) {
        if (ImGui::MenuItem("open ...", "Ctrl+O")) state.asks_for_path = true;
        menuOf(viewer, "File");
        ImGui::EndMenu();
    }
    for (const char* menu : {"Run", "View", "Help"})
        if (ImGui::BeginMenu(menu)) {
            menuOf(viewer, menu);
            if (std::string_view(menu) == "View") {
                if (ImGui::BeginMenu("camera")) {
                    for (const std::string& name : viewer.cameras())
                        if (ImGui::MenuItem(name.c_str())) execute(viewer, "camera " + name);
                    ImGui::EndMenu();
                }
                if (ImGui::BeginMenu("bookmark", !viewer.bookmarks().all().empty())) {
                    for (const Bookmark& bookmark : viewer.bookmarks().all())
                        if (ImGui::MenuItem(bookmark.name.c_str()))
                            execute(viewer, "go " + quotedWord(bookmark.name));
                    ImGui::EndMenu();
                }
                if (ImGui::BeginMenu("colour")) {
                    for (const std::string& name : viewer.colours())
                        if (ImGui::MenuItem(name.c_str(), nullptr, viewer.colour() == name))
                            execute(viewer, "colour " + name);
                    ImGui::EndMenu();
                }
                if (ImGui::MenuItem(viewer.light() ? "dark theme" : "light theme"))
                    execute(viewer, viewer.light() ? "theme dark" : "theme light");
            }
            ImGui::EndMenu();
        }
    const float height = ImGui::GetWindowHeight();
    ImGui::EndMainMenuBar();
    return height;
}

void messagesTab(const Viewer& viewer) {
    ImGui::BeginChild("messages", {}, false, ImGuiWindowFlags_NavFlattened);
    for (const std::string& message : viewer.messages()) {
        ImGui::TextWrapped("%s", message.c_str());
        ImGui::Separator();
    }
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) ImGui::SetScrollHereY(1);
    ImGui::EndChild();
}

/// @param part that shall be in front; another one: the tabs stay as they are
void sidePanel(Viewer& viewer, PanelState& state, Part part) {
    if (!ImGui::BeginTabBar("side")) return;
    const auto tab = [&](const char* name, Part of) {
        const ImGuiTabItemFlags flags = part == of ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None;
        const bool shown = ImGui::BeginTabItem(name, nullptr, flags);
        if (part == of) {
            const ImGuiTabBar& bar = *ImGui::GetCurrentContext()->CurrentTabBar;
            const ImGuiID chosen = bar.NextSelectedTabId != 0 ? bar.NextSelectedTabId : bar.SelectedTabId;
            ImGui::SetNavID(chosen, ImGuiNavLayer_Main, 0, {});
        }
        return shown;
    };
    if (tab("Settings", Part::Settings)) {
        settingsTab(viewer, state.settings);
        ImGui::EndTabItem();
    }
    if (tab("Look", Part::Look)) {
        lookTab(viewer, state.look);
        ImGui::EndTabItem();
    }
    if (tab("Values", Part::Values)) {
        valuesTab(viewer);
        ImGui::EndTabItem();
    }
    if (tab("Plots", Part::Plots)) {
        plotsTab(viewer, state.plots);
        ImGui::EndTabItem();
    }
    if (tab("Hand", Part::Hand)) {
        handTab(viewer, state.hand);
        ImGui::EndTabItem();
    }
    if (tab("Messages", Part::Messages)) {
        messagesTab(viewer);
        ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
}

void timeline(Viewer& viewer) {
    const SourceStatus& status = viewer.status();
    if (ImGui::Button(status.playing ? "Pause" : "Run")) execute(viewer, "toggle");
    tooltip("Space");
    for (const auto& [label, command, key] : {std::tuple{"<", "previous-frame", "Left: one frame back"},
                                              {">", "next-frame", "Right: one frame on"},
                                              {"Step", "step", ". : one time step"},
                                              {"Reset", "reset", "R: begin again"}}) {
        ImGui::SameLine();
        if (ImGui::Button(label)) execute(viewer, command);
        tooltip(key);
    }
    const auto shot = viewer.shot();
    if (!shot) return;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-FLT_MIN);
    int frame = static_cast<int>(shot->number);
    if (ImGui::SliderInt("##frame", &frame, 0, std::max(1, static_cast<int>(status.frames)), "frame %d",
                         ImGuiSliderFlags_AlwaysClamp))
        execute(viewer, fmt::format("seek {}", frame));
    const std::vector<StatusPart> parts = statusParts(viewer);
    const float width = ImGui::GetContentRegionAvail().x;
    const auto widthOf = [](const std::string& line) { return ImGui::CalcTextSize(line.c_str()).x; };
    text(statusLine(parts, width, widthOf));
    tooltip(statusLine(parts, 1e9f, widthOf));
    if (!viewer.messages().empty()) {
        const std::string& last = viewer.messages().back();
        ImGui::TextDisabled("%s", last.substr(0, last.find('\n')).c_str());
    }
}

/// What the mouse and the most important keys do, until the user has done a few things.
void hints(const Viewer& viewer, const PictureArea& area, float scale) {
    constexpr int enough = 4;  // commands
    if (!viewer.isOpen() || viewer.browses() || viewer.executed() > enough) return;
    ImGui::SetNextWindowPos({area.x + 14 * scale, area.y + 14 * scale});
    ImGui::SetNextWindowBgAlpha(0.75f);
    if (ImGui::Begin("##hints", nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                         ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing |
                         ImGuiWindowFlags_NoNav)) {
        text("Space runs and pauses, Left and Right go a frame back and on.");
        text("Drag orbits, the right button pans, the wheel zooms.");
        text("A click shows values and contacts of what is under the mouse.");
        text("F1 lists keys and commands.");
    }
    ImGui::End();
}

void helpWindow(Viewer& viewer, const PanelState& state) {
    if (!viewer.helpShown()) return;
    bool open = true;
    ImGui::SetNextWindowSize(
        {std::min(1080 * state.scale, 0.9f * ImGui::GetIO().DisplaySize.x), 520 * state.scale},
        ImGuiCond_Appearing);
    if (ImGui::Begin("Keys and commands", &open)) {
        text(
            "Mouse: drag to orbit, with the right button to pan, wheel to zoom, click to pick. W, S, A, D, "
            "E, Q fly. H: dragging moves the tool of the tab Hand.");
        if (ImGui::BeginTable("commands", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit)) {
            for (const Command& command : commands()) {
                ImGui::TableNextRow();
                ImGui::TableNextColumn();
                text(std::string(command.key));
                ImGui::TableNextColumn();
                text(fmt::format("{} {}", command.name, command.arguments));
                ImGui::TableNextColumn();
                text(std::string(command.help));
            }
            ImGui::EndTable();
        }
    }
    ImGui::End();
    if (!open) execute(viewer, "help off");
}

bool escapePressed() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false); }

void dialogs(Viewer& viewer, PanelState& state) {
    if (state.asks_for_path) {
        ImGui::OpenPopup("Open");
        state.asks_for_path = false;
    }
    if (ImGui::BeginPopupModal("Open", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) {
        text("A scene file (.toml) or a run folder. Files can also be dropped on the window.");
        ImGui::SetNextItemWidth(480 * state.scale);
        if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
        const bool entered =
            ImGui::InputText("##path", &state.open_path, ImGuiInputTextFlags_EnterReturnsTrue);
        if (ImGui::Button("Open") || entered) {
            execute(viewer, "open " + quotedWord(state.open_path));
            ImGui::CloseCurrentPopup();
        }
        ImGui::SameLine();
        if (ImGui::Button("Cancel") || escapePressed()) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    if (viewer.asksToQuit()) ImGui::OpenPopup("Quit?");
    if (ImGui::BeginPopupModal("Quit?", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) {
        text("This was changed and is not saved:");
        for (const std::string& change : viewer.changes()) text("  " + change);
        if (viewer.hands().unsaved()) text("  what was added and moved by hand");
        if (ImGui::Button("Save and quit")) {
            execute(viewer, "quit save");
            if (!viewer.hasQuit()) {  // a message says why
                viewer.keepOpen();
                ImGui::CloseCurrentPopup();
            }
        }
        ImGui::SameLine();
        if (ImGui::Button("Quit without saving")) execute(viewer, "quit discard");
        ImGui::SameLine();
        if (ImGui::Button("Go on") || escapePressed()) {
            viewer.keepOpen();
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndPopup();
    }
}

/// The part of the window that a command gave the keyboard since the last picture.
Part takePart(Viewer& viewer, PanelState& state) {
    const auto part = viewer.takeFocus();
    if (!part) return Part::Picture;
    state.keyboard = *part != Part::Picture;
    if (!state.keyboard) ImGui::SetWindowFocus(nullptr);
    return *part;
}

/// Gives the keyboard to the window that has just begun, and shows where it is.
void takeKeyboard() {
    ImGui::SetWindowFocus();
    ImGui::NavInitWindow(ImGui::GetCurrentWindow(), true);
    showFocus();
}

}  // namespace

PictureArea drawPanels(Viewer& viewer, PanelState& state) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const Part part = takePart(viewer, state);
    const float top = menuBar(viewer, state, part == Part::Menu);
    const float side = std::min(400 * state.scale, 0.45f * size.x);
    const float bottom = ImGui::GetFrameHeightWithSpacing() + 2 * ImGui::GetTextLineHeightWithSpacing() +
                         2 * ImGui::GetStyle().WindowPadding.y;

    const bool in_side = part >= Part::Settings && part <= Part::Messages;
    ImGui::SetNextWindowPos({size.x - side, top});
    ImGui::SetNextWindowSize({side, size.y - top});
    const bool side_shown = ImGui::Begin("##side", nullptr, fixed);
    if (in_side) {
        ImGui::SetWindowFocus();
        showFocus();
    }
    if (side_shown) sidePanel(viewer, state, part);
    ImGui::End();
    ImGui::SetNextWindowPos({0, size.y - bottom});
    ImGui::SetNextWindowSize({size.x - side, bottom});
    const bool bottom_shown = ImGui::Begin("##bottom", nullptr, fixed);
    if (part == Part::Timeline) takeKeyboard();
    if (bottom_shown && viewer.isOpen()) timeline(viewer);
    ImGui::End();
    if (viewer.browses()) {
        ImGui::SetNextWindowPos({0, top});
        ImGui::SetNextWindowSize({size.x - side, size.y - bottom - top});
        const bool browser_shown = ImGui::Begin("##browser", nullptr, fixed);
        if (part == Part::Scenes) takeKeyboard();
        if (browser_shown) drawBrowser(viewer, state.browser, state.scale, state.textures);
        ImGui::End();
    }
    const PictureArea area{0, top, size.x - side, size.y - bottom - top, state.scale};
    hints(viewer, area, state.scale);
    helpWindow(viewer, state);
    dialogs(viewer, state);
    return area;
}

}  // namespace talus::viewer
