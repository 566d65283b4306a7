#include "viewer/panels/plots_panel.h"

#include <algorithm>

#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include "viewer/commands/commands.h"
#include "viewer/panels/plot_colours.h"
#include "viewer/panels/stage_bar.h"
#include "viewer/panels/widgets.h"

namespace talus::viewer {
namespace {

void plot(Viewer& viewer, const std::string& column, bool on) {
    execute(viewer, fmt::format("plot {} {}", quotedWord(column), on ? "on" : "off"));
}

/// The values of a column; null where the table has none of that name.
const std::vector<double>* valuesOf(PlotsState& state, const std::string& name) {
    const auto known = state.values.find(name);
    if (known != state.values.end()) return &known->second;
    const int column = state.table->find(name);
    if (column < 0) return nullptr;
    return &state.values.emplace(name, state.table->values(column)).first->second;
}

void columnList(Viewer& viewer, PlotsState& state) {
    ImGui::SetNextItemWidth(-FLT_MIN);
    ImGui::InputTextWithHint("##columns", "search columns", &state.search);
    std::vector<const std::string*> found;
    const auto time = static_cast<std::size_t>(state.table->find(time_name));
    for (std::size_t i = 0; i < state.table->columns.size(); ++i)
        if (i != time && hasWord(state.table->columns[i], state.search))
            found.push_back(&state.table->columns[i]);
    const float line = ImGui::GetFrameHeightWithSpacing();
    const float height = std::clamp(static_cast<float>(found.size()), 1.0f, 6.0f) * line;
    ImGui::BeginChild("columns", {0, height}, false, ImGuiWindowFlags_NavFlattened);
    for (const std::string* name : found) {
        bool chosen = viewer.plots().isChosen(*name);
        if (ImGui::Checkbox(name->c_str(), &chosen)) plot(viewer, *name, chosen);
    }
    if (found.empty()) ImGui::TextDisabled("no column has this word");
    ImGui::EndChild();
    if (ImGui::Button("Export")) execute(viewer, "export-plot " + quotedWord(state.file));
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 10);
    ImGui::InputText("##file", &state.file);
    ImGui::SameLine();
    if (ImGui::Button("Clear")) {
        const std::vector<PlottedColumn> chosen = viewer.plots().chosen();
        for (const PlottedColumn& column : chosen) plot(viewer, column.name, false);
    }
}

/// A chart for each unit, in the order in which their first columns were chosen.
std::vector<CurveChart> chartsOf(const Viewer& viewer, PlotsState& state) {
    std::vector<CurveChart> charts;
    const std::vector<double>* times = valuesOf(state, time_name);
    if (times == nullptr) return charts;
    for (const PlottedColumn& column : viewer.plots().chosen()) {
        const std::vector<double>* values = valuesOf(state, column.name);
        if (values == nullptr) continue;
        const std::string unit = unitOf(column.name);
        auto chart = std::find_if(charts.begin(), charts.end(),
                                  [&](const CurveChart& other) { return other.unit == unit; });
        if (chart == charts.end()) chart = charts.insert(charts.end(), {unit, times, {}});
        chart->curves.push_back(
            {withoutUnit(column.name), values, plotColour(column.colour, viewer.light())});
    }
    return charts;
}

/// The field of what was picked over time.
void drawPickHistory(Viewer& viewer, PlotsState& state) {
    if (!viewer.pickHistory()) return;
    const PickHistory& history = *viewer.pickHistory();
    const auto table = history.table();
    if (state.history != table) {
        state.history = table;
        state.history_columns.clear();
        for (std::size_t c = 0; c < table->columns.size(); ++c)
            state.history_columns.push_back(table->values(static_cast<int>(c)));
    }
    CurveChart chart{unitOf(table->columns.back()), &state.history_columns.front(), {}};
    for (std::size_t c = 1; c < table->columns.size(); ++c)
        chart.curves.push_back(
            {withoutUnit(table->columns[c]), &state.history_columns[c], plotColour(c - 1, viewer.light())});
    // Its rows are not those of the statistics, so the mouse acts on it alone.
    if (viewer.shot()) state.history_view.shown_time = viewer.shot()->frame.time;
    state.history_view.begin();
    drawCurveChart("chart of what was picked", chart, state.history_view);
    state.history_view.end();
    if (ImGui::Button("Stop following")) execute(viewer, "follow-pick off");
}

}  // namespace

void plotsTab(Viewer& viewer, PlotsState& state) {
    auto table = viewer.statistics();
    if (!table || table->rows.empty()) {
        drawPickHistory(viewer, state);
        ImGui::TextWrapped("There are no statistics yet. They come with the first frame.");
        return;
    }
    if (state.table != table) {
        state.values.clear();
        state.table = std::move(table);
    }
    columnList(viewer, state);
    ImGui::Separator();
    ImGui::BeginChild("charts", {}, false, ImGuiWindowFlags_NavFlattened);
    if (viewer.shot()) state.view.shown_time = viewer.shot()->frame.time;
    state.view.begin();
    const std::vector<CurveChart> charts = chartsOf(viewer, state);
    for (const CurveChart& chart : charts)
        drawCurveChart(fmt::format("chart {}", chart.unit).c_str(), chart, state.view);
    state.view.end();
    drawPickHistory(viewer, state);
    if (charts.empty() && !viewer.pickHistory())
        ImGui::TextWrapped(
            "Choose columns to draw them over time. In a chart: drag to zoom, double click to show all, "
            "click "
            "to go to a frame.");
    if (const auto* frames = valuesOf(state, frame_name);
        frames != nullptr && state.view.chosen_row && *state.view.chosen_row < frames->size())
        execute(viewer, fmt::format("seek {:.0f}", (*frames)[*state.view.chosen_row]));
    drawStageBar(*state.table, viewer.light());
    ImGui::EndChild();
}

}  // namespace talus::viewer
