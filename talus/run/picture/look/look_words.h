#pragma once
#include <span>

#include "talus/run/picture/look/look.h"

namespace talus::run {

/// "solid", "translucent", "edges" or "hidden". Error (Input).
Result<Look::Walls> parseWalls(const std::string& word);
std::string wallsText(Look::Walls walls);

/// The opacity of what is translucent. Error (Input) where it is not above 0 and below 1.
Result<float> parseOpacity(const std::string& word);

/// A clip from words: "off"; "plane NX NY NZ OFFSET" shows the points x with n x >= offset [m], with n the
/// normal as a unit vector; "box X0 X1 Y0 Y1 Z0 Z1" [m]. Error (Input) with an example.
Result<picture::Clip> parseClip(std::span<const std::string> words);
/// The same from one text.
Result<picture::Clip> parseClip(const std::string& text);
/// The words of a clip.
std::string clipText(const picture::Clip& clip);

}  // namespace talus::run
