#include "talus/cloth/draw.h"

#include <algorithm>
#include <cmath>

#include "talus/cloth/params.h"
#include "talus/picture/meshes/frame_mesh.h"

namespace talus::cloth {
namespace {

using picture::Colour;

/// About as many triangles as a picture of a sheet has: fine enough that a pattern is sharp.
constexpr double drawn_triangles = 250'000;
constexpr int finest_division = 12;

Colour mixed(const Colour& a, const Colour& b, double share) {
    const auto s = static_cast<float>(share);
    return {a.r + (b.r - a.r) * s, a.g + (b.g - a.g) * s, a.b + (b.b - a.b) * s};
}

/// The colour of a place of the sheet at rest.
Colour patternAt(const Sheet& sheet, const Vec3d& rest) {
    const Colour one = picture::colourOf(sheet.colour), two = picture::colourOf(sheet.colour2);
    const double u = rest.x / sheet.pattern_size, v = rest.y / sheet.pattern_size;
    const auto half = [](double x) { return x - std::floor(x) < 0.5; };
    switch (sheet.pattern) {
        case Pattern::Plain: return one;
        case Pattern::Checks: return half(u) == half(v) ? one : two;
        case Pattern::Stripes: return half(u) ? one : two;
        case Pattern::Woven: {
            // Plain weave: threads along x and y pass over each other in turn, and are darker at their sides.
            const bool over = half(u) == half(v);
            const double across = (over ? v : u) * 2;
            const double from_middle = 2 * std::abs(across - std::floor(across) - 0.5);
            return mixed(mixed(one, two, over ? 0.0 : 0.25), {0, 0, 0}, 0.35 * from_middle * from_middle);
        }
    }
    return one;
}

/// Cuts each triangle into division^2 smaller ones on a surface that bends as the normals tell (Phong
/// tessellation: Boubekeur and Alexa 2008; their share of 3/4).
class Finer {
  public:
    Finer(const picture::Mesh& coarse, const std::vector<Vec3d>& rest, const Sheet& sheet, int division)
        : coarse_(coarse), rest_(rest), sheet_(sheet), n_(division) {}

    picture::Mesh mesh() {
        for (const auto& triangle : coarse_.triangle) add(triangle);
        return std::move(fine_);
    }

  private:
    void add(const std::array<std::uint32_t, 3>& triangle) {
        const auto first = static_cast<std::uint32_t>(fine_.position.size());
        for (int i = 0; i <= n_; ++i)
            for (int j = 0; i + j <= n_; ++j) {
                const double b = static_cast<double>(i) / n_, c = static_cast<double>(j) / n_;
                point(triangle, {1 - b - c, b, c});
            }
        // Row i has n - i + 1 points.
        const auto at = [&](int i, int j) {
            return first + static_cast<std::uint32_t>(i * (n_ + 1) - i * (i - 1) / 2 + j);
        };
        for (int i = 0; i < n_; ++i)
            for (int j = 0; i + j < n_; ++j) {
                fine_.triangle.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
                if (i + j + 1 < n_) fine_.triangle.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
            }
    }

    void point(const std::array<std::uint32_t, 3>& triangle, const std::array<double, 3>& share) {
        Vec3d flat, normal, rest, bent;
        for (std::size_t k = 0; k < 3; ++k) {
            flat += coarse_.position[triangle[k]] * share[k];
            normal += coarse_.normal[triangle[k]] * share[k];
            rest += rest_[triangle[k]] * share[k];
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3d &x = coarse_.position[triangle[k]], &n = coarse_.normal[triangle[k]];
            bent += (flat - n * dot(flat - x, n)) * share[k];
        }
        const double size = length(normal);
        fine_.position.push_back(flat * 0.25 + bent * 0.75);
        fine_.normal.push_back(size > 0 ? normal / size : coarse_.normal[triangle[0]]);
        fine_.colour.push_back(patternAt(sheet_, rest));
    }

    const picture::Mesh& coarse_;
    const std::vector<Vec3d>& rest_;
    const Sheet& sheet_;
    int n_;
    picture::Mesh fine_;
};

}  // namespace

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    for (const Sheet& sheet : in(scene).sheets) {
        const auto* frame = drawing.find<state::MeshView>(sheet.name);
        if (frame == nullptr) continue;
        const state::ArrayView* rest = frame->points.find("rest");
        if (rest == nullptr || rest->components != 3)
            return Error{ErrorKind::Input, "the frames of '" + sheet.name + "' have no field 'rest'"};
        std::vector<Vec3d> places(frame->points.count);
        for (std::size_t p = 0; p < places.size(); ++p)
            places[p] = {rest->value(p, 0), rest->value(p, 1), rest->value(p, 2)};
        const picture::Mesh coarse =
            picture::surfaceMesh(*frame, picture::Tint::all(picture::colourOf(sheet.colour)));
        const double division =
            std::sqrt(drawn_triangles / std::max<double>(1, static_cast<double>(frame->count)));
        const int n = std::clamp(static_cast<int>(division), 1, finest_division);
        picture::Mesh mesh = Finer(coarse, places, sheet, n).mesh();
        mesh.name = sheet.name;
        drawing.picture.meshes.push_back(std::move(mesh));
    }
    return success();
}

}  // namespace talus::cloth
