#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"
#include "talus/math/vec.h"

namespace talus::network {

inline constexpr double largest_rate = 1e7;  ///< of the steps of a network [1/s]

/// A group of masses with the same properties.
struct Masses {
    enum class Kind {
        Free,   ///< moves by the forces on it
        Fixed,  ///< never moves
        Moved,  ///< moves with a wall or body
    };
    enum class Layout {
        List,  ///< at given positions
        Line,  ///< evenly along a line
        Grid,  ///< on a lattice between two corners
        Mesh,  ///< at the points of a mesh
        None,  ///< only sources make them
    };
    std::string name;
    Kind kind = Kind::Free;
    std::string wall;  ///< Moved: with which wall or body
    Layout layout = Layout::List;
    std::vector<Vec3d> positions;    ///< List: [m]
    Vec3d from, to;                  ///< Line: its ends; Grid: opposite corners [m]
    std::uint64_t count = 2;         ///< Line: number of positions, >= 1
    double spacing = 0.1;            ///< Grid: distance of neighbours [m], > 0
    std::string file;                ///< Mesh: path of an STL, OBJ or PLY file
    double scale = 1;                ///< Mesh: metres per unit of the file, > 0
    Vec3d shift;                     ///< Mesh: added to its points [m]
    std::vector<Vec3d> points;       ///< of a grain, from its position [m]; empty: one
    double mass = 1;                 ///< of each point [kg], > 0
    Vec3d velocity;                  ///< at the start [m/s]
    Vec3d force;                     ///< constant, on each point [N]
    double damping = 0;              ///< of its medium [N s/m], >= 0
    double radius = 0.05;            ///< with which a point is drawn [m], > 0
    Vec3d colour{0.82, 0.68, 0.47};  ///< sRGB, each 0 to 1
    bool visible = true;             ///< whether pictures show it

    std::size_t pointsOfAGrain() const { return points.empty() ? 1 : points.size(); }
};

/// Makes grains of a group during the run.
struct Source : environment::Region, environment::Schedule {
    std::string name;
    std::string masses;  ///< the group
    Vec3d velocity;      ///< of new grains, in addition to that of the group [m/s]
};

/// A rule by which two masses pull or push each other, and which pairs it holds for. With the distance d, its
/// rate u and the rest length L the force that pushes them apart is given for each kind.
struct Link {
    enum class Kind {
        Spring,        ///< k (L - d) - z u
        Contact,       ///< the same where d < L, else 0
        Friction,      ///< Contact, and dry friction across the line between the two
        LennardJones,  ///< 24 e (2 (s/d)^12 - (s/d)^6) / d
        Table,         ///< piecewise linear in d, less z u
        Formula,       ///< that of the user, of d and u
    };
    enum class Pairs {
        Near,   ///< all that come within reach of each other
        Edges,  ///< neighbours on the line, grid or mesh of one group
        List,   ///< given pairs of positions
        Grain,  ///< all points of each grain of one group
    };
    std::string name;
    Kind kind = Kind::Contact;
    Pairs pairs = Pairs::Near;
    std::vector<std::string> between;       ///< two groups, or one group and a wall; one name: within it
    std::vector<int> first, second;         ///< List: indices of positions in the first and the second group
    double stiffness = 0;                   ///< k [N/m], >= 0
    double damping = 0;                     ///< z [N s/m], >= 0
    std::optional<double> length;           ///< L [m], >= 0; absent: the distance at the start
    bool pulls = false;                     ///< whether damping may pull masses in contact together
    double friction = 0.5;                  ///< Friction: Coulomb's coefficient, >= 0
    double friction_damping = 0;            ///< Friction: below the Coulomb limit, across [N s/m], >= 0
    double depth = 0;                       ///< LennardJones: e [J], >= 0
    double reach = 0;                       ///< LennardJones, Formula: largest distance with a force [m], > 0
    std::vector<double> distances, forces;  ///< Table: increasing [m], and the force at each [N]
    std::string formula;                    ///< Formula: force that pushes apart [N]
};

/// Settings of the whole network.
struct Network {
    enum class Units { SI, Algorithm };
    double rate = 1050;  ///< steps per second [1/s], > 0
    int dimensions = 3;  ///< 1: along z; 2: x and z; 3
    /// Unit of the stiffness and damping of links and of the damping of masses: SI, or those of the algorithm
    /// at its rate, K = k T^2 and Z = z T with T = 1 / rate.
    Units units = Units::SI;
    bool draw_links = true;  ///< whether pictures show springs and the forces of contacts as lines
    double line_radius = 0;  ///< of springs in pictures [m]; 0: a third of the smallest drawn radius
    /// Force of a contact that is drawn as thick as the smaller of the two masses [N]; 0: none is drawn
    double force_scale = 0;
};

}  // namespace talus::network
