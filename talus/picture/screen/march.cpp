#include "talus/picture/screen/march.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "talus/exec/for_each.h"

namespace talus::picture::engraved {
namespace {

constexpr double step = 0.5;           // of a ray [phyxels]
constexpr double least_light = 0.004;  // less than a step of an 8-bit picture: the rest of a ray is not seen

/// Values at the middles of the phyxels, with linear interpolation; at the rim that of the outermost ones.
struct Values {
    const std::array<std::size_t, 3>& cells;
    std::span<const float> value;

    /// @param p [phyxels] from the corner of the box
    double at(const Vec3d& p) const {
        std::size_t low[3], next[3];
        double share[3];
        for (int k = 0; k < 3; ++k) {
            const double last = static_cast<double>(cells[static_cast<std::size_t>(k)] - 1);
            const double from = std::clamp(component(p, k) - 0.5, 0.0, last);
            low[k] = static_cast<std::size_t>(from);
            next[k] = std::min<std::size_t>(low[k] + 1, cells[static_cast<std::size_t>(k)] - 1);
            share[k] = from - static_cast<double>(low[k]);
        }
        const auto row = [&](std::size_t y, std::size_t z) {
            const std::size_t begin = (z * cells[1] + y) * cells[0];
            return std::lerp(double(value[begin + low[0]]), double(value[begin + next[0]]), share[0]);
        };
        return std::lerp(std::lerp(row(low[1], low[2]), row(next[1], low[2]), share[1]),
                         std::lerp(row(low[1], next[2]), row(next[1], next[2]), share[1]), share[2]);
    }

  private:
    static double component(const Vec3d& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }
};

/// Optical depth of a length of one phyxel.
double densityOf(const Cloud& cloud, const ScreenLook& look, double a) {
    return std::abs(a) > look.threshold ? cloud.opacity * std::abs(a) : 0;
}

struct Span {
    double first, last;
};
/// The part of a ray from + t along in the box from 0 to `size`; nothing where it misses it.
std::optional<Span> within(const Vec3d& from, const Vec3d& along, const std::array<std::size_t, 3>& cells) {
    Span inside{0, HUGE_VAL};
    const double start[] = {from.x, from.y, from.z}, go[] = {along.x, along.y, along.z};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto size = static_cast<double>(cells[k]);
        if (go[k] == 0) {
            if (!(start[k] >= 0 && start[k] <= size)) return std::nullopt;
            continue;
        }
        const double one = -start[k] / go[k], two = (size - start[k]) / go[k];
        inside.first = std::max(inside.first, std::min(one, two));
        inside.last = std::min(inside.last, std::max(one, two));
    }
    if (!(inside.first < inside.last)) return std::nullopt;
    return inside;
}

/// What a task needs to follow rays.
class Rays {
  public:
    Rays(const Cloud& cloud, const Lighting& lighting, const ScreenLook& look, std::span<const float> sun,
         const picture::CameraAxes& axes)
        : cloud_(cloud),
          look_(look),
          axes_(axes),
          a_{cloud.box.cells, cloud.a},
          before_{cloud.box.cells, cloud.before},
          sun_{cloud.box.cells, sun},
          lighting_(lighting),
          light_(lighting.formula()),
          gradient_(lighting.usesGradient()) {}

    /// @param along of length 1, both in phyxels @param far end of the ray [phyxels]
    std::array<float, 4> follow(const Vec3d& from, const Vec3d& along, double far) {
        const auto inside = within(from, along, cloud_.box.cells);
        double red = 0, green = 0, blue = 0, left = 1;
        if (!inside) return {};
        const double end = std::min(inside->last, far);
        for (double t = inside->first + 0.5 * step; t < end && left > least_light; t += step) {
            const Vec3d p = from + t * along;
            const double a = a_.at(p), density = densityOf(cloud_, look_, a);
            if (!(density > 0)) continue;
            const double taken = left * (1 - std::exp(-density * step));
            const picture::Colour colour = look_.baseOf(a);
            const double lit = lightAt(p, a);
            if (std::isnan(lit) && !missing_) missing_ = noValueAt(p);
            const double light = std::max(0.0, lit);
            red += taken * light * picture::linearFromSrgb(colour.r);
            green += taken * light * picture::linearFromSrgb(colour.g);
            blue += taken * light * picture::linearFromSrgb(colour.b);
            left -= taken;
        }
        return {static_cast<float>(red), static_cast<float>(green), static_cast<float>(blue),
                static_cast<float>(1 - left)};
    }

    /// The error at the first point of all rays where the lighting function has no value.
    const std::optional<Error>& missing() const { return missing_; }

  private:
    Error noValueAt(const Vec3d& p) const {
        const Vec3d at = cloud_.box.corner + cloud_.box.cell * p;
        return lighting_.noValue(fmt::format("at ({:.4g}, {:.4g}, {:.4g}) m", at.x, at.y, at.z), values_);
    }

    double lightAt(const Vec3d& p, double a) {
        const auto slope = [&](const Vec3d& axis) { return 0.5 * (a_.at(p + axis) - a_.at(p - axis)); };
        if (gradient_) values_[1] = slope(axes_.right), values_[2] = -slope(axes_.up);
        values_[0] = a;
        values_[3] = a - before_.at(p);
        values_[4] = sun_.at(p);
        return light_(values_);
    }

    const Cloud& cloud_;
    const ScreenLook& look_;
    const picture::CameraAxes& axes_;
    Values a_, before_, sun_;
    const Lighting& lighting_;
    Formula::Evaluator light_;
    bool gradient_;
    std::vector<double> values_ = std::vector<double>(5);
    std::optional<Error> missing_;
};

}  // namespace

std::vector<float> sunlight(const exec::Exec& exec, const Cloud& cloud, const ScreenLook& look) {
    const auto& cells = cloud.box.cells;
    const Vec3d towards = cloud.to_sun / length(cloud.to_sun);
    std::vector<float> sun(cloud.box.count());
    exec::for_each(
        exec, cells[1] * cells[2],
        [&](std::size_t row) {
            const Values a{cells, cloud.a};
            for (std::size_t x = 0; x < cells[0]; ++x) {
                const Vec3d from{double(x) + 0.5, double(row % cells[1]) + 0.5, double(row / cells[1]) + 0.5};
                const double end = within(from, towards, cells)->last;
                double depth = 0;
                constexpr double darkness = 6;  // exp(-6) is below a step of an 8-bit picture
                for (double t = 1; t < end && depth < darkness; t += 1)
                    depth += densityOf(cloud, look, a.at(from + t * towards));
                sun[row * cells[0] + x] = static_cast<float>(std::exp(-depth));
            }
        },
        1);
    return sun;
}

Result<CloudImage> march(const exec::Exec& exec, const Cloud& cloud, const Lighting& lighting,
                         const ScreenLook& look, const picture::Camera& camera, std::size_t width,
                         std::size_t height, std::span<const float> depth) {
    const picture::CameraAxes axes = picture::axesOf(camera);
    const std::vector<float> sun = sunlight(exec, cloud, look);
    const Vec3d from = (camera.position - cloud.box.corner) / cloud.box.cell;
    const double scale = std::tan(0.5 * camera.fov) / (0.5 * static_cast<double>(height));
    CloudImage image(width * height);
    std::vector<std::optional<Error>> missing(height);  // of each row the first, for any number of threads
    exec::for_each(
        exec, height,
        [&](std::size_t y) {
            Rays rays(cloud, lighting, look, sun, axes);
            const double up = -scale * (static_cast<double>(y) + 0.5 - 0.5 * static_cast<double>(height));
            for (std::size_t x = 0; x < width; ++x) {
                const double right =
                    scale * (static_cast<double>(x) + 0.5 - 0.5 * static_cast<double>(width));
                const Vec3d along = axes.forward + right * axes.right + up * axes.up;
                const double long_ = length(along);
                const double far = depth.empty() ? HUGE_VAL : depth[y * width + x] * long_ / cloud.box.cell;
                image[y * width + x] = rays.follow(from, along / long_, far);
            }
            missing[y] = rays.missing();
        },
        1);
    for (const std::optional<Error>& error : missing)
        if (error) return *error;
    return image;
}

void blendOver(std::span<std::uint8_t> rgb, const CloudImage& cloud) {
    for (std::size_t i = 0; i < cloud.size(); ++i) {
        const float behind = 1 - cloud[i][3];
        if (behind == 1) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            std::uint8_t& byte = rgb[3 * i + k];
            const float light =
                cloud[i][k] + behind * picture::linearFromSrgb(static_cast<float>(byte) / 255);
            byte = static_cast<std::uint8_t>(
                std::lround(255 * std::clamp(picture::srgbFromLinear(light), 0.0f, 1.0f)));
        }
    }
}

}  // namespace talus::picture::engraved
