#pragma once
#include <vector>

#include "talus/sand/boundary/body_motion.h"
#include "talus/sand/boundary/touch.h"
#include "talus/sand/mpm/grid.h"

/// Free bodies and the nodes that touch them move together. With the mass matrix M of a body, its gain D in
/// velocity and spin by the sand, and the changes d_i of the velocities of the nodes by contact with the body
/// as it then moves (touch.h),
///     M D = - sum J_i^T m_i d_i(D)
/// is solved by Newton's method. In it a node that presses counts as a mass m_i that the body carries: along
/// the normal, or along all axes where friction holds it. The impulses do not depend on the order of the
/// nodes, and a body that weighs less than the sand around it does not oscillate.
namespace talus::sand::mpm {

/// Nodes that touch free bodies.
struct BodyNodes {
    struct One {
        Node* node = nullptr;
        double mass = 0;          ///< [kg]
        std::size_t touches = 0;  ///< number of them, in the list
    };
    std::vector<One> nodes;
    std::vector<Touch> touches;  ///< of all nodes, one after another

    void add(Node& node, double mass, const std::vector<Touch>& touches_of_node);
    /// Calls visit(node, its touches) for each.
    template <class Visit>
    void forEach(Visit visit) const {
        const Touch* first = touches.data();
        for (const One& one : nodes) {
            visit(one, first);
            first += one.touches;
        }
    }
};

/// What bodies gain with the sand. @param gains of all walls, without it
std::vector<Gain> gainsWithSand(const std::vector<BodyNodes>& nodes, const Boundaries& boundaries,
                                const environment::WallsAt& walls, std::vector<Gain> gains);

}  // namespace talus::sand::mpm
