#pragma once
#include <string>

#include "talus/picture/picture.h"

/// What the line of text below a picture says.
namespace talus::run {

/// Adds a text at the end of the line.
void addToCaption(picture::Picture& picture, const std::string& text);

/// A length with its unit: "12 um", "4.2 mm", "31 cm", "12.5 m".
std::string lengthText(double metres);

}  // namespace talus::run
