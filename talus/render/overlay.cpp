#include "talus/render/overlay.h"

#include <algorithm>
#include <cmath>

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

void drawLegend(Canvas& canvas, const picture::Legend& legend, double width, double height) {
    const double em = std::max(10.0, std::round(height / 46));
    const double bar_width = std::round(1.1 * em), bar_height = std::round(0.42 * height);
    const picture::Ticks ticks = picture::niceTicks(legend.low, legend.high, 7);
    const std::string unit = headOf(legend, ticks.exponent);

    canvas.font(em, true);
    double content = canvas.textWidth(legend.name);
    canvas.font(em);
    content = std::max(content, canvas.textWidth(unit));
    for (const std::string& label : ticks.labels)
        content = std::max(content, bar_width + 0.7 * em + canvas.textWidth(label));
    const double head = (unit.empty() ? 1.7 : 3.0) * em;
    const double panel_width = content + 1.8 * em, panel_height = bar_height + head + 1.6 * em;
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
    for (std::size_t i = 0; i < ticks.values.size(); ++i) {
        const double up = (ticks.values[i] - legend.low) / (legend.high - legend.low);
        const double at = bar_top + (1 - up) * bar_height;
        canvas.line(x + bar_width, at, x + bar_width + 0.3 * em, at);
        canvas.text(x + bar_width + 0.55 * em, at + 0.36 * em, ticks.labels[i]);
    }
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

}  // namespace

void drawOverlay(io::Image& image, const picture::Picture& picture) {
    if (!picture.legend && picture.caption.empty()) return;
    Canvas canvas(image);
    if (picture.legend) drawLegend(canvas, *picture.legend, image.width, image.height);
    if (!picture.caption.empty()) drawCaption(canvas, picture.caption, image);
    image = canvas.image();
}

}  // namespace talus::render
