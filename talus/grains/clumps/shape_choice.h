#pragma once
#include <string>

#include "talus/core/rng.h"
#include "talus/grains/clumps/clump_shape.h"

namespace talus::grains {

/// The shapes of the grains of one source, by number. None: balls.
struct ShapeChoice {
    std::vector<std::string> grain_shapes{};  ///< names of [[grain_shape]] tables
    std::vector<double> shape_shares{};       ///< one for each, each > 0; empty: equal

    /// A shape with its index into the scene's shapes. Set when the scene is read, from the names.
    struct Chosen {
        std::uint16_t index = 0;
        std::shared_ptr<const ClumpShape> shape;
    };
    std::vector<Chosen> chosen{};
};

/// The shape of the k-th grain of a source; null: a ball. It depends only on the random stream and k.
const ShapeChoice::Chosen* drawShape(const Random& random, const ShapeChoice& choice, std::uint64_t k);

/// Distance of the farthest point of a grain from its centre over its radius: the largest of all shapes, 1
/// for balls.
double largestReach(const ShapeChoice& choice);

/// Mean over the shapes, by number. @param of a number for each shape; 1 for balls
template <class Of>
double meanOver(const ShapeChoice& choice, Of of) {
    if (choice.chosen.empty()) return 1;
    double sum = 0, shares = 0;
    for (std::size_t s = 0; s < choice.chosen.size(); ++s) {
        const double share = choice.shape_shares.empty() ? 1 : choice.shape_shares[s];
        sum += share * of(*choice.chosen[s].shape);
        shares += share;
    }
    return sum / shares;
}

/// Mean number of spheres of a grain.
inline double meanSpheres(const ShapeChoice& choice) {
    return meanOver(choice, [](const ClumpShape& shape) { return double(shape.spheres.size()); });
}

}  // namespace talus::grains
