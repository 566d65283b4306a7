#include "talus/grains/load/grain_sizes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "talus/grains/sources/emit.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/grain_file.h"

namespace talus::grains {

using method::Scene;

namespace {

/// A set of grains with radii between two limits.
struct Radii {
    double smallest, largest, mean;  ///< of balls and of spheres of clumps [m]
    double number;                   ///< of spheres
    RadiusRange bodies;              ///< of whole grains
    double lightest;                 ///< as of lightestRadius()
};

/// Those of balls between two sizes.
Radii ofBalls(double smallest, double largest, double mean, double number) {
    return {smallest, largest, mean, number, {smallest, largest}, smallest};
}

/// Adds entries for whole grains as they are for their shapes.
void addShaped(const ShapeChoice& choice, const std::vector<Radii>& balls, std::vector<Radii>& all) {
    if (choice.chosen.empty()) {
        all.insert(all.end(), balls.begin(), balls.end());
        return;
    }
    const double shapes = static_cast<double>(choice.chosen.size()), spheres = meanSpheres(choice);
    for (const Radii& ball : balls)
        for (const ShapeChoice::Chosen& each : choice.chosen) {
            const ClumpShape& shape = *each.shape;
            all.push_back({ball.smallest * shape.smallest, ball.largest * shape.largest,
                           ball.mean * shape.mean, ball.number * spheres / shapes, ball.bodies,
                           ball.smallest * std::cbrt(shape.lightest)});
        }
}

std::vector<Radii> radiiOf(const Sizes& sizes, double number) {
    std::vector<Radii> all;
    using Distribution = Sizes::Distribution;
    const double smallest = smallestRadius(sizes), largest = largestRadius(sizes);
    if (sizes.distribution == Distribution::Discrete) {
        // One entry for each radius: there are no grains in between.
        for (const double radius : sizes.radii)
            all.push_back(ofBalls(radius, radius, meanPower(sizes, 1), 0));
        all.back().number = number;
        return all;
    }
    const double mean =
        sizes.distribution == Distribution::Uniform ? 0.5 * (smallest + largest) : meanPower(sizes, 1);
    all.push_back(ofBalls(smallest, largest, mean, number));
    return all;
}

/// @param material whose grains count; empty: all
std::vector<Radii> allRadii(const Scene& scene, std::string_view material = {}) {
    const auto counts = [&](std::string_view name) { return material.empty() || name == material; };
    std::vector<Radii> all;
    for (const auto& e : in(scene).emitters)
        if (counts(e.material)) addShaped(e, radiiOf(e, grainsUntil(e, scene.time.end())), all);
    for (const auto& f : in(scene).fills)
        if (counts(f.material)) addShaped(f, radiiOf(f, fillCount(f)), all);
    const auto take = [&](double radius, double number) {
        all.push_back(ofBalls(radius, radius, radius, number));
    };
    for (const auto& i : in(scene).imports)
        if (counts(i.material))
            for (const auto& row : *i.grains) take(row.radius, 1);
    for (const auto& g : in(scene).placed)
        if (counts(g.material)) {
            ShapeChoice one;
            if (g.chosen) one.chosen = {*g.chosen};
            addShaped(one, {ofBalls(g.radius, g.radius, g.radius, 1)}, all);
        }
    for (const Reserve& reserve : in(scene).reserves)
        if (counts(reserve.material)) take(reserve.radius, reserve.count);
    return all;
}

}  // namespace

bool hasGrains(const Scene& scene) {
    const Part& part = in(scene);
    return !part.emitters.empty() || !part.fills.empty() || !part.imports.empty() || !part.placed.empty() ||
           !part.reserves.empty();
}

bool hasClumps(const Scene& scene) {
    const auto isClump = [](const ShapeChoice::Chosen& chosen) { return !chosen.shape->isBall(); };
    const auto any = [&](const ShapeChoice& choice) {
        return std::any_of(choice.chosen.begin(), choice.chosen.end(), isClump);
    };
    const Part& part = in(scene);
    return std::any_of(part.emitters.begin(), part.emitters.end(), any) ||
           std::any_of(part.fills.begin(), part.fills.end(), any) ||
           std::any_of(part.placed.begin(), part.placed.end(),
                       [&](const Grain& grain) { return grain.chosen && isClump(*grain.chosen); });
}

RadiusRange radiusRange(const Scene& scene, std::string_view material) {
    RadiusRange range{std::numeric_limits<double>::infinity(), 0};
    for (const Radii& radii : allRadii(scene, material)) {
        range.smallest = std::min(range.smallest, radii.smallest);
        range.largest = std::max(range.largest, radii.largest);
    }
    if (range.largest == 0) range.smallest = 0;
    return range;
}

RadiusRange bodyRadii(const Scene& scene, std::string_view material) {
    RadiusRange range{std::numeric_limits<double>::infinity(), 0};
    for (const Radii& radii : allRadii(scene, material)) {
        range.smallest = std::min(range.smallest, radii.bodies.smallest);
        range.largest = std::max(range.largest, radii.bodies.largest);
    }
    if (range.largest == 0) range.smallest = 0;
    return range;
}

double lightestRadius(const Scene& scene, std::string_view material) {
    double lightest = std::numeric_limits<double>::infinity();
    for (const Radii& radii : allRadii(scene, material)) lightest = std::min(lightest, radii.lightest);
    return std::isinf(lightest) ? 0 : lightest;
}

double meanRadius(const Scene& scene) {
    const std::vector<Radii> all = allRadii(scene);
    if (all.empty()) return 0;
    // By differences from the first: if all means are equal, the result is the same number to the last bit.
    const double first = all.front().mean;
    double differences = 0, number = 0;
    for (const Radii& radii : all) {
        differences += radii.number * (radii.mean - first);
        number += radii.number;
    }
    return number > 0 ? first + differences / number : first;
}

double shownRadius(const Scene& scene, const std::string& material) {
    double sum = 0;
    int count = 0;
    const auto take = [&](const std::string& name, double radius) {
        if (name != material) return;
        sum += radius;
        ++count;
    };
    for (const auto& e : in(scene).emitters) take(e.material, 0.5 * (smallestRadius(e) + largestRadius(e)));
    for (const auto& f : in(scene).fills) take(f.material, 0.5 * (smallestRadius(f) + largestRadius(f)));
    for (const Reserve& reserve : in(scene).reserves) take(reserve.material, reserve.radius);
    if (count == 0) {
        for (const auto& i : in(scene).imports)
            for (const auto& row : *i.grains) take(i.material, row.radius);
        for (const auto& g : in(scene).placed) take(g.material, g.radius);
    }
    return count > 0 ? sum / count : 0;
}

SizeClasses sizeClasses(const Scene& scene) {
    const RadiusRange range = radiusRange(scene);
    const double smallest = 2 * range.smallest;
    SizeClasses sizes{.finest = smallest, .largest = 2 * range.largest, .count = SizeClasses::max_count};
    for (const Radii& radii : allRadii(scene))
        if (2 * radii.smallest <= 2 * smallest)
            sizes.finest = std::max(sizes.finest, std::min(2 * radii.largest, 2 * smallest));
    while (sizes.finest * (1 << (sizes.count - 1)) < sizes.largest) sizes.finest *= 2;
    sizes.count = sizes.of(range.largest) + 1;
    return sizes;
}

}  // namespace talus::grains
