#include "talus/environment/contact/goes_through.h"

#include "talus/environment/contact/first_hit.h"
#include "talus/environment/contact/through_face.h"

namespace talus::environment {
namespace {

/// Particles are kept at least this far from all walls (obstacles.h) [m].
constexpr double touching = 1e-6;

/// For round faces: the line goes through if its hits from both ends have normals that point away from each
/// other.
std::optional<Vec3d> throughRound(const WallFace& f, const Vec3d& from, const Vec3d& to) {
    const auto in = firstHit(f, from, to, touching);
    if (!in) return std::nullopt;
    const auto out = firstHit(f, to, from, touching);
    constexpr double opposite = -0.5;
    if (!out || dot(in->normal, out->normal) > opposite) return std::nullopt;
    return Vec3d{};
}

}  // namespace

std::optional<Vec3d> goesThrough(const WallFace& face, const Vec3d& from, const Vec3d& to) {
    switch (face.kind) {
        case WallFace::Kind::SphereOutside:
        case WallFace::Kind::Rod:
        case WallFace::Kind::Capsule: return throughRound(face, from, to);
        default: return through::notRound(face, from, to);
    }
}

}  // namespace talus::environment
