#include "talus/run/picture/earlier_positions.h"

#include <type_traits>
#include <unordered_map>

namespace talus::run {
namespace {

/// The thing of `earlier` that has the name of thing `index` of `later`; null: there is none. Things of equal
/// names are paired in their order.
template <class Item>
const Item* sameIn(const std::vector<Item>& earlier, const std::vector<Item>& later, std::size_t index) {
    std::size_t before = 0;
    for (std::size_t i = 0; i < index; ++i) before += later[i].name == later[index].name;
    for (const Item& item : earlier)
        if (item.name == later[index].name && before-- == 0) return &item;
    return nullptr;
}

template <class Balls>
std::vector<Vec3d> earlierCentres(const Balls& later, const Balls* earlier) {
    std::vector<Vec3d> centres(later.centre.begin(), later.centre.end());
    if (earlier == nullptr) return centres;
    if (later.id.empty() || earlier->id.empty()) {
        if (earlier->centre.size() == centres.size())
            centres.assign(earlier->centre.begin(), earlier->centre.end());
        return centres;
    }
    std::unordered_map<std::uint32_t, std::size_t> index_of;
    index_of.reserve(earlier->id.size());
    for (std::size_t i = 0; i < earlier->id.size(); ++i) index_of.emplace(earlier->id[i], i);
    for (std::size_t i = 0; i < centres.size(); ++i)
        if (const auto found = index_of.find(later.id[i]); found != index_of.end())
            centres[i] = earlier->centre[found->second];
    return centres;
}

template <class Balls>
std::vector<std::vector<Vec3d>> centresOf(const std::vector<Balls>& later,
                                          const std::vector<Balls>& earlier) {
    std::vector<std::vector<Vec3d>> all;
    for (std::size_t s = 0; s < later.size(); ++s)
        all.push_back(earlierCentres(later[s], sameIn(earlier, later, s)));
    return all;
}

/// A point of an obstacle that moves with it.
Vec3d placeOf(const picture::Obstacle& obstacle) {
    if (const auto* sphere = std::get_if<geometry::Sphere>(&obstacle.shape)) return sphere->centre;
    if (const auto* box = std::get_if<geometry::Box>(&obstacle.shape)) return box->min;
    return {};  // a plane that moves does not look different
}

Vec3d between(const Vec3d& from, const Vec3d& to, double share) { return from + (to - from) * share; }

/// Lets a set show balls at their positions between two pictures.
template <class Balls>
void moveBalls(std::vector<Balls>& sets, const std::vector<std::vector<Vec3d>>& earlier, double share,
               std::vector<std::vector<Vec3d>>& centres) {
    for (std::size_t s = 0; s < sets.size(); ++s) {
        std::vector<Vec3d> moved(sets[s].centre.size());
        for (std::size_t i = 0; i < moved.size(); ++i)
            moved[i] = between(earlier[s][i], sets[s].centre[i], share);
        centres.push_back(std::move(moved));
        sets[s].centre = centres.back();
    }
}

}  // namespace

EarlierPositions earlierPositions(const picture::Picture& later, const picture::Picture& earlier) {
    EarlierPositions found;
    found.spheres = centresOf(later.spheres, earlier.spheres);
    found.liquids = centresOf(later.liquids, earlier.liquids);
    for (std::size_t m = 0; m < later.meshes.size(); ++m) {
        const picture::Mesh* mesh = sameIn(earlier.meshes, later.meshes, m);
        const bool same = mesh != nullptr && mesh->triangle == later.meshes[m].triangle &&
                          mesh->position.size() == later.meshes[m].position.size();
        found.meshes.push_back(same ? mesh->position : later.meshes[m].position);
    }
    for (std::size_t o = 0; o < later.obstacles.size(); ++o) {
        const picture::Obstacle* obstacle = sameIn(earlier.obstacles, later.obstacles, o);
        const bool same = obstacle != nullptr && obstacle->shape.index() == later.obstacles[o].shape.index();
        found.obstacle_shift.push_back(same ? placeOf(later.obstacles[o]) - placeOf(*obstacle) : Vec3d{});
    }
    found.camera = earlier.camera;
    return found;
}

picture::Picture pictureBetween(const picture::Picture& later, const EarlierPositions& earlier, double share,
                                std::vector<std::vector<Vec3d>>& centres) {
    picture::Picture shown = later;
    centres.reserve(centres.size() + shown.spheres.size() + shown.liquids.size());
    moveBalls(shown.spheres, earlier.spheres, share, centres);
    moveBalls(shown.liquids, earlier.liquids, share, centres);
    for (std::size_t m = 0; m < shown.meshes.size(); ++m)
        for (std::size_t i = 0; i < shown.meshes[m].position.size(); ++i) {
            Vec3d& p = shown.meshes[m].position[i];
            p = between(earlier.meshes[m][i], p, share);
        }
    for (std::size_t o = 0; o < shown.obstacles.size(); ++o) {
        const Vec3d back = earlier.obstacle_shift[o] * (1 - share);
        if (auto* sphere = std::get_if<geometry::Sphere>(&shown.obstacles[o].shape)) sphere->centre -= back;
        if (auto* box = std::get_if<geometry::Box>(&shown.obstacles[o].shape)) {
            box->min -= back;
            box->max -= back;
        }
    }
    const picture::Camera& from = earlier.camera;
    picture::Camera& camera = shown.camera;
    camera.position = between(from.position, camera.position, share);
    camera.target = between(from.target, camera.target, share);
    camera.up = between(from.up, camera.up, share);
    camera.fov = from.fov + (camera.fov - from.fov) * share;
    return shown;
}

}  // namespace talus::run
