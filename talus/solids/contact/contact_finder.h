#pragma once
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/solids/contact/contact_object.h"
#include "talus/solids/contact/near_pairs.h"
#include "talus/solids/touch/touch.h"

namespace talus::solids {

/// Finds the points where objects touch: boxes on boxes and planes by box_contact.h, other shapes on planes
/// by plane_contact.h, on all threads, all others by Bullet, on one. It keeps nothing from one step to the
/// next.
class ContactFinder {
  public:
    /// @param objects how many there will be: memory for some contacts of each is kept ready
    explicit ContactFinder(std::size_t objects);
    ContactFinder(const ContactFinder&) = delete;
    ContactFinder& operator=(const ContactFinder&) = delete;
    ~ContactFinder() { drop(); }

    /// The contacts of objects where they are, in an order that depends on the objects alone. They are valid
    /// until drop().
    /// @param joined sorted pairs of objects that do not collide
    const std::vector<btPersistentManifold*>& find(
        const exec::Exec& exec, std::span<ContactObject> objects,
        const std::vector<std::pair<std::uint32_t, std::uint32_t>>& joined);
    void drop();

    btDispatcher& dispatcher() { return dispatcher_; }

  private:
    /// What two near objects have in common.
    struct Meeting {
        bool apart = false;               ///< no contact
        bool swapped = false;             ///< the second of the pair is the first of the points
        std::optional<NearPoints> touch;  ///< none: Bullet finds the points
    };
    static Meeting meetingOf(const ContactObject& first, const ContactObject& second);
    void add(ContactObject& first, ContactObject& second, const NearPoints& touch);
    void meetByBullet(ContactObject& first, ContactObject& second);

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    std::vector<Extent> extents_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
    std::vector<Meeting> meetings_;  ///< of the pairs
    std::vector<btPersistentManifold*> own_, found_;
    std::vector<btCollisionAlgorithm*> algorithms_;
};

}  // namespace talus::solids
