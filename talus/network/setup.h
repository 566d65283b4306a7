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

namespace talus::network {

inline constexpr std::size_t max_groups = 256;

/// A spring of one mass: the other end, and its law.
struct Incidence {
    std::uint32_t other = 0;   ///< row of the other mass
    std::uint32_t spring = 0;  ///< index in Setup::springs
};

/// A link between two given masses.
struct SpringRow {
    std::uint32_t first = 0, second = 0;  ///< rows
    std::uint32_t link = 0;               ///< index of its [[link]]
    double length = 0;                    ///< rest length [m]
};

/// All that the stages of a network are made from.
struct Setup {
    Network network;
    std::vector<Masses> groups;
    std::vector<Layout> layouts;  ///< of each group
    std::vector<Source> sources;
    std::vector<std::size_t> source_group;
    std::vector<Link> links;
    std::vector<LinkLaw> laws;  ///< of each link, in SI units

    std::vector<SpringRow> springs;              ///< of given pairs
    std::vector<LinkLaw> spring_laws;            ///< of each, with its rest length
    std::vector<std::uint32_t> first_incidence;  ///< one more than there are rows at the start
    std::vector<Incidence> incidences;           ///< of each row at the start, in the order of the springs

    /// Links of pairs that are near, by group: near[a * groups + b].
    std::vector<std::vector<std::uint32_t>> near;
    std::vector<std::vector<std::uint32_t>> in_grain;  ///< links within a grain, by group
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> at_walls;  ///< (wall, link), by group
    /// Rows of groups of a few masses, such as single obstacles. All masses look at each of these, so that
    /// one with a long reach does not make the cells of the search large.
    std::vector<std::uint32_t> few_rows;
    std::vector<std::uint8_t> is_few;  ///< of each group
    double reach = 0;  ///< largest distance of a near pair of other masses [m]; 0: there are none

    /// Distance that a new mass keeps to others [m], by group as `near`: the largest length of their
    /// contacts.
    std::vector<double> free_distance;

    Vec3d gravity;        ///< [m/s^2]
    Vec3d axes{1, 1, 1};  ///< 1 along the axes in which masses move
    std::shared_ptr<const environment::Walls> walls;
    std::vector<std::size_t> carrier;  ///< wall of each group that moves with one
    std::vector<Vec3d> carried;        ///< position of each row at the start in the frame of its carrier [m]
    std::uint32_t seed = 0;
    std::size_t start_rows = 0;

    double step() const { return 1 / network.rate; }
};

/// @pre the scene passed the check
Setup setupOf(const method::Scene& scene);

/// The positions of all masses at the start, by row [m].
std::vector<Vec3d> startPositions(const Setup& setup);

/// The law of a link, in SI units. @pre its formula, if it has one, can be read
LinkLaw lawOf(const Link& link, const Network& network);

/// The names of a formula's variables: distance, rate, rest length, stiffness, damping.
const std::vector<std::string>& formulaVariables();

}  // namespace talus::network
