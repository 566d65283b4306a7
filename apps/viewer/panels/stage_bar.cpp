#include "viewer/panels/stage_bar.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui/imgui.h>

#include "viewer/panels/plot_colours.h"
#include "viewer/plots.h"

namespace talus::viewer {
namespace {

struct Stage {
    std::string name;
    double time;  ///< [ms/step]
};

/// Longest first. Those for which there is no colour are one.
std::vector<Stage> stagesOf(const NumberTable& table) {
    std::vector<Stage> stages;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (const double time = table.rows.back()[i]; unitOf(table.columns[i]) == "ms/step" && time > 0)
            if (std::isfinite(time)) stages.push_back({withoutUnit(table.columns[i]), time});
    std::stable_sort(stages.begin(), stages.end(),
                     [](const Stage& a, const Stage& b) { return a.time > b.time; });
    if (stages.size() > plot_colours) {
        Stage others{fmt::format("{} others", stages.size() - plot_colours + 1), 0};
        for (std::size_t i = plot_colours - 1; i < stages.size(); ++i) others.time += stages[i].time;
        stages.resize(plot_colours - 1);
        stages.push_back(std::move(others));
    }
    return stages;
}

}  // namespace

void drawStageBar(const NumberTable& table, bool light) {
    if (table.rows.empty()) return;
    const std::vector<Stage> stages = stagesOf(table);
    double sum = 0;
    for (const Stage& stage : stages) sum += stage.time;
    if (!(sum > 0) || !std::isfinite(sum)) return;
    ImGui::TextUnformatted(fmt::format("Stages in the last frame: {:.4g} ms/step", sum).c_str());
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    double before = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const ImVec2 least{at.x + width * static_cast<float>(before / sum), at.y};
        before += stages[i].time;
        const ImVec2 most{at.x + width * static_cast<float>(before / sum), at.y + 1.2f * em};
        list.AddRectFilled(least, most, plotColour(i, light));
        if (ImGui::IsMouseHoveringRect(least, most) && ImGui::IsWindowHovered())
            ImGui::SetTooltip("%s",
                              fmt::format("{}: {:.4g} ms/step", stages[i].name, stages[i].time).c_str());
    }
    ImGui::Dummy({width, 1.2f * em});
    if (!ImGui::BeginTable("stages", 3, ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("time", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("share", ImGuiTableColumnFlags_WidthFixed);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const ImVec2 mark = ImGui::GetCursorScreenPos();
        list.AddRectFilled({mark.x, mark.y + 0.2f * em}, {mark.x + 0.7f * em, mark.y + 0.9f * em},
                           plotColour(i, light));
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.1f * em);
        ImGui::TextUnformatted(stages[i].name.c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(fmt::format("{:.4g} ms", stages[i].time).c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(fmt::format("{:3.0f} %", 100 * stages[i].time / sum).c_str());
    }
    ImGui::EndTable();
}

}  // namespace talus::viewer
