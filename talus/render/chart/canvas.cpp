#include "talus/render/chart/canvas.h"

#include <cairo.h>

#include <cmath>
#include <cstring>

namespace talus::render {
namespace {

/// One pixel of CAIRO_FORMAT_RGB24: a native 32-bit word 0x00RRGGBB.
std::uint32_t* rowOf(cairo_surface_t* surface, int y) {
    return reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(surface) +
                                            std::ptrdiff_t(y) * cairo_image_surface_get_stride(surface));
}

void copyTo(cairo_surface_t* surface, const io::Image& image) {
    cairo_surface_flush(surface);
    for (int y = 0; y < image.height; ++y) {
        std::uint32_t* row = rowOf(surface, y);
        for (int x = 0; x < image.width; ++x) {
            const std::uint8_t* p = image.pixel(x, y);
            row[x] = std::uint32_t{p[0]} << 16 | std::uint32_t{p[1]} << 8 | p[2];
        }
    }
    cairo_surface_mark_dirty(surface);
}

constexpr double pi = 3.14159265358979323846;

}  // namespace

Canvas::Canvas(int width, int height, picture::Colour paper)
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)),
      cairo_(cairo_create(surface_)) {
    colour(paper);
    cairo_paint(cairo_);
}

Canvas::Canvas(const io::Image& image) : Canvas(image.width, image.height, {}) { copyTo(surface_, image); }

Canvas::~Canvas() {
    cairo_destroy(cairo_);
    cairo_surface_destroy(surface_);
}

io::Image Canvas::image() const {
    cairo_surface_flush(surface_);
    io::Image image(cairo_image_surface_get_width(surface_), cairo_image_surface_get_height(surface_));
    for (int y = 0; y < image.height; ++y) {
        const std::uint32_t* row = rowOf(surface_, y);
        for (int x = 0; x < image.width; ++x) {
            std::uint8_t* p = image.pixel(x, y);
            p[0] = std::uint8_t(row[x] >> 16);
            p[1] = std::uint8_t(row[x] >> 8);
            p[2] = std::uint8_t(row[x]);
        }
    }
    return image;
}

void Canvas::colour(picture::Colour c, double opacity) {
    cairo_set_source_rgba(cairo_, double(c.r), double(c.g), double(c.b), opacity);
}
void Canvas::lineWidth(double width) {
    cairo_set_line_width(cairo_, width);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
}
void Canvas::dashes(double on, double off) {
    const double lengths[] = {on, off};
    cairo_set_dash(cairo_, lengths, on > 0 ? 2 : 0, 0);
}
void Canvas::moveTo(double x, double y) { cairo_move_to(cairo_, x, y); }
void Canvas::lineTo(double x, double y) { cairo_line_to(cairo_, x, y); }
void Canvas::stroke() { cairo_stroke(cairo_); }

void Canvas::line(double x0, double y0, double x1, double y1) {
    moveTo(x0, y0);
    lineTo(x1, y1);
    stroke();
}

void Canvas::fillRectangle(double x, double y, double width, double height, double corner) {
    if (corner <= 0) {
        cairo_rectangle(cairo_, x, y, width, height);
    } else {
        cairo_new_sub_path(cairo_);
        cairo_arc(cairo_, x + width - corner, y + corner, corner, -pi / 2, 0);
        cairo_arc(cairo_, x + width - corner, y + height - corner, corner, 0, pi / 2);
        cairo_arc(cairo_, x + corner, y + height - corner, corner, pi / 2, pi);
        cairo_arc(cairo_, x + corner, y + corner, corner, pi, 1.5 * pi);
        cairo_close_path(cairo_);
    }
    cairo_fill(cairo_);
}

void Canvas::strokeRectangle(double x, double y, double width, double height) {
    cairo_rectangle(cairo_, x, y, width, height);
    cairo_stroke(cairo_);
}

void Canvas::fillDisc(double x, double y, double radius) {
    cairo_new_sub_path(cairo_);
    cairo_arc(cairo_, x, y, radius, 0, 2 * pi);
    cairo_fill(cairo_);
}

void Canvas::drawImage(const io::Image& image, double x, double y, double width, double height) {
    cairo_surface_t* source = cairo_image_surface_create(CAIRO_FORMAT_RGB24, image.width, image.height);
    copyTo(source, image);
    cairo_save(cairo_);
    cairo_translate(cairo_, x, y);
    cairo_scale(cairo_, width / image.width, height / image.height);
    cairo_set_source_surface(cairo_, source, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo_), CAIRO_FILTER_NEAREST);
    cairo_rectangle(cairo_, 0, 0, image.width, image.height);
    cairo_fill(cairo_);
    cairo_restore(cairo_);
    cairo_surface_destroy(source);
}

void Canvas::clip(double x, double y, double width, double height) {
    cairo_rectangle(cairo_, x, y, width, height);
    cairo_clip(cairo_);
}
void Canvas::unclip() { cairo_reset_clip(cairo_); }

void Canvas::font(double size, bool bold) {
    cairo_select_font_face(cairo_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo_, size);
}

double Canvas::textWidth(const std::string& text) const {
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_, text.c_str(), &extents);
    return extents.x_advance;
}

void Canvas::text(double x, double y, const std::string& text, double alignment) {
    cairo_move_to(cairo_, x - alignment * textWidth(text), y);
    cairo_show_text(cairo_, text.c_str());
    cairo_new_path(cairo_);
}

void Canvas::textUp(double x, double y, const std::string& text, double alignment) {
    const double width = textWidth(text);
    cairo_save(cairo_);
    cairo_translate(cairo_, x, y);
    cairo_rotate(cairo_, -pi / 2);
    cairo_move_to(cairo_, -alignment * width, 0);
    cairo_show_text(cairo_, text.c_str());
    cairo_new_path(cairo_);
    cairo_restore(cairo_);
}

}  // namespace talus::render
