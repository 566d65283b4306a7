#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/solids/bodies.h"
#include "talus/solids/contact/deep_overlap.h"
#include "talus/solids/contact/held_contact.h"

namespace talus::solids {

/// Contacts and joints of free bodies, among each other and with walls, prescribed bodies and rigid ground,
/// by Bullet (Coumans and others, 3.24; sequential impulses). In a step it finds the contacts of the bodies
/// where they are, and changes their velocities by impulses so that none approaches another in a contact,
/// with restitution and Coulomb's friction. Overlaps are pushed apart without giving velocity ("split
/// impulses").
///
/// It remembers nothing from one step to the next but what is in `held`, which is state. So resumed runs have
/// the same bits. It solves them on one thread, in the order of the bodies.
class ContactWorld {
  public:
    ContactWorld();
    ContactWorld(const ContactWorld&) = delete;
    ContactWorld& operator=(const ContactWorld&) = delete;
    ~ContactWorld();

    /// Changes the velocities of free bodies in contact, and pushes apart what overlaps. The first call makes
    /// the shapes.
    /// @param setup the same in each call @param walls at the begin of the step, as the free bodies are
    /// @param end the walls at the end of the step; prescribed bodies are there already
    /// @param height of rigid ground [m]; empty: none @param dt [s]
    /// @param bodies all, in the order of the setup @param loads of the joints; a broken one does nothing,
    /// and one whose force is too large breaks (joint/breaking_joints.h)
    /// @param held contacts of the last step, replaced by those of this one
    /// @param wall_impulse what free bodies give each wall by contacts, without joints, is added [N s]
    /// @return joints that contradict each other, by their numbers; their forces mean nothing
    std::vector<std::size_t> solve(const exec::Exec& exec, const Setup& setup,
                                   const environment::WallsAt& walls, const environment::WallsAt& end,
                                   exec::View<const double> height, double dt, std::vector<BodyState>& bodies,
                                   std::span<JointLoad> loads, std::vector<HeldContact>& held,
                                   exec::View<Vec3d> wall_impulse);

    /// The deepest overlap of the last solve that is to be reported, at the begin of its step; none: contacts
    /// held everything. Its time is not set.
    std::optional<DeepOverlap> deepest() const;

  private:
    struct World;
    std::unique_ptr<World> world_;
};

}  // namespace talus::solids
