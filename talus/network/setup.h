#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "talus/core/rng.h"
#include "talus/environment/walls.h"
#include "talus/method/scene.h"
#include "talus/network/law/link_law.h"
#include "talus/network/layout.h"
#include "talus/network/scene.h"
#include "talus/network/spring_order.h"

namespace talus::network {

inline constexpr std::size_t max_groups = 256;

/// What a step needs of each mass of a group, together in memory.
struct GroupForces {
    Vec3d constant;        ///< gravity and the constant force on free masses, else 0 [N]
    double damping = 0;    ///< of the medium of free masses, else 0 [N s/m]
    double mass = 1;       ///< [kg]
    bool is_free = false;  ///< moves by the forces on it
    bool is_load = false;  ///< a free body carries it, and the forces of links act on the body
};

/// All that the stages of a network are made from.
struct Setup {
    Network network;
    std::vector<Masses> groups;
    std::vector<Layout> layouts;            ///< of each group
    std::vector<GroupForces> group_forces;  ///< of each group
    std::vector<Source> sources;
    std::vector<std::size_t> source_group;
    std::vector<Link> links;
    std::vector<LinkLaw> laws;  ///< of each link, in SI units

    Springs springs;
    SpringOrder spring_order;

    /// Links of pairs that are near, by group: near[a * groups + b].
    std::vector<std::vector<std::uint32_t>> near;
    std::vector<std::vector<std::uint32_t>> in_grain;  ///< links within a grain, by group
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> at_walls;  ///< (wall, link), by group
    /// Rows of groups of a few masses, such as single obstacles. All masses look at each of these, so that
    /// one with a long reach does not make the cells of the search large.
    std::vector<std::uint32_t> few_rows;
    std::vector<std::uint8_t> is_few;  ///< of each group
    bool any_near = false;             ///< whether links act on near masses
    double reach = 0;  ///< largest distance of a near pair of other masses [m]; 0: there are none

    /// Distance that a new mass keeps to others [m], by group as `near`: the largest length of their
    /// contacts.
    std::vector<double> free_distance;

    Vec3d gravity;        ///< [m/s^2]
    Vec3d axes{1, 1, 1};  ///< 1 along the axes in which masses move
    std::shared_ptr<const environment::Walls> walls;
    std::vector<std::size_t> carrier;  ///< wall of each group that moves with one
    /// Walls on which the network acts: links join masses to them, or masses move with them.
    std::vector<std::uint32_t> loaded_walls;
    std::vector<std::string> wall_names;  ///< of all walls of the scene
    std::vector<Vec3d> carried;  ///< position of each row at the start in the frame of its carrier [m]
    std::uint32_t seed = 0;
    std::size_t start_rows = 0;

    double step() const { return 1 / network.rate; }
    /// The components along which masses move; 0 for the others.
    Vec3d project(const Vec3d& v) const { return {v.x * axes.x, v.y * axes.y, v.z}; }
};

/// @pre the scene passed the check
Setup setupOf(const method::Scene& scene);

/// The positions of all masses at the start, by row [m].
std::vector<Vec3d> startPositions(const Setup& setup);

/// The law of a link, in SI units. @pre its formula, if it has one, can be read
LinkLaw lawOf(const Link& link, const Network& network);

/// The law of a spring, with its rest length.
LinkLaw springLaw(const Setup& setup, std::size_t spring);

/// The law of a link within the grains of a group, between two points of a grain, with their distance at the
/// start as the rest length. For links that have no length of their own.
LinkLaw grainLaw(const Setup& setup, std::uint32_t link, std::size_t group, std::size_t i, std::size_t j);

/// The names of a formula's variables: distance, rate, rest length, stiffness, damping.
const std::vector<std::string>& formulaVariables();

}  // namespace talus::network
