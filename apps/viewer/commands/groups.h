#pragma once
#include <vector>

#include "viewer/commands/commands.h"

/// The list of commands in parts, each in a file of its name.
namespace talus::viewer {

std::vector<Command> fileCommands();    ///< files: opening, recording, saving
std::vector<Command> runCommands();     ///< the run: time, steps and settings
std::vector<Command> cameraCommands();  ///< the camera of the window
std::vector<Command> lookCommands();    ///< what pictures show
std::vector<Command> colourCommands();  ///< the colours and the light of pictures
std::vector<Command> handCommands();    ///< what the user does in the scene
std::vector<Command> plotCommands();    ///< curves over time
std::vector<Command> windowCommands();  ///< the window itself

}  // namespace talus::viewer
