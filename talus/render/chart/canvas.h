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
    void dashes(double on, double off);  ///< 0, 0: a full line
    void moveTo(double x, double y);
    void lineTo(double x, double y);
    void stroke();
    void line(double x0, double y0, double x1, double y1);
    void fillRectangle(double x, double y, double width, double height, double corner = 0);
    void strokeRectangle(double x, double y, double width, double height);
    void fillDisc(double x, double y, double radius);
    /// An image over a rectangle, its pixels as squares.
    void drawImage(const io::Image& image, double x, double y, double width, double height);
    void clip(double x, double y, double width, double height);
    void unclip();

    void font(double size, bool bold = false);
    double textWidth(const std::string& text) const;
    /// Draws text whose box is at (x, y): `along` 0 puts its left end there, 0.5 its middle, 1 its right end;
    /// y is the base line.
    void text(double x, double y, const std::string& text, double along = 0);
    /// The same turned to read upwards; x is the base line, y the place that `along` refers to.
    void textUp(double x, double y, const std::string& text, double along = 0);

  private:
    _cairo_surface* surface_;
    _cairo* cairo_;
};

}  // namespace talus::render
