#pragma once
#include "talus/geometry/liquid_surface/smooth.h"

/// The volume of particles under their surface.
namespace talus::geometry::liquid {

/// The surface encloses the volume of its particles where these keep their distance. Particles at random
/// leave hollows, so that it encloses less: 0.91 of a layer two spacings thick, and 0.94 of one of four or
/// eight, if each is moved by up to half a spacing along each axis. This moves the points around each
/// connected group of particles outwards or inwards, until the volume is theirs, at most by a quarter of a
/// spacing. Particles alone keep their surface.
/// @param weight as atPoints() gives it
void keepVolume(const exec::Exec& exec, Mesh& mesh, const Rings& rings, const std::vector<float>& weight,
                const Particles& particles);

}  // namespace talus::geometry::liquid
