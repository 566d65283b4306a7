#pragma once
#include <string>

#include "talus/io/image.h"
#include "talus/picture/colour.h"

struct _cairo;          // NOLINT(bugprone-reserved-identifier): the name that cairo gives it
struct _cairo_surface;  // NOLINT(bugprone-reserved-identifier)

namespace talus::render {

/// Two-dimensional drawing with cairo: x to the right, y down, in pixels.
class Canvas {
  public:
    Canvas(int width, int height, picture::Colour paper);
    /// Starts from a copy of the image.
    explicit Canvas(const io::Image& image);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    io::Image image() const;

    void colour(picture::Colour colour, double opacity = 1);
    void lineWidth(double width);
    void dashes(double on, double off);  ///< lengths in pixels; 0, 0: a solid line
    void moveTo(double x, double y);
    void lineTo(double x, double y);
    void stroke();
    void line(double x0, double y0, double x1, double y1);
    void fillRectangle(double x, double y, double width, double height, double corner = 0);
    void strokeRectangle(double x, double y, double width, double height);
    void fillDisc(double x, double y, double radius);
    /// Scales an image to a rectangle, without smoothing between its pixels.
    void drawImage(const io::Image& image, double x, double y, double width, double height);
    void clip(double x, double y, double width, double height);
    void unclip();

    void font(double size, bool bold = false);
    double textWidth(const std::string& text) const;
    /// Draws text at (x, y). `alignment` 0 puts its left end at x, 0.5 its middle, 1 its right end. The base
    /// line is at y.
    void text(double x, double y, const std::string& text, double alignment = 0);
    /// Draws text that reads upwards. The base line is at x; `alignment` 0 puts the start of the text at y,
    /// 0.5 its middle, 1 its end.
    void textUp(double x, double y, const std::string& text, double alignment = 0);

  private:
    _cairo_surface* surface_;
    _cairo* cairo_;
};

}  // namespace talus::render
