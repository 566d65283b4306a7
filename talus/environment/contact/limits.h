#pragma once

/// Tolerances of contact: far below what is visible, far above the round-off of a position.
namespace talus::environment {

/// Tolerance of the position of a contact, as a share of the reach.
inline constexpr double position_tolerance = 1e-6;
/// A path that approaches a face by less than this share of its length slides along it.
inline constexpr double sliding_share = 1e-9;
/// Every straight path along a hollow face meets the face again. A path that leads away from it by less than
/// this share of its length counts as a hit at once.
inline constexpr double hollow_sliding_share = 1e-6;
/// Overlaps up to this share of the reach are not pushed out; the next contact resolves them.
inline constexpr double overlap_tolerance = 1e-5;
/// The lowest point of a particle meets the ground. It may be below the ground by this share of the reach.
inline constexpr double ground_tolerance = 1e-3;

}  // namespace talus::environment
