#include "talus/render/overlay.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/picture/ticks.h"
#include "talus/render/chart/canvas.h"

namespace talus::render {
namespace {

// Colours and sizes (in ems of the text) are chosen by eye.
constexpr picture::Colour ink{0.13f, 0.13f, 0.14f};
constexpr picture::Colour light_ink{0.90f, 0.90f, 0.89f};
constexpr picture::Colour panel{1, 1, 1};

std::string headOf(const picture::Legend& legend, int exponent) {
    const std::string power = picture::powerOfTen(exponent);
    const std::string unit =
        power.empty() || legend.unit.empty() ? power + legend.unit : power + " " + legend.unit;
    return unit.empty() ? "" : "[" + unit + "]";
}

/// What the legend says beside its bar: where a tick is, and its text.
struct Tick {
    double share;  ///< of the bar, from below
    std::string text;
};

/// Powers of ten: of more than eight only every second, third, ...; within two decades 2 and 5 times them,
/// too.
std::vector<Tick> decades(const picture::Legend& legend) {
    const double low = std::log10(legend.low), high = std::log10(legend.high);
    std::vector<Tick> ticks;
    if (high - low <= 2 + 1e-9) {
        for (int power = int(std::floor(low)); power <= int(std::ceil(high)); ++power)
            for (const double factor : {1.0, 2.0, 5.0}) {
                const double value = factor * std::pow(10, power),
                             share = (std::log10(value) - low) / (high - low);
                if (share > -1e-9 && share < 1 + 1e-9) ticks.push_back({share, fmt::format("{:.3g}", value)});
            }
        if (ticks.size() > 1) return ticks;
        return {{0, fmt::format("{:.4g}", legend.low)}, {1, fmt::format("{:.4g}", legend.high)}};
    }
    const int first = int(std::ceil(low - 1e-9)), last = int(std::floor(high + 1e-9));
    for (int power = first; power <= last; power += 1 + (last - first) / 8) {
        std::string text = picture::powerOfTen(power);
        if (const std::string times = "×"; text.starts_with(times)) text.erase(0, times.size());
        ticks.push_back({(power - low) / (high - low), power == 0 ? "1" : text});
    }
    return ticks;
}

std::vector<Tick> ticksOf(const picture::Legend& legend, const picture::Ticks& round) {
    if (legend.logarithmic) return decades(legend);
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i < round.values.size(); ++i)
        ticks.push_back({(round.values[i] - legend.low) / (legend.high - legend.low), round.labels[i]});
    return ticks;
}

void drawLegend(Canvas& canvas, const picture::Legend& legend, double width, double height) {
    const double em = std::max(10.0, std::round(height / 46));
    const double bar_width = std::round(1.1 * em), bar_height = std::round(0.42 * height);
    const picture::Ticks round = picture::niceTicks(legend.low, legend.high, 7);
    const std::vector<Tick> ticks = ticksOf(legend, round);
    const std::string unit = headOf(legend, legend.logarithmic ? 0 : round.exponent);
    const std::string missing = !legend.missing ? "" : legend.logarithmic ? "≤ 0, or none" : "no value";

    canvas.font(em, true);
    double content = canvas.textWidth(legend.name);
    canvas.font(em);
    content = std::max(content, canvas.textWidth(unit));
    for (const Tick& tick : ticks)
        content = std::max(content, bar_width + 0.7 * em + canvas.textWidth(tick.text));
    if (!missing.empty()) content = std::max(content, bar_width + 0.7 * em + canvas.textWidth(missing));
    const double head = (unit.empty() ? 1.7 : 3.0) * em;
    const double panel_width = content + 1.8 * em,
                 panel_height = bar_height + head + (missing.empty() ? 1.6 : 3.3) * em;
    const double left = std::round(width - panel_width - 1.2 * em),
                 top = std::round(0.5 * (height - panel_height));
    canvas.colour(panel, 0.78);
    canvas.fillRectangle(left, top, panel_width, panel_height, 0.5 * em);

    const double x = std::round(left + 0.9 * em), y = std::round(top + 0.8 * em);
    canvas.colour(ink);
    canvas.font(em, true);
    canvas.text(x, y + 0.85 * em, legend.name);
    canvas.font(em);
    if (!unit.empty()) canvas.text(x, y + 2.15 * em, unit);

    const double bar_top = std::round(y + head);
    for (int row = 0; row < int(bar_height); ++row) {
        canvas.colour(picture::colourAt(legend.map, 1 - (row + 0.5) / bar_height));
        canvas.fillRectangle(x, bar_top + row, bar_width, 1);
    }
    canvas.colour(ink, 0.8);
    canvas.lineWidth(std::max(1.0, em / 14));
    for (const Tick& tick : ticks) {
        const double at = bar_top + (1 - tick.share) * bar_height;
        canvas.line(x + bar_width, at, x + bar_width + 0.3 * em, at);
        canvas.text(x + bar_width + 0.55 * em, at + 0.36 * em, tick.text);
    }
    if (missing.empty()) return;
    const double below = std::round(bar_top + bar_height + 0.8 * em);
    canvas.colour(picture::missing_value_colour);
    canvas.fillRectangle(x, below, bar_width, em);
    canvas.colour(ink, 0.8);
    canvas.text(x + bar_width + 0.55 * em, below + 0.86 * em, missing);
}

double meanLightness(const io::Image& image, double left, double top, double width, double height) {
    const int last_x = std::min(int(left + width), image.width - 1);
    const int last_y = std::min(int(top + height), image.height - 1);
    double sum = 0;
    int count = 0;
    for (int y = std::max(0, int(top)); y <= last_y; ++y)
        for (int x = std::max(0, int(left)); x <= last_x; ++x, ++count) {
            const std::uint8_t* p = image.pixel(x, y);
            sum += picture::lightness({float(p[0]) / 255, float(p[1]) / 255, float(p[2]) / 255});
        }
    return sum / std::max(1, count);
}

void drawCaption(Canvas& canvas, const std::string& caption, const io::Image& behind) {
    const double em = std::max(10.0, std::round(behind.height / 42.0));
    canvas.font(em);
    const double left = 1.4 * em, base = behind.height - 1.3 * em;
    const bool dark = meanLightness(behind, left, base - em, canvas.textWidth(caption), em) < 50;
    canvas.colour(dark ? light_ink : ink, 0.85);
    canvas.text(left, base, caption);
}

void drawLabels(Canvas& canvas, const picture::Picture& picture, const io::Image& behind) {
    const double em = std::max(9.0, std::round(behind.height / 52.0));
    canvas.font(em);
    for (const picture::Label& label : picture.labels) {
        const auto at = picture::project(picture.camera, behind.width, behind.height, label.at);
        if (!(at.depth > 0) || at.x < 0 || at.y < 0 || at.x > behind.width || at.y > behind.height) continue;
        const double width = canvas.textWidth(label.text);
        canvas.colour(panel, 0.78);
        canvas.fillRectangle(at.x - 0.5 * width - 0.35 * em, at.y - 0.75 * em, width + 0.7 * em, 1.5 * em,
                             0.35 * em);
        canvas.colour(ink);
        canvas.text(at.x - 0.5 * width, at.y + 0.36 * em, label.text);
    }
}

}  // namespace

void drawOverlay(io::Image& image, const picture::Picture& picture) {
    if (!picture.legend && picture.caption.empty() && picture.labels.empty()) return;
    Canvas canvas(image);
    drawLabels(canvas, picture, image);
    if (picture.legend) drawLegend(canvas, *picture.legend, image.width, image.height);
    if (!picture.caption.empty()) drawCaption(canvas, picture.caption, image);
    image = canvas.image();
}

}  // namespace talus::render
