#include "talus/render/chart/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "talus/render/chart/canvas.h"
#include "talus/render/chart/chart_scale.h"
#include "talus/render/chart/map_image.h"

namespace talus::render {
namespace {

// Colours and sizes (in ems of the text) are chosen by eye.
constexpr picture::Colour paper{1, 1, 1}, ink{0.15f, 0.15f, 0.16f}, faint{0.45f, 0.45f, 0.47f},
    grid{0.90f, 0.90f, 0.91f};

// Okabe and Ito 2008, "Color universal design": colour-blind readers can tell them apart.
constexpr std::array<picture::Colour, 7> series_colours{{{0.000f, 0.447f, 0.698f},
                                                         {0.835f, 0.369f, 0.000f},
                                                         {0.000f, 0.620f, 0.451f},
                                                         {0.800f, 0.475f, 0.655f},
                                                         {0.902f, 0.624f, 0.000f},
                                                         {0.337f, 0.706f, 0.914f},
                                                         {0.250f, 0.250f, 0.250f}}};

struct Frame {
    double left, top, width, height;
};

/// What all functions that draw a part of the chart need.
struct Sheet {
    Canvas& canvas;
    const picture::Chart& chart;
    double em;  ///< size of ordinary text, px
    Frame frame;
    Scale x, y;

    double across(double value) const { return frame.left + frame.width * x.fraction(value); }
    double down(double value) const { return frame.top + frame.height * (1 - y.fraction(value)); }
};

picture::Colour colourOf(const picture::Chart& chart, std::size_t i) {
    return chart.series[i].colour.value_or(series_colours[i % series_colours.size()]);
}
bool hasLine(const picture::Series& s) { return s.style != picture::Series::Style::Points; }
bool hasPoints(const picture::Series& s) {
    return s.style == picture::Series::Style::Points || s.style == picture::Series::Style::LineAndPoints;
}

Status checkChart(const picture::Chart& chart, int width, int height) {
    if (width < 200 || height < 200 || width > 8192 || height > 8192)
        return Error{ErrorKind::Input,
                     fmt::format("a chart of {} x {} pixels cannot be drawn; each side must be 200 to 8192",
                                 width, height)};
    for (const picture::Series& s : chart.series)
        if (s.x.size() != s.y.size())
            return Error{ErrorKind::Input, fmt::format("the series '{}' has {} x values but {} y values",
                                                       s.name, s.x.size(), s.y.size())};
    if (chart.map)
        if (const Status whole = checkMap(*chart.map); !whole) return whole;
    return success();
}

/// Makes a unit equally long on both axes. Widens the range of the axis whose unit is longer.
void equaliseScales(Scale& x, Scale& y, double width, double height) {
    const double x_per_pixel = (x.high - x.low) / width, y_per_pixel = (y.high - y.low) / height;
    if (x_per_pixel < y_per_pixel) {
        const double extra = 0.5 * (y_per_pixel * width - (x.high - x.low));
        x.low -= extra;
        x.high += extra;
    } else {
        y.high +=
            x_per_pixel * height - (y.high - y.low);  // only upwards, so that the ground stays at the bottom
    }
}

void drawAxes(Sheet& s) {
    Canvas& c = s.canvas;
    const Frame& f = s.frame;
    const picture::Ticks across = s.x.ticks(std::max(3, int(f.width / (7 * s.em))));
    const picture::Ticks up = s.y.ticks(std::max(3, int(f.height / (4 * s.em))));
    c.lineWidth(std::max(1.0, s.em / 16));
    c.font(s.em);
    double widest = 0;
    for (std::size_t i = 0; i < up.values.size(); ++i) {
        const double at = std::round(s.down(up.values[i])) + 0.5;
        c.colour(grid);
        c.line(f.left, at, f.left + f.width, at);
        c.colour(ink);
        c.text(f.left - 0.6 * s.em, at + 0.36 * s.em, up.labels[i], 1);
        widest = std::max(widest, c.textWidth(up.labels[i]));
    }
    for (std::size_t i = 0; i < across.values.size(); ++i) {
        const double at = std::round(s.across(across.values[i])) + 0.5;
        c.colour(grid);
        c.line(at, f.top, at, f.top + f.height);
        c.colour(ink);
        c.line(at, f.top + f.height, at, f.top + f.height + 0.35 * s.em);
        c.text(at, f.top + f.height + 1.5 * s.em, across.labels[i], 0.5);
    }
    c.colour(ink);
    c.line(f.left, f.top + f.height + 0.5, f.left + f.width, f.top + f.height + 0.5);
    c.text(f.left + 0.5 * f.width, f.top + f.height + 3.3 * s.em, axisTitle(s.chart.x, across.exponent), 0.5);
    c.textUp(f.left - widest - 1.7 * s.em, f.top + 0.5 * f.height, axisTitle(s.chart.y, up.exponent), 0.5);
}

/// Draws the map, and a colour bar to the right of the frame.
void drawMap(Sheet& s) {
    const picture::Map& map = *s.chart.map;
    Canvas& c = s.canvas;
    const Frame& f = s.frame;
    const MapImage drawn = imageOf(map);
    const double left = s.across(map.left - 0.5 * map.spacing), low = s.down(map.low - 0.5 * map.spacing);
    const double right = s.across(map.left + (map.columns - 0.5) * map.spacing);
    const double top = s.down(map.low + (drawn.image.height - 0.5) * map.spacing);
    c.clip(f.left, f.top, f.width, f.height);
    c.drawImage(drawn.image, left, top, right - left, low - top);
    c.unclip();
    const double x = f.left + f.width + 1.5 * s.em, width = 1.1 * s.em;
    c.drawImage(barImage(), x, f.top, width, f.height);
    c.colour(ink);
    c.lineWidth(std::max(1.0, s.em / 16));
    c.strokeRectangle(x, f.top, width, f.height);
    Scale scale{-drawn.max_value, drawn.max_value, false};
    const picture::Ticks ticks = scale.ticks(std::max(3, int(f.height / (4 * s.em))));
    c.font(s.em);
    double widest = 0;
    for (std::size_t i = 0; i < ticks.values.size(); ++i) {
        c.text(x + width + 0.5 * s.em, f.top + f.height * (1 - scale.fraction(ticks.values[i])) + 0.36 * s.em,
               ticks.labels[i]);
        widest = std::max(widest, c.textWidth(ticks.labels[i]));
    }
    c.textUp(x + width + widest + 1.9 * s.em, f.top + 0.5 * f.height,
             axisTitle({.name = map.name, .unit = map.unit}, ticks.exponent), 0.5);
}

void drawSeries(Sheet& s, std::size_t index) {
    const picture::Series& series = s.chart.series[index];
    Canvas& c = s.canvas;
    c.colour(colourOf(s.chart, index));
    if (hasLine(series)) {
        c.lineWidth(s.em / 7.5);
        if (series.style == picture::Series::Style::Dashed) c.dashes(0.55 * s.em, 0.4 * s.em);
        bool drawing = false;
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            const double px = s.across(series.x[i]), py = s.down(series.y[i]);
            // Larger values overflow cairo's fixed-point numbers. They are far outside the frame, which
            // clips.
            const bool good = std::abs(px) < 1e6 && std::abs(py) < 1e6;
            if (good && drawing) c.lineTo(px, py);
            if (good && !drawing) c.moveTo(px, py);
            drawing = good;
        }
        c.stroke();
        c.dashes(0, 0);
    }
    if (!hasPoints(series)) return;
    const double radius = s.em * (series.x.size() > 300 ? 0.13 : 0.22);
    c.colour(colourOf(s.chart, index), series.x.size() > 300 ? 0.55 : 0.9);
    for (std::size_t i = 0; i < series.x.size(); ++i)
        if (s.x.contains(series.x[i]) && s.y.contains(series.y[i]))
            c.fillDisc(s.across(series.x[i]), s.down(series.y[i]), radius);
}

/// The number of data points in a part of the sheet. An annotation counts as 50.
int pointsIn(const Sheet& s, const Frame& part) {
    int count = 0;
    for (const picture::Series& series : s.chart.series)
        for (std::size_t i = 0; i + 1 < series.x.size() + (hasLine(series) ? 0 : 1); ++i) {
            // Of a line, seven positions between two points count as well.
            for (int k = 0; k < (hasLine(series) ? 8 : 1); ++k) {
                const std::size_t next = std::min(i + 1, series.x.size() - 1);
                const double px =
                    s.across(series.x[i]) + k / 8.0 * (s.across(series.x[next]) - s.across(series.x[i]));
                const double py =
                    s.down(series.y[i]) + k / 8.0 * (s.down(series.y[next]) - s.down(series.y[i]));
                count += px > part.left && px < part.left + part.width && py > part.top &&
                         py < part.top + part.height;
            }
        }
    for (const picture::Annotation& note : s.chart.annotations)
        count += 50 * (s.across(note.x) > part.left - 8 * s.em && s.across(note.x) < part.left + part.width &&
                       s.down(note.y) > part.top && s.down(note.y) < part.top + part.height);
    return count;
}

/// Draws the key where it hides the fewest points. Of equal positions the first is taken; corners come first.
void drawKey(Sheet& s) {
    Canvas& c = s.canvas;
    c.font(s.em);
    double widest = 0;
    int rows = 0;
    for (const picture::Series& series : s.chart.series)
        if (!series.name.empty()) {
            widest = std::max(widest, c.textWidth(series.name));
            ++rows;
        }
    if (rows == 0) return;
    const double row = 1.5 * s.em, width = widest + 4.2 * s.em, height = rows * row + 0.9 * s.em,
                 gap = 0.8 * s.em;
    const Frame& f = s.frame;
    Frame best{};
    int min_count = -1;
    const double right_end = f.left + f.width - width - gap, bottom_end = f.top + f.height - height - gap;
    const double middle = f.left + 0.5 * (f.width - width), half_way = f.top + 0.5 * (f.height - height);
    for (const double top : {f.top + gap, bottom_end, half_way})
        for (const double left : {right_end, f.left + gap, middle}) {
            const Frame part{left, top, width, height};
            const int count = pointsIn(s, part);
            if (min_count < 0 || count < min_count) {
                min_count = count;
                best = part;
            }
        }
    c.colour(paper, 0.88);
    c.fillRectangle(best.left, best.top, best.width, best.height, 0.35 * s.em);
    double at = best.top + 0.45 * s.em + 0.5 * row;
    for (std::size_t i = 0; i < s.chart.series.size(); ++i) {
        const picture::Series& series = s.chart.series[i];
        if (series.name.empty()) continue;
        const double x = best.left + 0.8 * s.em;
        c.colour(colourOf(s.chart, i));
        c.lineWidth(s.em / 7.5);
        if (series.style == picture::Series::Style::Dashed) c.dashes(0.55 * s.em, 0.4 * s.em);
        if (hasLine(series)) c.line(x, at, x + 1.9 * s.em, at);
        c.dashes(0, 0);
        if (hasPoints(series)) c.fillDisc(x + 0.95 * s.em, at, 0.22 * s.em);
        c.colour(ink);
        c.text(x + 2.5 * s.em, at + 0.36 * s.em, series.name);
        at += row;
    }
}

void drawAnnotations(Sheet& s) {
    Canvas& c = s.canvas;
    c.font(s.em);
    for (const picture::Annotation& note : s.chart.annotations) {
        if (!s.x.contains(note.x) || !s.y.contains(note.y)) continue;
        const double px = s.across(note.x), py = s.down(note.y), width = c.textWidth(note.text);
        const double left =
            std::clamp(px + 0.7 * s.em, s.frame.left + 0.3 * s.em,
                       std::max(s.frame.left + 0.3 * s.em, s.frame.left + s.frame.width - width));
        const double base = std::max(py - 0.6 * s.em, s.frame.top + 1.2 * s.em);
        c.colour(paper, 0.85);
        c.fillRectangle(left - 0.25 * s.em, base - 1.0 * s.em, width + 0.5 * s.em, 1.4 * s.em, 0.3 * s.em);
        c.colour(ink);
        c.text(left, base, note.text);
    }
}

}  // namespace

Result<io::Image> drawChart(const picture::Chart& chart, int width, int height) {
    if (const Status checked = checkChart(chart, width, height); !checked.ok()) return checked.error();
    // The ends of the axes depend only on points whose two coordinates are finite.
    std::vector<double> all_x, all_y;
    for (const picture::Series& series : chart.series)
        for (std::size_t i = 0; i < series.x.size(); ++i)
            if (std::isfinite(series.x[i]) && std::isfinite(series.y[i])) {
                all_x.push_back(series.x[i]);
                all_y.push_back(series.y[i]);
            }
    if (chart.map) {
        const picture::Map& map = *chart.map;
        const double rows = static_cast<double>(map.values.size() / map.columns);
        for (const double end : {-0.5, 1.0}) {
            all_x.push_back(map.left + (end < 0 ? end : map.columns - 0.5) * map.spacing);
            all_y.push_back(map.low + (end < 0 ? end : rows - 0.5) * map.spacing);
        }
    }
    Result<Scale> x = scaleFor(chart.x, all_x);
    if (!x.ok()) return x.error();
    Result<Scale> y = scaleFor(chart.y, all_y);
    if (!y.ok()) return y.error();

    Canvas canvas(width, height, paper);
    const double em = std::max(9.0, std::round(std::min(width / 1.5, double(height)) / 42));
    const double head = (chart.title.empty() ? 1.4 : 3.6) * em + (chart.subtitle.empty() ? 0 : 1.6 * em);
    const double left = std::round(6.2 * em), top = std::round(head);
    const Frame frame{left, top, std::round(width - left - (chart.map ? 9.5 : 2.2) * em),
                      std::round(height - top - 4.6 * em)};
    if (chart.equal_scale && !x->logarithmic && !y->logarithmic)
        equaliseScales(*x, *y, frame.width, frame.height);
    Sheet sheet{canvas, chart, em, frame, *x, *y};

    canvas.colour(ink);
    canvas.font(1.35 * em, true);
    canvas.text(left, 2.4 * em, chart.title);
    canvas.font(em);
    canvas.colour(faint);
    canvas.text(left, 4.2 * em, chart.subtitle);
    drawAxes(sheet);
    if (chart.map) drawMap(sheet);
    canvas.clip(frame.left, frame.top - 0.3 * em, frame.width + 0.3 * em, frame.height + 0.3 * em);
    for (std::size_t i = 0; i < chart.series.size(); ++i) drawSeries(sheet, i);
    canvas.unclip();
    drawKey(sheet);
    drawAnnotations(sheet);
    return canvas.image();
}

}  // namespace talus::render
