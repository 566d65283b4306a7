#pragma once
#include <optional>
#include <span>
#include <vector>

#include "talus/solids/bodies.h"

/// Detects free bodies that overlap each other, walls or prescribed bodies by more than contacts do.
namespace talus::solids {

/// A straight line within a solid, in its own frame [m].
struct Inner {
    Vec3d from, to;
};

/// Lines within a solid that end short of its surface by a twentieth of their length (for a mesh: of half its
/// smallest side). If another surface crosses one of them, the two overlap by about that much or more.
std::vector<Inner> innerLines(const geometry::Solid& solid);

class BodyOverlaps {
  public:
    explicit BodyOverlaps(const Setup& setup);

    struct Found {
        std::size_t body;                  ///< index in Setup::bodies
        std::size_t wall;                  ///< the wall that it overlaps, which may be another body
        std::optional<std::size_t> other;  ///< index of that body, if it is one
        Vec3d position;                    ///< a point of the overlap [m]
    };
    /// The first overlap, with walls and bodies at their poses at one time.
    std::optional<Found> find(const environment::WallsAt& at) const;

  private:
    struct Pair {
        std::size_t body, wall;
        std::optional<std::size_t> other;
    };
    std::vector<std::vector<Inner>> lines_;  ///< of each body
    std::vector<double> radius_;             ///< of a ball about its middle that contains each body [m]
    std::vector<std::size_t> wall_of_;       ///< of each body
    std::vector<Pair> pairs_;
};

/// "free [[body]] 'a' is inside of [[body]] 'b' near (0, 0, 1) m".
std::string overlapText(const Setup& setup, const BodyOverlaps::Found& found);

}  // namespace talus::solids
