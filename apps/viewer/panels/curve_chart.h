#pragma once
#include <optional>
#include <string>
#include <vector>

#include <imgui/imgui.h>

namespace talus::viewer {

struct Curve {
    std::string name;
    const std::vector<double>* values;  ///< one for each time; not finite where it is not known
    ImU32 colour;
};

/// Curves with the same unit over time.
struct CurveChart {
    std::string unit;
    const std::vector<double>* times;  ///< [s]
    std::vector<Curve> curves;
};

struct TimeRange {
    double from = 0, to = 1;  ///< [s]
};

/// What the mouse does to all charts at once.
struct ChartsView {
    std::optional<TimeRange> zoom;           ///< what is shown; absent: all
    std::optional<std::size_t> hovered_row;  ///< under the mouse
    std::optional<std::size_t> chosen_row;   ///< was clicked, and no second click followed
    double shown_time = 0;                   ///< of the picture beside the charts [s]
    float label_width = 0;                   ///< of the widest label beside an axis

    /// To be called around the charts of each picture.
    void begin();
    void end();

    // Of the functions that draw charts.
    std::optional<std::size_t> next_hovered, clicked_row;
    double clicked_at = 0;  ///< on the clock of Dear ImGui [s]
    float next_label_width = 0;
};

/// Draws a chart with its legend at the cursor, as wide as the window. Drag to zoom in time, double click to
/// show all, click to choose a row. @param name unique among the charts
void drawCurveChart(const char* name, const CurveChart& chart, ChartsView& view);

}  // namespace talus::viewer
