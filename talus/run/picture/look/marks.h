#pragma once
#include "talus/run/picture/frame_picture.h"
#include "talus/run/picture/look/look.h"

namespace talus::run {

/// The radius of wires and edges [m]: about a pixel of a picture with 720 rows, at the camera's target.
double wireRadius(const picture::Camera& camera);

// What a look adds to the picture of a frame. Each adds its scale to the caption.

/// Arrows of a field, of every set that has it, thinned to at most some thousands. Error (Input) with the
/// fields of vectors where no set has it.
Status addArrows(picture::Picture& picture, const Frame& frame, const Look& look);
/// Forces of contacts as tubes between the centres of the grains. The area of a cross-section is in
/// proportion to the force. Of more than 2000 contacts the weakest tenth is left out, and of more than 40,000
/// all but the strongest. Error (Input) where the frame has no contacts.
Status addForces(picture::Picture& picture, const Frame& frame, const Look& look,
                 const picture::ColourScale& scale);
/// Occupied cells of the search for neighbours, at most some thousands. Frames without cells have none.
void addCells(picture::Picture& picture, const Frame& frame, const Look& look);
/// Boxes around the sets of the frame and the periodic domain, with the lengths of their sides.
void addBounds(picture::Picture& picture, const scene::Scene& scene, const Frame& frame, const Look& look);

}  // namespace talus::run
