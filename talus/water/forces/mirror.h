#pragma once
#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/water/search/pair.h"

/// Walls as mirrors, for sums in which the liquid has to continue behind a wall where there is liquid in
/// front of it. Runs on any device, for a single number (float) or for a pack of neighbours.
namespace talus::water {

/// The plane of a wall near a particle.
struct Mirror {
    Vec3f normal;        ///< unit, from the wall to the liquid
    float distance = 0;  ///< of the particle [m]
};

/// Reflection in one mirror, or in several one after another. Without mirrors: the identity.
struct Image {
    static constexpr int max_mirrors = 3;
    Mirror of[max_mirrors];
    int count = 0;

    /// The image of a neighbour; far away if the neighbour is itself behind a mirror.
    template <class V>
    TALUS_HD Pair<V> imageOf(const Pair<V>& pair) const {
        Vec3<V> from = pair.from;
        for (int k = 0; k < count; ++k) {
            const Vec3<V> normal = spread<V>(k);
            const V height = V(of[k].distance) - fusedDot<V>(from, normal);
            addTimes<V>(from, normal, select<V>(height > V(0), height + height, V(behind)));
        }
        return pairOf<V>(from, pair.weight);
    }
    /// The image of a vector.
    template <class V>
    TALUS_HD Vec3<V> reflected(Vec3<V> v) const {
        for (int k = 0; k < count; ++k) {
            const Vec3<V> normal = spread<V>(k);
            addTimes<V>(v, normal, V(-2) * fusedDot<V>(v, normal));
        }
        return v;
    }

  private:
    static constexpr float behind = 1e8f;  ///< [m]; farther than any support

    template <class V>
    TALUS_HD Vec3<V> spread(int k) const {
        return {V(of[k].normal.x), V(of[k].normal.y), V(of[k].normal.z)};
    }
};

/// The first walls near a particle as mirrors. Walls at about a right angle mirror each other's images.
/// Others do not, because their images of images would be inside the liquid.
struct Mirrors {
    /// Walls whose normals have a smaller product than this (60 degrees) mirror each other's images.
    static constexpr float max_cosine = 0.5f;
    Mirror of[Image::max_mirrors];
    int count = 0;

    /// Calls take(image) for all images.
    template <class Take>
    TALUS_HD void forEach(Take take) const {
        for (int set = 1; set < 1 << count; ++set) {
            Image image;
            bool real = true;
            for (int k = 0; k < count; ++k) {
                if ((set >> k & 1) == 0) continue;
                for (int other = 0; other < image.count; ++other) {
                    const float cosine = dot(image.of[other].normal, of[k].normal);
                    real = real && cosine < max_cosine && cosine > -max_cosine;
                }
                image.of[image.count++] = of[k];
            }
            if (real) take(image);
        }
    }
};

/// The contacts of all particles with walls as mirrors (fields.h).
struct WallMirrors {
    exec::View<const std::uint32_t> first, end;  ///< of the contacts of each particle
    exec::View<const Vec3f> gradient, point;

    TALUS_HD Mirrors of(std::size_t i) const {
        Mirrors mirrors;
        if (first.empty()) return mirrors;
        for (std::uint32_t k = first[i]; k < end[i] && mirrors.count < Image::max_mirrors; ++k) {
            const float steep = length(gradient[k]);
            if (!(steep > 0)) continue;
            const Vec3f normal = gradient[k] / -steep;
            mirrors.of[mirrors.count++] = {normal, -dot(point[k], normal)};
        }
        return mirrors;
    }
};

}  // namespace talus::water
