#include "viewer/panels/curve_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "talus/picture/ticks.h"

namespace talus::viewer {
namespace {

/// Tables may come from files and hold anything; ranges of larger values cannot be computed.
bool usable(double value) { return std::abs(value) < 1e100; }

struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// A range for an axis: not empty, with a margin above and below, and from zero where that is near.
Range axisRange(Range range) {
    if (!(range.low <= range.high)) return {0, 1};
    const double size = range.high - range.low;
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    if (size <= 1e-9 * largest || largest < 1e-100) {
        const double margin = largest < 1e-100 ? 1 : 0.1 * largest;
        return {range.low - margin, range.high + margin};
    }
    const double margin = 0.05 * size;
    if (range.low >= 0 && range.low < size) return {0, range.high + margin};
    return {range.low - margin, range.high + margin};
}

TimeRange wholeRange(const std::vector<double>& times) {
    Range range;
    for (const double time : times)
        if (usable(time)) range.add(time);
    if (!(range.low <= range.high)) return {0, 1};
    if (range.high - range.low <= 1e-12 * std::abs(range.high)) return {range.low, range.low + 1};
    return {range.low, range.high};
}

/// The part of the chart inside its axes.
struct Frame {
    ImVec2 least, most;  ///< corners [pixels]
    TimeRange times;
    Range values;

    float across(double time) const {
        return least.x +
               (most.x - least.x) * static_cast<float>((time - times.from) / (times.to - times.from));
    }
    float down(double value) const {
        return most.y -
               (most.y - least.y) * static_cast<float>((value - values.low) / (values.high - values.low));
    }
    double timeAt(float x) const {
        return times.from + (times.to - times.from) * static_cast<double>((x - least.x) / (most.x - least.x));
    }
};

/// Draws a line. Many points in a column of pixels become the lowest and the highest of them.
class Pen {
  public:
    Pen(ImDrawList& list, ImU32 colour, float width) : list_(list), colour_(colour), width_(width) {}
    ~Pen() { lift(); }
    Pen(const Pen&) = delete;
    Pen& operator=(const Pen&) = delete;

    void to(ImVec2 point) {
        if (!points_.empty() && point.x == last_.x && point.y == last_.y) return;
        if (!points_.empty() && std::floor(point.x) == std::floor(last_.x)) {
            low_ = std::min(low_, point.y);
            high_ = std::max(high_, point.y);
            many_ = true;
        } else {
            closeColumn();
            points_.push_back(point);
            low_ = high_ = point.y;
        }
        last_ = point;
    }
    void lift() {
        closeColumn();
        if (points_.size() > 1)
            list_.AddPolyline(points_.data(), static_cast<int>(points_.size()), colour_, ImDrawFlags_None,
                              width_);
        points_.clear();
    }

  private:
    void closeColumn() {
        if (many_) points_.insert(points_.end(), {{last_.x, low_}, {last_.x, high_}, last_});
        many_ = false;
    }
    ImDrawList& list_;
    ImU32 colour_;
    float width_;
    std::vector<ImVec2> points_;
    ImVec2 last_{};
    float low_ = 0, high_ = 0;
    bool many_ = false;
};

void drawCurve(ImDrawList& list, const Frame& frame, const std::vector<double>& times, const Curve& curve,
               float em) {
    const std::vector<double>& values = *curve.values;
    const auto known = [&](std::size_t i) {
        return i < times.size() && usable(times[i]) && usable(values[i]);
    };
    const auto [from, to] = frame.times;
    Pen pen(list, curve.colour, 0.12f * em);
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!known(i)) {
            pen.lift();
            continue;
        }
        if (!known(i + 1)) {
            if ((i == 0 || !known(i - 1)) && times[i] >= from && times[i] <= to)
                list.AddCircleFilled({frame.across(times[i]), frame.down(values[i])}, 0.18f * em,
                                     curve.colour);
            continue;
        }
        // The part of the line to the next row that is in the range.
        const double span = times[i + 1] - times[i];
        if (!(span > 0) || times[i + 1] < from || times[i] > to) continue;
        for (const double time : {std::max(times[i], from), std::min(times[i + 1], to)}) {
            const double share = (time - times[i]) / span;
            pen.to({frame.across(time), frame.down(values[i] + (values[i + 1] - values[i]) * share)});
        }
    }
}

ImU32 textColour(float alpha) { return ImGui::GetColorU32(ImGuiCol_Text, alpha); }

void drawText(ImDrawList& list, ImVec2 at, const std::string& text, float alpha) {
    list.AddText(at, textColour(alpha), text.c_str());
}

/// The curves' names with their values in the hovered row, or in the last one.
void drawLegend(const CurveChart& chart, const ChartsView& view) {
    const float em = ImGui::GetFontSize();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Curve& curve : chart.curves) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        list.AddRectFilled({at.x, at.y + 0.4f * em}, {at.x + 1.1f * em, at.y + 0.65f * em}, curve.colour);
        const std::size_t row =
            std::min(view.hovered_row.value_or(curve.values->size()), curve.values->size() - 1);
        const std::string value = fmt::format("{:.6g}", (*curve.values)[row]);
        const float value_width = ImGui::CalcTextSize(value.c_str()).x;
        const float end = at.x + width - value_width;
        list.PushClipRect(at, {end - 0.5f * em, at.y + 2 * em}, true);
        drawText(list, {at.x + 1.5f * em, at.y}, curve.name, 1);
        list.PopClipRect();
        drawText(list, {end, at.y}, value, 1);
        ImGui::Dummy({width, em});
    }
}

/// Grid, labels, and the unit above the axis of values.
void drawAxes(ImDrawList& list, const Frame& frame, const std::string& unit, ChartsView& view) {
    const float em = ImGui::GetFontSize();
    const ImU32 grid = textColour(0.12f);
    const picture::Ticks y = picture::niceTicks(frame.values.low, frame.values.high, 6);
    for (std::size_t i = 0; i < y.values.size(); ++i) {
        const float at = frame.down(y.values[i]);
        const float width = ImGui::CalcTextSize(y.labels[i].c_str()).x;
        view.next_label_width = std::max(view.next_label_width, width);
        list.AddLine({frame.least.x, at}, {frame.most.x, at}, grid);
        drawText(list, {frame.least.x - width - 0.4f * em, at - 0.5f * em}, y.labels[i], 0.75f);
    }
    const int count = std::clamp(static_cast<int>((frame.most.x - frame.least.x) / (4 * em)), 2, 8);
    const picture::Ticks x = picture::niceTicks(frame.times.from, frame.times.to, count);
    const std::string seconds = picture::powerOfTen(x.exponent) + (x.exponent == 0 ? "s" : " s");
    const float seconds_at = frame.most.x - ImGui::CalcTextSize(seconds.c_str()).x;
    for (std::size_t i = 0; i < x.values.size(); ++i) {
        const float at = frame.across(x.values[i]);
        const float width = ImGui::CalcTextSize(x.labels[i].c_str()).x;
        list.AddLine({at, frame.least.y}, {at, frame.most.y}, grid);
        if (at + 0.5f * width < seconds_at - 0.4f * em)
            drawText(list, {at - 0.5f * width, frame.most.y + 0.2f * em}, x.labels[i], 0.75f);
    }
    drawText(list, {seconds_at, frame.most.y + 0.2f * em}, seconds, 0.75f);
    list.AddRect(frame.least, frame.most, textColour(0.3f));
    const std::string power = picture::powerOfTen(y.exponent);
    drawText(list, {frame.least.x, frame.least.y - 1.25f * em},
             power + (power.empty() || unit.empty() ? "" : " ") + unit, 0.75f);
}

/// The row whose time is nearest.
std::optional<std::size_t> rowAt(const std::vector<double>& times, double time) {
    std::optional<std::size_t> nearest;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (usable(times[i]) && (!nearest || std::abs(times[i] - time) < std::abs(times[*nearest] - time)))
            nearest = i;
    return nearest;
}

/// The mouse over the last item, the frame.
void actOnMouse(ImDrawList& list, const Frame& frame, const CurveChart& chart, ChartsView& view) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto timeAt = [&](float x) { return frame.timeAt(std::clamp(x, frame.least.x, frame.most.x)); };
    if (ImGui::IsItemHovered()) {
        view.next_hovered = rowAt(*chart.times, timeAt(io.MousePos.x));
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            view.zoom.reset();
            view.clicked_row.reset();
            return;
        }
    }
    const float pressed = io.MouseClickedPos[ImGuiMouseButton_Left].x;
    const float least_drag = 0.4f * ImGui::GetFontSize();
    const bool dragged = std::abs(io.MousePos.x - pressed) > least_drag;
    if (ImGui::IsItemActive() && dragged)
        list.AddRectFilled({std::min(pressed, io.MousePos.x), frame.least.y},
                           {std::max(pressed, io.MousePos.x), frame.most.y}, textColour(0.15f));
    if (!ImGui::IsItemDeactivated()) return;
    if (!dragged) {
        // The second click of a double click is none.
        if (ImGui::IsItemHovered() && io.MouseClickedLastCount[ImGuiMouseButton_Left] == 1) {
            view.clicked_row = view.next_hovered;
            view.clicked_at = ImGui::GetTime();
        }
        return;
    }
    const double a = timeAt(pressed), b = timeAt(io.MousePos.x);
    const TimeRange range{std::min(a, b), std::max(a, b)};
    if (range.to - range.from > 1e-9 * std::abs(range.to)) view.zoom = range;
}

/// A line at the hovered row and points on the curves. The legend has their values.
void drawHovered(ImDrawList& list, const Frame& frame, const CurveChart& chart, const ChartsView& view,
                 bool with_time) {
    const std::size_t row = *view.hovered_row;
    if (row >= chart.times->size()) return;
    const double time = (*chart.times)[row];
    if (!usable(time)) return;
    const float em = ImGui::GetFontSize(), x = frame.across(time);
    list.AddLine({x, frame.least.y}, {x, frame.most.y}, textColour(0.6f));
    for (const Curve& curve : chart.curves)
        if (const double value = (*curve.values)[row]; usable(value))
            list.AddCircleFilled({x, frame.down(value)}, 0.22f * em, curve.colour);
    if (with_time) ImGui::SetTooltip("%s", fmt::format("{:.6g} s", time).c_str());
}

}  // namespace

void ChartsView::begin() {
    next_hovered.reset();
    next_label_width = 0;
    chosen_row.reset();
    if (clicked_row && ImGui::GetTime() - clicked_at > ImGui::GetIO().MouseDoubleClickTime)
        chosen_row = std::exchange(clicked_row, std::nullopt);
}

void ChartsView::end() {
    hovered_row = next_hovered;
    label_width = next_label_width;
}

void drawCurveChart(const char* name, const CurveChart& chart, ChartsView& view) {
    if (chart.times->empty()) return;
    const float em = ImGui::GetFontSize();
    drawLegend(chart, view);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = 9.5f * em;
    Frame frame;
    frame.least = {at.x + view.label_width + 0.6f * em, at.y + 1.4f * em};
    frame.most = {std::max(at.x + width - 0.5f * em, frame.least.x + 1), at.y + height - 1.6f * em};
    const TimeRange whole = wholeRange(*chart.times);
    // After a reset the part that was zoomed may have no rows any more.
    if (view.zoom && (view.zoom->from > whole.to || view.zoom->to < whole.from)) view.zoom.reset();
    frame.times = view.zoom.value_or(whole);
    Range range;
    for (const Curve& curve : chart.curves)
        for (std::size_t i = 0; i < chart.times->size(); ++i) {
            const double time = (*chart.times)[i];
            if (time >= frame.times.from && time <= frame.times.to && usable((*curve.values)[i]))
                range.add((*curve.values)[i]);
        }
    frame.values = axisRange(range);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    drawAxes(list, frame, chart.unit, view);
    ImGui::SetCursorScreenPos(frame.least);
    ImGui::InvisibleButton(name, {frame.most.x - frame.least.x, frame.most.y - frame.least.y});
    const bool hovered = ImGui::IsItemHovered();
    list.PushClipRect(frame.least, frame.most, true);
    if (view.shown_time >= frame.times.from && view.shown_time <= frame.times.to) {
        const float x = frame.across(view.shown_time);
        list.AddLine({x, frame.least.y}, {x, frame.most.y}, ImGui::GetColorU32(ImGuiCol_PlotHistogram), 2);
    }
    for (const Curve& curve : chart.curves) drawCurve(list, frame, *chart.times, curve, em);
    actOnMouse(list, frame, chart, view);
    if (view.hovered_row) drawHovered(list, frame, chart, view, hovered);
    list.PopClipRect();
    ImGui::SetCursorScreenPos({at.x, at.y + height});
    ImGui::Dummy({width, 0.3f * em});
}

}  // namespace talus::viewer
