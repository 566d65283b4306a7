#pragma once
#include <string>

namespace talus::viewer {

class Viewer;

// What all panels use.

void text(const std::string& line);
/// Executes a command. Its error becomes a message, so nothing is lost.
void execute(Viewer& viewer, const std::string& line);
/// A message with a capital letter and a full stop.
std::string asSentence(std::string message);
/// Explains the item before it, while the mouse is over it.
void tooltip(const std::string& line);

}  // namespace talus::viewer
