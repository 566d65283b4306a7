#pragma once
#include <optional>
#include <span>
#include <vector>

#include "talus/couple/bodies/bodies.h"

/// Bodies that have got into each other or into walls where no contact keeps them apart: free bodies do not
/// meet each other, and of free shapes only balls meet walls and prescribed bodies.
namespace talus::couple {

/// A straight line within a solid, in its own frame [m].
struct Inner {
    Vec3d from, to;
};

/// Lines within a solid that end short of its surface by a twentieth of their length (of a mesh: of the half
/// of its smallest side): where another surface cuts one of them, the two overlap by about that at least.
std::vector<Inner> innerLines(const geometry::Solid& solid);

class BodyOverlaps {
  public:
    explicit BodyOverlaps(const Bodies& setup);

    /// Whether there are any two that could get into each other.
    bool any() const { return !pairs_.empty(); }

    struct Found {
        std::size_t body;                  ///< index in Bodies::bodies
        std::size_t wall;                  ///< what it is in: a wall of the scene, which may be another body
        std::optional<std::size_t> other;  ///< that body, if it is one
        Vec3d place;                       ///< [m]
    };
    /// The first overlap, with walls and bodies where they are at a moment.
    std::optional<Found> find(const environment::WallsAt& at) const;

  private:
    struct Pair {
        std::size_t body, wall;
        std::optional<std::size_t> other;
    };
    std::vector<std::vector<Inner>> lines_;  ///< of each body
    std::vector<double> radius_;             ///< of a ball about its middle that holds each body [m]
    std::vector<std::size_t> wall_of_;       ///< of each body
    std::vector<Pair> pairs_;
};

/// "body 'a' and body 'b' are in each other near (0, 0, 1) m".
std::string overlapText(const Bodies& setup, const BodyOverlaps::Found& found);
/// What to change.
std::string overlapAdvice();

}  // namespace talus::couple
