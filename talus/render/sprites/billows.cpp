#include "talus/render/sprites/billows.h"

#include <algorithm>
#include <cmath>

#include "talus/core/rng.h"

namespace talus::render {
namespace {

constexpr Random random{7, 0x42494c4cu};

double smooth(double t) { return t * t * t * (t * (6 * t - 15) + 10); }

/// Gradient noise (Perlin 2002, "Improving noise") on a lattice that repeats after `period` cells, about -1
/// to 1.
double gradientNoise(double x, double y, int period, std::uint32_t octave) {
    const int i = int(std::floor(x)), j = int(std::floor(y));
    const auto corner = [&](int di, int dj) {
        const int a = (i + di) % period, b = (j + dj) % period;
        const double turn = 6.283185307179586 * random.uniform(std::uint64_t(a + b * period), octave);
        return std::cos(turn) * (x - i - di) + std::sin(turn) * (y - j - dj);
    };
    const double fx = smooth(x - i), fy = smooth(y - j);
    const double low = corner(0, 0) + fx * (corner(1, 0) - corner(0, 0));
    const double high = corner(0, 1) + fx * (corner(1, 1) - corner(0, 1));
    return 1.5 * (low + fy * (high - low));
}

/// Billows: the absolute value of gradient noise is round at its maxima and has creases where the noise is
/// zero (Ebert et al. 2003, "Texturing and Modeling", ch. 2, turbulence).
double heightAt(double x, double y) {
    constexpr int octaves = 5;
    double sum = 0, size = 1, sizes = 0;
    int period = 8;
    for (int octave = 0; octave < octaves; ++octave, period *= 2, size *= 0.45) {
        const auto number = std::uint32_t(2 * octave);
        const double creased = std::abs(gradientNoise(x * period, y * period, period, number));
        const double soft = 0.5 + 0.5 * gradientNoise(x * period, y * period, period, number + 1);
        sum += size * (0.55 * std::min(1.6 * creased, 1.0) + 0.45 * soft);
        sizes += size;
    }
    return sum / sizes;
}

std::uint8_t byte(double x) { return std::uint8_t(std::lround(255 * std::clamp(x, 0.0, 1.0))); }

}  // namespace

std::vector<std::uint8_t> billowTexture(int side) {
    const auto n = std::size_t(side);
    std::vector<double> height(n * n);
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < n; ++i) height[j * n + i] = heightAt(double(i) / side, double(j) / side);
    const auto [min, max] = std::minmax_element(height.begin(), height.end());
    const double low = *min, range = *max - *min;
    std::vector<std::uint8_t> texels;
    texels.reserve(4 * n * n);
    const double steep = 0.08 * side / range;  // such that most slopes fit into a byte
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < n; ++i) {
            const double along_x = height[j * n + (i + 1) % n] - height[j * n + (i + n - 1) % n];
            const double along_y = height[(j + 1) % n * n + i] - height[(j + n - 1) % n * n + i];
            texels.push_back(byte((height[j * n + i] - low) / range));
            texels.push_back(byte(128.0 / 255 + 0.5 * steep * along_x));
            texels.push_back(byte(128.0 / 255 + 0.5 * steep * along_y));
            texels.push_back(255);
        }
    return texels;
}

}  // namespace talus::render
