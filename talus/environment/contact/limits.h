#pragma once

/// What contact leaves to round-off. Far below what anyone sees, far above the last bits of a place.
namespace talus::environment {

/// What a contact's place may be off, as a share of the reach.
inline constexpr double place_off = 1e-6;
/// A way that comes nearer by a smaller share of its length than this slides.
inline constexpr double slides = 1e-9;
/// Along a hollow face a way leads into it sooner or later; one that leads away by less than this share of
/// its length does so at once.
inline constexpr double slides_in_hollow = 1e-6;
/// Overlaps up to this share of the reach are left to the next contact.
inline constexpr double overlap_left = 1e-5;
/// The ground is met by the lowest point of a particle, which may be below it by this share of the reach.
inline constexpr double ground_tolerance = 1e-3;

}  // namespace talus::environment
